import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { ANALYSTS, CLAIM_S } from './config.ts';
import type { Judged } from './judged.ts';
import type { Surroundings } from './surroundings.ts';

const ENDS: readonly string[] = ['recorded', 'failed', 'undone', 'declined'];
const TAKEN_BACK: readonly string[] = ['undone', 'declined'];

/** What the trail says of decisions agrees with itself, with the platform, and with what people pressed. */
export function judgeDecisions(
  judged: Judged,
  around: Surroundings,
  entries: readonly AuditEntry[],
): string[] {
  const { one, name, own } = judged;
  const { world, people } = around;
  const found: string[] = [];
  const decisions = new Map<string, AuditEntry[]>();
  for (const entry of entries.filter(({ outcome, n }) => outcome !== null && n > 0))
    decisions.set(entry.id, [...(decisions.get(entry.id) ?? []), entry]);
  let takenBack = 0;
  for (const [id, unsorted] of decisions) {
    const steps = unsorted.toSorted((a, b) => a.n - b.n);
    const what = steps.map((step) => step.what);
    const last = steps.findLast(({ what }) => what !== 'overridden' && what !== 'replaced');
    const by = steps.find((step) => step.what === 'requested')?.by;
    const approvals = steps.filter((step) => step.what === 'approved').map((step) => step.by);
    if (what.filter((step) => step === 'requested').length !== 1)
      found.push(`a decision begins once: ${name} ${id} ${what}`);
    // A system is nobody: what it decided needs two people. In another chat, either may be the other one.
    const isOneOf = by?.surface === 'slack' || by?.surface === 'teams';
    const agreed = isOneOf ? [by, ...approvals] : approvals;
    const [first, ...others] = agreed;
    if (others.some((one) => one?.id === first?.id || one?.surface !== first?.surface))
      found.push(`nobody approves what they decided: ${name} ${id}`);
    const waits = world.has('approval') && agreed.length < 2;
    const isSent = what.includes('recorded') || what.includes('failed');
    if (waits && isSent && /^(ESCALATED|TRUE_POSITIVE)$/.test(last?.outcome ?? ''))
      found.push(`two people decide: ${name} ${id} was sent after ${what}`);
    if (!ENDS.includes(last?.what ?? '') && !waits)
      found.push(`a decision comes to its end: ${name} ${id} ends as ${what}`);
    if (TAKEN_BACK.includes(last?.what ?? '')) takenBack++;
  }
  if (one.verdicts.length > decisions.size - takenBack)
    found.push(`what is taken back is not sent: ${name} got ${one.verdicts.length} of ${decisions.size}`);
  found.push(...judgeClaims(judged, around, entries));
  // Who presses has done it or is told no; both are in the trail.
  for (const { post, verb, who, isTaken, atMs, old } of people.presses) {
    if (!own.includes(post) || !isTaken || old || !/^(verdict:[A-Z_]+|claim:claim)$/.test(verb)) continue;
    const person = ANALYSTS.find((analyst) => analyst.name === who);
    const ids: readonly (string | undefined)[] = [person?.slack, person?.teams];
    const isClaim = verb === 'claim:claim';
    if (!entries.some(({ by, atMs: at }) => ids.includes(by?.id) && (isClaim || at > atMs - 5_000)))
      found.push(`who presses has done it or is told no: ${verb} by ${who} at ${name}`);
  }
  return found;
}

/** One analyst at a time is on a case, and whoever does nothing about it is not on it for ever. */
function judgeClaims(
  { one, name, isOpen }: Judged,
  { world }: Surroundings,
  entries: readonly AuditEntry[],
): string[] {
  const found: string[] = [];
  const steps = entries.filter(({ n, what }) => n > 0 && what !== 'escalation').toSorted((a, b) => a.n - b.n);
  for (const [index, { what, by }] of steps.entries()) {
    const before = steps[index - 1];
    const reopened = one.log.some(
      (moved) => ['reopen', 'return'].includes(moved.what) && moved.atMs > (before?.atMs ?? 0),
    );
    const wasOn = before?.what === 'claimed' || before?.what === 'taken-over';
    if (what === 'claimed' && wasOn && !reopened && before?.by?.id !== by?.id)
      found.push(
        `one analyst at a time is on a case: ${by?.name} came to ${name}, and ${before?.by?.name} was`,
      );
    if ((what === 'handed-back' || what === 'claim-ended') && !wasOn)
      found.push(`who was not on a case does not leave it: ${what} of ${name}`);
  }
  const last = steps.at(-1);
  const isOn = last?.what === 'claimed' || last?.what === 'taken-over';
  const isOver = isOn && world.time.nowMs - last.atMs > (CLAIM_S + 240) * 1000;
  const isQuiet = !one.log.some(({ what }) => what !== 'created' && what !== 'investigate');
  if (world.has('claims') && world.has('escalation') && isOpen && isQuiet && isOver)
    found.push(`a claim ends by itself: ${last.by?.name} is still on ${name}`);
  return found;
}
