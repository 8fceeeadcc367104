import type { Delivery } from '../../../lib/delivery/delivery.ts';
import { deliveryMark } from '../../../lib/delivery/take-step.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import type { SavedWaiting } from '../../../lib/verdict/waiting-ledger.ts';
import { CALLED } from './bridge.ts';
import { CLAIMED } from './judge-claims.ts';
import type { ModelSlack } from './model-slack.ts';
import type { ModelTeams } from './model-teams.ts';
import type { World } from './world.ts';

export interface WaitingCase {
  readonly id: string;
  /** When the poller first said that it waits. */
  readonly beganMs: number;
  readonly saved: SavedWaiting | null;
  readonly audit: readonly AuditEntry[];
  readonly places: readonly Delivery[];
  readonly world: World;
  readonly slack: ModelSlack;
  readonly teams: ModelTeams;
}

const AFTER_MS = [60_000, 180_000];
/** An answer is written down so long after the moment that it says, at most. */
const WRITE_MS = 30_000;
/** What was certainly not recorded is no answer either; where nobody knows, it may be one. */
const isTakenBack = ({ what, answer }: AuditEntry): boolean =>
  what === 'undone' || what === 'declined' || (what === 'failed' && !answer?.startsWith('no clear answer'));

/** Each step exactly once where it was due, and none for a case that was answered before that. */
export function judgeUnanswered(one: WaitingCase): void {
  const { id, beganMs, saved, audit, places, world } = one;
  const { wrong, history, count } = world;
  if (!saved) {
    wrong.push(`${id} does not wait for an answer`);
    return;
  }
  const { waiting, listedMs } = saved;
  const ofCase = audit.filter((entry) => entry.caseId === id && entry.n > 0);
  const steps = ofCase.filter(({ what }) => what === 'unanswered').toSorted((a, b) => a.n - b.n);
  const answers = ofCase.filter(({ what }) => what !== 'unanswered').toSorted((a, b) => a.atMs - b.atMs);
  count('steps because nobody answered', steps.length);
  if (waiting.owed) wrong.push(`${id} still owes its step ${waiting.owed.n}`);
  if (listedMs !== null) wrong.push(`${id} is still to be looked at`);
  const numbers = steps.map(({ n }) => n).join();
  const all = Array.from({ length: waiting.count }, (_, index) => index + 1).join();
  if (numbers !== all) wrong.push(`the trail of ${id} has the steps ${numbers}, and ${all} were taken`);

  const spareMs = 2 * history.skewMs + 5;
  const rounds = new Set<string>();
  for (const { n, atMs, answer } of steps) {
    const which = Number(/step (\d)/.exec(answer ?? '')?.[1]);
    const afterMs = AFTER_MS[which - 1] ?? 0;
    const sinces = [atMs, atMs - 10_000].map((ms) => sinceAt(ms));
    const isEarly = sinces.every((sinceMs) => atMs + spareMs < sinceMs + afterMs);
    if (isEarly) wrong.push(`the step ${n} of ${id} was taken before it was due`);
    const dueMs = (sinces[0] ?? 0) + afterMs;
    if (!isEarly && isAnsweredAt(dueMs - WRITE_MS) && isAnsweredAt(dueMs))
      wrong.push(`the step ${n} of ${id} was taken, though it was answered before`);
    const round = `${sinceAt(atMs)} ${which}`;
    if (rounds.has(round)) wrong.push(`the step ${which} of ${id} was taken twice`);
    rounds.add(round);
  }
  if (!isAnsweredAt(Number.POSITIVE_INFINITY) && waiting.taken.length !== AFTER_MS.length)
    wrong.push(`nobody answered ${id}, and only the steps ${waiting.taken} were taken`);

  const told = (destination: string) =>
    places.find(({ key }) => key.destination === destination)?.unanswered?.map(({ n }) => n) ?? null;
  if (`${told('soc') ?? ''}` !== all)
    wrong.push(`${id} at soc knows of the steps ${told('soc')}, not ${all}`);
  const sent = steps.find(({ answer }) => answer?.includes('sent to lead'));
  if (sent && !told('lead')?.includes(sent.n))
    wrong.push(`${id} was not sent to lead with the step ${sent.n}`);
  for (const place of places) judgeCalls(one, place, answers.length > 0);

  function sinceAt(ms: number): number {
    const back = answers.filter(
      (entry) => entry.atMs <= ms && (entry.what === 'handed-back' || isTakenBack(entry)),
    );
    return back.at(-1)?.atMs ?? beganMs;
  }

  function isAnsweredAt(ms: number): boolean {
    const until = answers.filter(({ atMs }) => atMs <= ms);
    const decided = until.filter(({ what }) => !CLAIMED.has(what));
    const last = decided.at(-1);
    if (last && !isTakenBack(last)) return true;
    if (decided.some(({ what }) => what === 'recorded')) return true;
    const claim = until.findLast(({ what }) => CLAIMED.has(what));
    return claim !== undefined && claim.what !== 'handed-back' && claim.atMs >= (last?.atMs ?? 0);
  }
}

/** A step calls people once in a channel, and nobody in the thread of a storm. */
function judgeCalls({ world, slack, teams }: WaitingCase, place: Delivery, answered: boolean): void {
  const { wrong, count, history } = world;
  const { key, thread, unanswered = [], notes, called = [] } = place;
  for (const { n, brought } of unanswered) {
    const note = `unanswered:${n}`;
    const mark = deliveryMark(key, note);
    const calls =
      slack.posts.filter((post) => post.mark === mark && post.text.includes(CALLED.slack)).length +
      teams.posts.filter((post) => post.mark === mark && post.calls).length;
    count('calls because nobody answered', calls);
    if (calls > 1) wrong.push(`the step ${n} of ${key.id} called ${calls} times at ${key.destination}`);
    const mayCall = !answered && !thread && !brought && history.stormThreshold === 20 && notes[note];
    const isFirst = n === 1 && (key.destination !== 'duty' || !history.small);
    if (mayCall && isFirst && calls === 0 && !called.includes(note))
      wrong.push(`the step ${n} of ${key.id} called nobody at ${key.destination}`);
  }
}
