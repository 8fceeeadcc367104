import type { CaseVerdict } from '../../../lib/case/answer.ts';
import {
  type CaseRecord,
  isOver,
  isSettled,
  lastChange,
  type StatusChange,
} from '../../../lib/case/case-record.ts';
import { stateOf } from '../../../lib/chats/shared/case-state.ts';
import type { Delivery } from '../../../lib/delivery/delivery.ts';
import type { ModelCases } from './model-cases.ts';
import type { World } from './world.ts';

/** Whether what is known of a case is what the platform says, and all places were told. */
export function isUpToDate(life: CaseRecord | null, id: string, cases: ModelCases): boolean {
  if (!life || life.status !== cases.stateOf(id, life.status) || life.owed) return false;
  const item = cases.itemOf(id);
  if (item === null) return true;
  // Nobody looks at what became of a closed case, unless it is opened again.
  return (
    isSettled(life) && (life.endedAtMs !== null || life.updatedAtMs === Date.parse(item.updated_at ?? ''))
  );
}

/** A page that is old, a list that failed or a case on its way from one to the next make none vanish. */
const GONE_MS = 14 * 60_000;

/** What is written about a case is never older than what was known, and says nothing that was not so. */
export function judgeLife(
  life: CaseRecord,
  before: CaseRecord | undefined,
  cases: ModelCases,
  { wrong, time }: World,
): void {
  const { caseId, statusAtMs, status } = life;
  const [last, lastBefore] = [lastChange(life), before && lastChange(before)];
  if (before && statusAtMs < before.statusAtMs) wrong.push(`${caseId} goes back to what it was`);
  if (isOver(status) !== (life.endedAtMs !== null))
    wrong.push(`${caseId} is ${status}, and ended ${life.endedAtMs}`);
  if (before && last && last.n !== lastBefore?.n) judgeChange(last, before, cases, wrong);
  if (status !== 'vanished' || last?.n === lastBefore?.n) return;
  const sinceMs = cases.goneSinceMs(caseId);
  if (sinceMs === null || time.nowMs - sinceMs < GONE_MS)
    wrong.push(`${caseId} is said to have vanished, and was there a moment ago`);
}

/** Changes are counted one by one, begin where the last one ended, and are dated as the platform dates them. */
function judgeChange(
  { n, from, to, atMs }: StatusChange,
  before: CaseRecord,
  cases: ModelCases,
  wrong: string[],
): void {
  const { caseId, status } = before;
  const last = lastChange(before);
  if (n !== (last?.n ?? 0) + 1) wrong.push(`${caseId} has its change ${n} after ${last?.n ?? 0}`);
  if (from !== status) wrong.push(`${caseId} was ${status}, and is said to have been ${from}`);
  const closings = cases.closingsOf(caseId);
  if (to === 'closed' && closings.length > 0 && !closings.includes(atMs))
    wrong.push(`${caseId} is said to have been closed at ${atMs}, and was at ${closings}`);
}

export interface FollowedPlaces {
  readonly id: string;
  readonly life: CaseRecord | null;
  readonly places: readonly Delivery[];
  readonly verdict: CaseVerdict | null;
  readonly cases: ModelCases;
  readonly world: World;
}

/** In the end every place shows how the platform says that a case stands. */
export function judgeLives({
  id,
  life,
  places,
  verdict,
  cases,
  world: { wrong, count },
}: FollowedPlaces): void {
  const state = cases.stateOf(id, life?.status);
  if (!life) {
    wrong.push(`${id} is not followed`);
    return;
  }
  count('changes of state', lastChange(life)?.n ?? 0);
  count(`in the end ${state}`);
  if (life.status !== state) wrong.push(`${id} is ${state} in the platform, and known as ${life.status}`);
  if (life.owed) wrong.push(`${id} still owes its change ${lastChange(life)?.n}`);
  for (const { key, main, notes, knewLife = 0, content } of places) {
    const sinceMs = content.kind === 'case' ? Date.parse(content.item.updated_at ?? '') : 0;
    if (sinceMs < life.updatedAtMs) wrong.push(`${id} at ${key.destination} does not say what it was handed`);
    const shows = content.kind === 'case' ? stateOf(content.item, life) : undefined;
    if (shows !== state) wrong.push(`${id} at ${key.destination} is shown as ${shows}, and is ${state}`);
    // Another decision may have taken the place of the one that closed it.
    const wasOurs = verdict?.trail.some(({ what }) => what === 'recorded') === true;
    const isOurs = ({ to }: StatusChange) => wasOurs && (to === 'closed' || to === 'enforced');
    for (const change of main ? life.changes : []) {
      const isToldThere = notes[`life:${change.n}`] !== undefined;
      if (change.n <= knewLife && isToldThere)
        wrong.push(`${id} at ${key.destination} tells the change ${change.n}, with which its message began`);
      if (change.n > knewLife && isImportant(change) && !isToldThere && !isOurs(change))
        wrong.push(`${id} at ${key.destination} does not tell the change ${change.n}`);
    }
  }
}

const ENDS: readonly string[] = ['enforced', 'closed', 'vanished'];
const isImportant = ({ from, to }: StatusChange): boolean => ENDS.includes(from) || ENDS.includes(to);
