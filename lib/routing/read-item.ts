import { parseTolerant } from '../posture/parse-tolerant.ts';
import { Case } from '../posture/schemas/case.ts';
import { Threat } from '../posture/schemas/threat.ts';
import type { RoutedItem } from './routed-item.ts';

export type ReadItem =
  | { readonly ok: true; readonly routed: RoutedItem }
  | { readonly ok: false; readonly reason: string };

/** Reads a case or a threat that a person wrote or copied, as tolerantly as the API's answers. */
export function readItem(written: unknown, domain: string): ReadItem {
  const fields = typeof written === 'object' && written !== null ? written : {};
  if ('case_id' in fields) {
    const read = parseTolerant(Case, written);
    return read.ok
      ? { ok: true, routed: { domain, feed: 'cases', item: read.value } }
      : { ok: false, reason: `This is not a case: ${read.reason}.` };
  }
  if ('event_id' in fields) {
    const read = parseTolerant(Threat, written);
    return read.ok
      ? { ok: true, routed: { domain, feed: 'threats', item: read.value } }
      : { ok: false, reason: `This is not a threat: ${read.reason}.` };
  }
  return {
    ok: false,
    reason: 'This is neither a case, which has a case_id, nor a threat, which has an event_id.',
  };
}

export const idOf = (routed: RoutedItem): string =>
  routed.feed === 'cases' ? routed.item.case_id : routed.item.event_id;
