import type { ItemInShort } from '../chats/shared/item-in-short.ts';
import { formatDuration } from '../config/schema/duration.ts';
import type { Notice } from '../queues/envelope.ts';
import { endOf, type Mutable, type Mute, type MutedItem } from './mute.ts';

const MOST_KINDS = 5;
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
export function mutedWords(domain: string, mute: Mute, hidden: readonly MutedItem[]): Omit<Notice, 'at'> {
  const { id, by, reason, atMs, ended } = mute;
  const how = ended ? ` ${ended.by.name} ended it.` : '';
  const lasted = formatDuration(Math.max(60_000, Math.round((endOf(mute) - atMs) / 60_000) * 60_000));
  const who = `Muted by ${by.name} for ${lasted}, because: ${reason}.${how}`;
  return {
    code: 'mute_over',
    title: `${domain}: a mute of ${mutedWhat(mute)} is over: ${hiddenCount(hidden)}`,
    text: [who, ...(hidden.length === 0 ? [] : [kindsOf(hidden), idsOf(hidden, id)])].join(' '),
  };
}

export function hiddenCount(hidden: readonly MutedItem[]): string {
  if (hidden.length === 0) return 'it hid nothing';
  const cases = hidden.filter(({ feed }) => feed === 'cases').length;
  const threats = hidden.length - cases;
  const parts = [
    ...(cases > 0 ? [`${cases} ${cases === 1 ? 'case' : 'cases'}`] : []),
    ...(threats > 0 ? [`${threats} ${threats === 1 ? 'threat' : 'threats'}`] : []),
  ];
  return `it hid ${parts.join(' and ')}`;
}

/** `9 Data exfiltration (2 high), 3 Sabotage.` */
export function kindsOf(hidden: readonly ItemInShort[]): string {
  const kinds = new Map<string, ItemInShort[]>();
  for (const item of hidden) kinds.set(item.what, [...(kinds.get(item.what) ?? []), item]);
  const told = [...kinds].toSorted(([, a], [, b]) => b.length - a.length);
  const words = told.slice(0, MOST_KINDS).map(([what, items]) => {
    const severe = items.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
    return `${items.length} ${what}${severe > 0 ? ` (${severe} high or critical)` : ''}`;
  });
  const left = told.length - words.length;
  return `${words.join(', ')}${left > 0 ? ` and ${left} more kinds` : ''}.`;
}

function idsOf(hidden: readonly MutedItem[], muteId: string): string {
  const ids = hidden.slice(0, MOST_IDS).map(({ id }) => id.slice(0, 80));
  const left = hidden.length - ids.length;
  return `These: ${ids.join(', ')}${left > 0 ? `, and ${left} more: /posture mutes ${muteId}` : ''}.`;
}
