import type { CaseRecord } from '../../case/case-record.ts';
import { endedIn } from '../../case/case-state.ts';
import { severityOf } from '../../case/evidence.ts';
import { worseNote } from '../../case/note-keys.ts';
import type { Sentence } from '../../case/sentence.ts';
import { type Case, updatedAtMsOf } from '../../posture/schemas/case.ts';
import { SEVERITIES, type Severity, severityRank } from '../../posture/severity.ts';
import type { Subject } from './escalation-notes.ts';
import type { TrailNote } from './trail-note.ts';

/** The severity of a case when it first came to this channel; null where the bridge does not know it. */
const severityAt = (rank: number): Severity | null => SEVERITIES[rank] ?? null;

/**
 * What the thread tells when a case is more severe than when it came to this channel: once for each severity, and nothing once
 * the case has ended. The note may mention people even if the message mentioned them.
 */
export function worseNotes(
  item: Case,
  {
    knewRank,
    record,
  }: { readonly knewRank?: number | undefined; readonly record?: CaseRecord | null | undefined },
  about: Subject,
): readonly TrailNote[] {
  if (knewRank === undefined || endedIn(item, record)) return [];
  const now = severityOf(item);
  if (now === null || severityRank(now) >= knewRank) return [];
  const before = severityAt(knewRank);
  const rise = `Now ${now}${before ? `, was ${before}` : ''}`;
  const news: Sentence = [`${rise}: `, about];
  const quietNews: Sentence = [rise];
  return [{ key: worseNote(now), news, atMs: updatedAtMsOf(item), quietNews, comment: null }];
}
