import type { Notice } from '../../case/message-content.ts';
import { countOf, countWords, kindWords, type WithheldSummary } from '../../case/withheld-summary.ts';
import { formatDuration } from '../../config/schema/duration.ts';
import { isSamePerson } from '../../verdict/same-person.ts';
import { endOf, type Mutable, type Mute, type WaitingMute } from './mute.ts';

const MOST_IDS = 10;

const FIELDS: Readonly<Record<Mutable, string>> = {
  user: 'one person',
  threatType: 'the type',
  category: 'the category',
  source: 'the source',
  route: 'the route',
};

/** What is muted, in words that name nobody. */
export const mutedWhat = ({ field, value }: Pick<Mute, 'field' | 'value'>): string =>
  field === 'user' ? FIELDS.user : `${FIELDS[field]} ${value}`;

/** The same with the address of the person. */
export const mutedWhom = (mute: Pick<Mute, 'field' | 'value'>): string =>
  mute.field === 'user' ? mute.value : mutedWhat(mute);

/** Whom a mute is about is named where people are shown. */
export type WordsOf = (mute: Pick<Mute, 'field' | 'value'>) => string;

/** What the operators read when somebody muted something. `wider`: more than another mute of the same hides. */
export function begunWords(
  domain: string,
  mute: Mute,
  { what, wider }: { readonly what: WordsOf; readonly wider: boolean },
): Omit<Notice, 'at'> {
  const { id, by, approvedBy, reason, critical } = mute;
  const shown = critical ? 'Critical cases are hidden too.' : 'Critical cases are still shown.';
  return {
    code: wider ? 'mute_widened' : 'mute_begun',
    title: `${domain}: ${by.name} ${wider ? 'widened the mute of' : 'muted'} ${what(mute)} for ${lastsFor(mute)}${approvedBy ? `, and ${approvedBy.name} approved it` : ''}`,
    text: `Because: ${reason}. ${shown} What it hides: /posture mutes ${id}. To end it: /posture unmute ${id}`,
  };
}

/** What the operators are asked where one person is not enough. */
export function waitingWords(domain: string, mute: WaitingMute, what: WordsOf): Omit<Notice, 'at'> {
  const { id, by, reason, critical, needs } = mute;
  const words = `${what(mute)} for ${lastsFor(mute)}${critical ? ', including critical cases' : ''}`;
  return {
    code: 'mute_asked',
    title: `${domain}: ${by.name} needs approval to mute ${what(mute)}`,
    text: `Because: ${reason}. One person is not enough: ${needs}.`,
    proposals: [{ id, words, became: unapprovedWords(mute), asks: 'approval' }],
  };
}

/** Null while it waits. */
export function unapprovedWords({ by, ended }: WaitingMute): string | null {
  if (!ended) return null;
  return isSamePerson(ended.by, by, {}) ? `${ended.by.name} withdrew it.` : `${ended.by.name} declined it.`;
}

export const waitingNoticeId = ({ id }: Pick<Mute, 'id'>): string => `mute-${id}-asked`;

const lastsFor = ({ atMs, untilMs }: Mute): string => formatDuration(untilMs - atMs);

/** What the operators read when a mute is over: what it hid, so that nothing is lost. */
export function mutedWords(
  domain: string,
  mute: Mute,
  hidden: WithheldSummary,
  what: WordsOf = mutedWhat,
): Omit<Notice, 'at'> {
  const { id, by, approvedBy, reason, atMs, ended } = mute;
  const second = approvedBy ? ` and ${approvedBy.name}` : '';
  const how = ended ? ` ${ended.by.name} ended it.` : '';
  const lasted = formatDuration(Math.max(60_000, Math.round((endOf(mute) - atMs) / 60_000) * 60_000));
  const who = `Muted by ${by.name}${second} for ${lasted}, because: ${reason}.${how}`;
  const isNothing = countOf(hidden) === 0;
  const count = isNothing ? 'it hid nothing' : `it hid ${countWords(hidden)}`;
  return {
    code: 'mute_over',
    title: `${domain}: the mute of ${what(mute)} has ended: ${count}`,
    text: [who, ...(isNothing ? [] : [kindWords(hidden), idsOf(hidden, id)])].join(' '),
  };
}

function idsOf(hidden: WithheldSummary, muteId: string): string {
  const ids = hidden.oldest.slice(0, MOST_IDS).map(({ id }) => id.slice(0, 80));
  const left = countOf(hidden) - ids.length;
  return `These: ${ids.join(', ')}${left > 0 ? `, and ${left} more: /posture mutes ${muteId}` : ''}.`;
}
