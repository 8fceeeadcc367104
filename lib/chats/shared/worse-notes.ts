import type { CaseRecord } from '../../case/case-record.ts';
import { type Case, updatedAtMsOf } from '../../posture/schemas/case.ts';
import { SEVERITIES, type Severity, severityLabel, severityRank } from '../../posture/severity.ts';
import { endedIn } from './case-state.ts';
import type { Sentence } from './decision-text.ts';
import { type TrailNote, worseNote } from './plan-thread.ts';
import { severityOf } from './tell-case.ts';

/** How severe a case was when it first stood here; null where nobody can say. */
const severityAt = (rank: number): Severity | null => SEVERITIES[rank] ?? null;

/**
 * What the thread of a case tells once it is worse than when it came here: once for each severity, and nothing of a case that
 * ended. The note may call people, whatever its message called them for.
 */
export function worseNotes(
  item: Case,
  {
    knewRank,
    record,
  }: { readonly knewRank?: number | undefined; readonly record?: CaseRecord | null | undefined },
  about: string,
): readonly TrailNote[] {
  if (knewRank === undefined || endedIn(item, record)) return [];
  const now = severityOf(item);
  if (now === null || severityRank(now) >= knewRank) return [];
  const before = severityAt(knewRank);
  const quietNews: Sentence = [`${severityLabel(now)} now${before ? `, was ${before}` : ''}`];
  const news: Sentence = [...quietNews, ': ', { said: about }];
  const words: Sentence = [...news, '  ·  ', { atMs: updatedAtMsOf(item) }];
  return [{ key: worseNote(now), news, words, quietNews, comment: null }];
}
