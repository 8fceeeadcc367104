import { inWords } from '../../lib/base/text/format.ts';
import { pressWord } from '../../lib/case/outcome-words.ts';
import type { Allow } from '../../lib/config/authority.ts';
import { chatLabel, isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig, VerdictsConfig } from '../../lib/config/define-bridge.ts';
import type { Outcome } from '../../lib/posture/schemas/verdict-schema.ts';
import type { Fact } from '../wire.ts';
import { phrase } from './join-words.ts';

type ScopedVerdicts = NonNullable<BridgeConfig['routes'][number]['verdicts']>;

/** Who may decide where, and how. */
export const decidingFacts = (config: BridgeConfig): Fact[] => {
  const { verdicts } = config;
  if (!verdicts) return [{ label: 'May decide', text: 'nobody: the configuration does not say who' }];
  const { undoSeconds } = verdicts;
  return [
    { label: 'May decide', text: saysWho(verdicts) },
    ...elsewhere(config),
    { label: 'Can be undone', text: undoSeconds > 0 ? `for ${inWords(undoSeconds * 1_000)}` : 'never' },
    ...rulesOf(verdicts),
  ];
};

/** People who are known in several chats as one person. */
export const peopleFacts = ({ people }: BridgeConfig): Fact[] =>
  Object.entries(people).map(([label, ids]) => ({
    label,
    text: phrase(
      ...Object.entries(ids).map(([chat, id]) => `${id} in ${isChat(chat) ? chatLabel(chat) : chat}`),
    ),
  }));

/** What domains, routes and destinations set themselves. */
function elsewhere({ domains, routes, destinations }: BridgeConfig): Fact[] {
  const scopes = [
    ...Object.entries(domains).map(([name, { verdicts }]) => [`cases of ${name}`, verdicts] as const),
    ...routes.map(({ name, verdicts }) => [`what "${name}" sends`, verdicts] as const),
    ...Object.entries(destinations).map(
      ([name, one]) => [`in ${name}`, 'verdicts' in one ? one.verdicts : undefined] as const,
    ),
  ];
  return scopes.flatMap(([where, says]) =>
    says ? [{ label: `May decide ${where}`, text: saysWho(says) }] : [],
  );
}

const GUESTS = { may: 'guests too', 'may-not': 'no guests' } as const;

const saysWho = ({ allow, guests }: ScopedVerdicts): string =>
  phrase(allow && allowedBy(allow), guests && GUESTS[guests]);

function allowedBy(allow: Allow): string {
  if (allow === 'anyone-in-channel') return 'anyone in the channel';
  const { slackUsers, slackGroups, teamsUsers, teamsGroups, people, webhooks = [] } = allow;
  const counts = [
    [people.length, 'people in all chats'],
    [slackUsers.length, 'people in Slack'],
    [slackGroups.length, 'groups in Slack'],
    [teamsUsers.length, 'people in Teams'],
    [teamsGroups.length, 'groups in Teams'],
    [webhooks.length, 'systems'],
  ] as const;
  return phrase(...counts.map(([count, what]) => count > 0 && `${count} ${what}`));
}

const rulesOf = ({ outcomes }: VerdictsConfig): Fact[] =>
  Object.entries(outcomes).flatMap(([outcome, { comment, confirm, approval }]) => {
    const rules = phrase(
      comment === 'required' && 'needs a comment',
      confirm && 'asks once more',
      approval && 'needs a second person',
    );
    return rules ? [{ label: pressWord(outcome as Outcome), text: rules }] : [];
  });
