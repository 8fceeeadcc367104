import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { ANALYSTS } from './config.ts';
import type { Judged } from './judge.ts';
import type { Surroundings } from './play.ts';

const ENDS: readonly string[] = ['recorded', 'failed', 'undone', 'declined'];
const TAKEN_BACK: readonly string[] = ['undone', 'declined'];

/** What the trail says of decisions agrees with itself, with the platform, and with what people pressed. */
export function judgeDecisions(
  { one, name, own }: Judged,
  { world, people }: Surroundings,
  entries: readonly AuditEntry[],
): string[] {
  const found: string[] = [];
  const decisions = new Map<string, AuditEntry[]>();
  for (const entry of entries.filter(({ outcome, n }) => outcome !== null && n > 0))
    decisions.set(entry.id, [...(decisions.get(entry.id) ?? []), entry]);
  let takenBack = 0;
  for (const [id, unsorted] of decisions) {
    const steps = unsorted.toSorted((a, b) => a.n - b.n);
    const what = steps.map((step) => step.what);
    const last = steps.findLast((step) => step.what !== 'overridden');
    const by = steps.find((step) => step.what === 'requested')?.by;
    const approved = steps.find((step) => step.what === 'approved');
    if (what.filter((step) => step === 'requested').length !== 1)
      found.push(`a decision begins once: ${name} ${id} ${what}`);
    // A system has no second self in a chat.
    const isOneOf = by?.surface === 'slack' || by?.surface === 'teams';
    if (approved && (approved.by?.id === by?.id || (isOneOf && approved.by?.surface !== by?.surface)))
      found.push(`nobody approves what they decided: ${name} ${id}`);
    const waits = world.has('approval') && !approved;
    if (!ENDS.includes(last?.what ?? '') && !waits)
      found.push(`a decision comes to its end: ${name} ${id} ends as ${what}`);
    if (TAKEN_BACK.includes(last?.what ?? '')) takenBack++;
  }
  if (one.verdicts.length > decisions.size - takenBack)
    found.push(`what is taken back is not sent: ${name} got ${one.verdicts.length} of ${decisions.size}`);
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
