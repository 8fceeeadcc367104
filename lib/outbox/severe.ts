import { severityOf } from '../case/evidence.ts';
import type { Content } from '../case/message-content.ts';
import { type Severity, severityRank } from '../posture/severity.ts';

/** The mildest severity whose cases never wait behind others and never hide in a digest. */
export type SevereFrom = Severity | 'none';

export function isSevere(content: Content, severeFrom: SevereFrom): boolean {
  if (content.kind !== 'case' || severeFrom === 'none') return false;
  const severity = severityOf(content.item);
  return severity !== null && severityRank(severity) <= severityRank(severeFrom);
}
