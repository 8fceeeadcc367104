import type { CaseVerdict, DecisionState } from '../../../lib/verdict/case-verdict.ts';
import type { AuditEntry } from '../../../lib/verdict/verdict-ledger.ts';

/** What was seen of one history from the outside. */
export interface Seen {
  readonly saves: CaseVerdict[];
  readonly posts: { readonly decisionId: string; readonly taken: boolean; readonly atMs: number }[];
  readonly shown: CaseVerdict[];
  readonly told: { readonly id: string; readonly because: string }[];
  /** Clicks that changed something. */
  readonly did: string[];
  readonly clicks: { readonly id: string; readonly decides: boolean }[];
  readonly wrong: string[];
}

const OVER: readonly DecisionState['is'][] = ['undone', 'declined', 'failed', 'recorded'];

/** Every write, as it happens. */
export function judgeSave(next: CaseVerdict, clickId: string, { saves, did, wrong }: Seen): void {
  const before = saves.at(-1);
  saves.push(next);
  if (next.trail.length > (before?.trail.length ?? 0)) did.push(clickId);
  const state = before?.decision.state.is;
  if (before && next.version !== before.version + 1) wrong.push(`version ${before.version}, ${next.version}`);
  if (before && before.decision.id !== next.decision.id) {
    const isBack = next.trail.at(-1)?.what === 'undone' || next.trail.at(-1)?.what === 'declined';
    if (!OVER.includes(state as DecisionState['is']) && !isBack) {
      wrong.push(`${next.decision.id} pushed ${before.decision.id} aside, which was ${state}`);
    }
    if (state === 'recorded' && next.decision.overrides !== before.decision.id) {
      wrong.push(`${next.decision.id} replaced a recorded decision without saying so`);
    }
  }
  const kept = before?.trail ?? [];
  if (!same(kept, next.trail.slice(0, kept.length)))
    wrong.push(`the trail was rewritten at version ${next.version}`);
  const times = next.trail.map(({ atMs }) => atMs);
  if (
    !same(
      times,
      times.toSorted((a, b) => a - b),
    )
  )
    wrong.push('the trail goes back in time');
}

/** What has to be true when nothing is left to happen. */
export function judgeEnd(
  final: CaseVerdict | null,
  audit: readonly AuditEntry[],
  trail: readonly AuditEntry[],
  { posts, shown, told, did, clicks, wrong, saves }: Seen,
): void {
  for (const { decisionId } of posts) {
    const [first, ...others] = posts.filter((post) => post.decisionId === decisionId && post.taken);
    if (others.length > 0) wrong.push(`${decisionId} was recorded ${others.length + 1} times`);
    if (first && posts.some((post) => post.decisionId === decisionId && post.atMs > first.atMs)) {
      wrong.push(`${decisionId} was sent again after it was taken`);
    }
  }
  if (final && !['awaiting-approval', ...OVER].includes(final.decision.state.is)) {
    wrong.push(`${final.decision.id} ended as ${final.decision.state.is}`);
  }
  if (final && !shown.some(({ decision }) => same(decision, final.decision)))
    wrong.push('the end was not shown');

  const copied = audit.filter(({ n }) => n > 0);
  if (!same(copied, trail)) wrong.push('the audit trail is not the trail of the case');
  for (const id of new Set(trail.map((entry) => entry.id))) {
    const steps = trail.filter((entry) => entry.id === id);
    const end = steps.findLast(({ what }) => what !== 'overridden')?.what;
    const taken = posts.some((post) => post.decisionId === id && post.taken);
    if (end === 'recorded' && !taken) wrong.push(`${id} is told to be recorded, and is not`);
    if (taken && end !== 'recorded' && !mayBeRecorded(id, saves))
      wrong.push(`${id} is recorded, and told ${end}`);
    if (steps.filter(({ what }) => what === 'requested').length !== 1)
      wrong.push(`${id} began more than once`);
    const isOpen = final?.decision.id === id && final.decision.state.is === 'awaiting-approval';
    if (!isOpen && !OVER.includes(end as DecisionState['is']))
      wrong.push(`${id} ends as ${end} in the trail`);
  }
  for (const { id, because } of told) {
    if (did.includes(id)) wrong.push(`${id} was told ${because}, and came true all the same`);
    if (!audit.some((entry) => entry.id === id && entry.what === 'refused'))
      wrong.push(`${id} is not audited`);
  }
  // Who decides does so, or is told no. Who approves what is approved already sees that it is.
  for (const { id, decides } of clicks) {
    const isAnswered = did.includes(id) || told.some((one) => one.id === id);
    if (!isAnswered && (decides || shown.length === 0)) wrong.push(`${id} came to nothing`);
  }
}

/** Whether the decision last said that nobody knows. */
function mayBeRecorded(id: string, saves: readonly CaseVerdict[]): boolean {
  const state = saves.findLast(({ decision }) => decision.id === id)?.decision.state;
  return state?.is === 'failed' && state.mayBeRecorded;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
