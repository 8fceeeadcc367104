import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { Surroundings } from './surroundings.ts';

/** All entries of the audit trail. */
export const trailIn = ({ table }: Pick<Surroundings, 'table'>): AuditEntry[] =>
  [...table.rows.values()].flatMap(({ pk, entry }): AuditEntry[] =>
    pk?.S?.startsWith('audit#') ? [JSON.parse(entry?.S ?? '{}')] : [],
  );

/** A step of escalation, as the trail tells it. */
export interface StepTaken {
  readonly atMs: number;
  readonly step: number;
}
export const stepsIn = (entries: readonly AuditEntry[]): StepTaken[] =>
  entries
    .filter(({ what }) => what === 'escalation')
    .map(({ atMs, answer }) => ({ atMs, step: Number(/step (\d+) of/.exec(answer ?? '')?.[1]) }))
    .toSorted((a, b) => a.atMs - b.atMs);

/** Whether somebody is on a case or has decided it, by what the trail says of some time, and when it was last left to nobody. */
export function answerIn(entries: readonly AuditEntry[], fromMs: number, untilMs: number) {
  const told = entries
    .filter(({ n, what, atMs }) => n > 0 && what !== 'escalation' && atMs > fromMs && atMs <= untilMs)
    .toSorted((a, b) => a.n - b.n);
  let [isOn, isDecided, isRecorded, leftMs] = [false, false, false, 0];
  for (const { what, answer, atMs } of told) {
    const isInDoubt = what === 'failed' && answer?.startsWith('no clear answer') === true;
    if (what === 'requested') [isDecided, isOn] = [true, false];
    else if (what === 'recorded') isRecorded = true;
    else if (what === 'claimed' || what === 'taken-over') isOn = true;
    else if (what === 'handed-back' || what === 'claim-ended') isOn = false;
    // What was recorded before counts again.
    else if (ENDS_IN_NOTHING.includes(what) && !isInDoubt) isDecided = isRecorded;
    if (LEAVES.includes(what)) leftMs = atMs;
  }
  return { isAnswered: isOn || isDecided, leftMs, last: told.at(-1) ?? null };
}
const ENDS_IN_NOTHING: readonly string[] = ['undone', 'declined', 'failed'];
const LEAVES: readonly string[] = [...ENDS_IN_NOTHING, 'handed-back', 'claim-ended'];
