import type { Notice } from '../../case/envelope.ts';
import { countOf, countWords, kindWords, type WithheldSummary } from '../../case/withheld-summary.ts';
import { formatDuration } from '../../config/schema/duration.ts';
import { endOf, type Mutable, type Mute } from './mute.ts';

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

/** What the operators read when a mute is over: what it hid, so that nothing is lost. */
export function mutedWords(domain: string, mute: Mute, hidden: WithheldSummary): Omit<Notice, 'at'> {
  const { id, by, reason, atMs, ended } = mute;
  const how = ended ? ` ${ended.by.name} ended it.` : '';
  const lasted = formatDuration(Math.max(60_000, Math.round((endOf(mute) - atMs) / 60_000) * 60_000));
  const who = `Muted by ${by.name} for ${lasted}, because: ${reason}.${how}`;
  const isNothing = countOf(hidden) === 0;
  const count = isNothing ? 'it hid nothing' : `it hid ${countWords(hidden)}`;
  return {
    code: 'mute_over',
    title: `${domain}: a mute of ${mutedWhat(mute)} is over: ${count}`,
    text: [who, ...(isNothing ? [] : [kindWords(hidden), idsOf(hidden, id)])].join(' '),
  };
}

function idsOf(hidden: WithheldSummary, muteId: string): string {
  const ids = hidden.oldest.slice(0, MOST_IDS).map(({ id }) => id.slice(0, 80));
  const left = countOf(hidden) - ids.length;
  return `These: ${ids.join(', ')}${left > 0 ? `, and ${left} more: /posture mutes ${muteId}` : ''}.`;
}
