import { inWords } from '../../base/text/format.ts';
import type { Notice } from '../../case/message-content.ts';
import { decidedWord } from '../../case/outcome-words.ts';
import { mutedWhat } from './mute-notices.ts';
import {
  decidedIn,
  harmlessIn,
  PROPOSED_MUTE_MS,
  type Proposal,
  type Proposals,
  TELLING,
} from './proposal.ts';

const FOR = inWords(PROPOSED_MUTE_MS);

/** `the type sabotage: of 12 decided cases in 30 days 11 were harmless (8 safe, 3 false positive, 1 true positive), 4 in the last 7 days.` */
export function rateWords(proposal: Proposal): string {
  const { field, value, by, lately } = proposal;
  const what = field === 'user' ? value : mutedWhat(proposal);
  const counts = TELLING.flatMap((outcome) =>
    by[outcome] ? [`${by[outcome]} ${decidedWord(outcome)}`] : [],
  );
  return `${what}: ${harmlessIn(by)} of ${decidedIn(by)} decided cases in 30 days were harmless (${counts.join(', ')}), ${lately} in the last 7 days.`;
}

/** How a proposal was answered; null if nobody has answered yet. */
export const becameWords = ({ answered }: Proposal, is: 'muted' | 'asked' = 'muted'): string | null => {
  if (!answered) return null;
  const who = answered.by.name.slice(0, 80);
  if (answered.choice === 'mute' && is === 'asked')
    return `${who} wants to mute it for ${FOR}. Needs a second person.`;
  return answered.choice === 'mute' ? `${who} muted it for ${FOR}.` : `${who} said no.`;
};

/** What the operators are asked, once a week. */
export const proposalsNotice = (domain: string, { all, atMs }: Proposals): Omit<Notice, 'at'> => {
  const now = all.filter((one) => one.atMs === atMs);
  return {
    code: 'mutes_proposed',
    title: `${domain}: ${now.length === 1 ? 'one kind of case is' : `${now.length} kinds of cases are`} mostly harmless`,
    text: `Going by the verdicts of the last 30 days. A mute hides new ones from the chats for ${FOR}, except critical cases. People who can decide all cases of ${domain} can mute.`,
    proposals: now.map((one) => ({
      id: one.id,
      words: rateWords(one),
      became: becameWords(one),
    })),
  };
};

/** By which the note of a week is found again. */
export const proposalsNoticeId = ({ atMs }: Pick<Proposals, 'atMs'>): string =>
  `mutes-proposed-${new Date(atMs).toISOString()}`;
