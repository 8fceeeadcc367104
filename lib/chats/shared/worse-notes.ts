import { updatedAtMsOf } from '../../posture/schemas/case.ts';
import { SEVERITIES, type Severity, severityLabel, severityRank } from '../../posture/severity.ts';
import { endedIn } from './case-state.ts';
import type { Sentence } from './decision-text.ts';
import { type TrailNote, worseNote } from './plan-thread.ts';
import type { ToRender } from './renderer.ts';
import { severityOf } from './tell-case.ts';

/** How severe a case was when it first stood here; null where nobody can say. */
const severityAt = (rank: number): Severity | null => SEVERITIES[rank] ?? null;

/**
 * What the thread of a case tells once it is worse than when it came here: once for each severity, and nothing of a case that
 * ended. The note may call people, whatever its message called them for.
 */
export function worseNotes(
  { content, knewRank, life }: Pick<ToRender, 'content' | 'knewRank' | 'life'>,
  about: string,
): readonly TrailNote[] {
  if (content.kind !== 'case' || knewRank === undefined || endedIn(content.item, life)) return [];
  const now = severityOf(content.item);
  if (now === null || severityRank(now) >= knewRank) return [];
  const before = severityAt(knewRank);
  const quietNews: Sentence = [`${severityLabel(now)} now${before ? `, was ${before}` : ''}`];
  const news: Sentence = [...quietNews, ': ', { said: about }];
  const words: Sentence = [...news, '  ·  ', { atMs: updatedAtMsOf(content.item) }];
  return [{ key: worseNote(now), news, words, quietNews, comment: null }];
}
