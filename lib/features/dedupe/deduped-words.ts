import type { ItemInShort } from '../../case/item-in-short.ts';
import type { Notice } from '../../case/message-content.ts';
import { countOf, kindWords, type WithheldSummary } from '../../case/withheld-summary.ts';
import type { DedupeField } from '../../config/dedupe.ts';
import { formatDuration } from '../../config/schema/duration.ts';
import type { DedupeWindow } from './dedupe-window.ts';

/** Ids are uuids as a rule: this many leave room for the rest of the text. */
const MOST_IDS = 25;
const LONGEST_ID = 64;

const FIELDS: Readonly<Record<DedupeField, string>> = {
  user: 'person',
  threatType: 'type',
  category: 'category',
  source: 'source',
};

/** `person and type` */
export const fieldsInWords = (by: readonly DedupeField[]): string =>
  by.map((field) => FIELDS[field]).join(' and ');

/** What a chat reads when a window is over that deduped something there: how many, which, and how to reach them. */
export function dedupedWords(window: DedupeWindow, deduped: WithheldSummary): Omit<Notice, 'at'> {
  const { domain, route, by, first, sinceMs, untilMs } = window;
  const [one, many] = first.feed === 'cases' ? ['case', 'cases'] : ['threat', 'threats'];
  const shown = `${one} ${idOf(first)}`;
  const count = `${countOf(deduped)} more ${countOf(deduped) === 1 ? one : many}`;
  const what = [first.what, ...(first.severity ? [first.severity] : [])].join(', ');
  const how = `The route ${route} posts only the first item with the same ${fieldsInWords(by)} within ${formatDuration(untilMs - sinceMs)}.`;
  return {
    code: 'dedupe_over',
    title: `${domain}: ${count} like ${shown}`,
    text: `${shown} (${what}) was posted in their place. ${how} ${kindWords(deduped)} ${idsOf(window, deduped)}`,
  };
}

function idsOf({ id: windowId, first }: DedupeWindow, deduped: WithheldSummary): string {
  const some = deduped.oldest.slice(0, MOST_IDS);
  const ids = some.map((item) => `${idOf(item)}${item.severity ? ` (${item.severity})` : ''}`);
  const left = countOf(deduped) - some.length;
  const more = left > 0 ? `, and ${left} more: posture-bridge deduped ${windowId}` : '';
  const reach =
    first.feed === 'cases'
      ? ' To see one: /posture case ID, or open the platform.'
      : ' They are in the platform.';
  return `These were not posted: ${ids.join(', ')}${more}.${reach}`;
}

const idOf = ({ id }: ItemInShort): string => id.slice(0, LONGEST_ID);
