import type { Answer } from '../../case/answer.ts';
import { type CaseStatus, isOver, type StatusChange } from '../../case/case-record.ts';
import { STATE_WORDS } from '../../case/case-state.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Tell } from '../../config/changes.ts';
import type { KnowsChange } from '../../outbox/renderer-port.ts';
import { followsFrom } from '../../verdict/closed-by-verdict.ts';
import type { TrailNote } from './trail-note.ts';

const STATUS = 'status:';

const IMPORTANT: ReadonlySet<CaseStatus> = new Set(['enforced', 'closed', 'vanished']);

/** Whether the thread of a case tells of a change, by what the configuration says. */
const isTold = (tell: Tell, { from, to }: StatusChange): boolean =>
  tell === 'all' || (tell === 'important' && (IMPORTANT.has(from) || IMPORTANT.has(to)));

/**
 * The changes of status that the thread has still to tell: those since the message was first posted. The thread tells them in
 * order, so it never goes back to one before the last that it told.
 */
export function pendingChanges(
  { record, knewChange, notes = {} }: KnowsChange,
  answer: Answer | null,
  tell: Tell = 'important',
): readonly StatusChange[] {
  if (!record || knewChange === undefined) return [];
  const told = Object.keys(notes).filter((key) => key.startsWith(STATUS));
  const before = Math.max(knewChange, ...told.map((key) => Number(key.slice(STATUS.length))));
  return record.changes.filter(
    (one) => one.n > before && isTold(tell, one) && !followsFrom(answer, one, record.changes),
  );
}

/** What the thread says of these changes, in words of the bridge and times: nothing from an item. */
export const statusNotes = (changes: readonly StatusChange[], about: string | null): readonly TrailNote[] =>
  changes.map((change) => {
    const quietNews: Sentence = [newsOf(change)];
    const news: Sentence = [...quietNews, ...(about ? [`, ${about}`] : [])];
    return { key: `${STATUS}${change.n}`, news, atMs: change.atMs, quietNews, comment: null };
  });

function newsOf({ from, to }: StatusChange): string {
  if (to === 'closed') return 'Closed in the platform';
  if (to === 'vanished') return 'No longer in the platform';
  if (to === 'enforced' && !isOver(from)) return 'Action taken in the platform';
  const now = STATE_WORDS[to];
  if (from === 'vanished') return `Back in the platform: ${now}`;
  return from === 'closed' ? `Reopened in the platform: ${now}` : `Now ${now} in the platform`;
}
