import type { Person } from '../case/answer.ts';
import type { AuditEntry } from './answer-ledger.ts';
import type { WhichPerson } from './which-person.ts';

/** The parts of a trail entry that show how a decision went. */
export type TrailStep = Pick<
  AuditEntry,
  'domain' | 'caseId' | 'id' | 'n' | 'what' | 'outcome' | 'by' | 'place' | 'comment' | 'atMs'
>;

/** One decision, from the click to its current state, according to the audit trail. */
export interface DecisionView {
  readonly domain: string;
  readonly caseId: string;
  readonly decision: string;
  readonly outcome: string | null;
  /** The last event: `recorded`, `failed`, `undone`, `declined`, `waiting` ... */
  readonly is: string;
  /** `person`: the same for every account of one human. */
  readonly by: (Pick<Person, 'id' | 'name'> & { readonly chat: string; readonly person: string }) | null;
  readonly place: string | null;
  readonly comment: string | null;
  /** Everybody who approved: of what a system decided, two people. */
  readonly approvedBy: string | null;
  readonly requestedAt: string | null;
  readonly recordedAt: string | null;
  /** From the click until the platform had it. */
  readonly secondsFromClick: number | null;
}

/** The entries about decisions. The others are about claims, mutes, escalations, and clicks that changed nothing. */
const STEPS = new Set([
  'requested',
  'overridden',
  'replaced',
  'approved',
  'declined',
  'undone',
  'posting',
  'waiting',
  'recorded',
  'failed',
]);

/** Who is who among those who decided. */
type Which = (account: Person) => WhichPerson;

/** Decisions in the order of their requests. */
export function foldTrail(entries: Iterable<TrailStep>, which: Which): DecisionView[] {
  const found = new Map<string, TrailStep[]>();
  for (const entry of entries) {
    if (!STEPS.has(entry.what)) continue;
    const name = JSON.stringify([entry.domain, entry.caseId, entry.id]);
    found.set(name, [...(found.get(name) ?? []), entry]);
  }
  return [...found.values()].map((steps) =>
    decisionOf(
      steps.toSorted((a, b) => a.n - b.n),
      which,
    ),
  );
}

function decisionOf(steps: readonly TrailStep[], which: Which): DecisionView {
  const [first] = steps as [TrailStep, ...TrailStep[]];
  const last = steps.at(-1) ?? first;
  const asked = steps.find(({ what }) => what === 'requested' || what === 'overridden');
  const recorded = steps.findLast(({ what }) => what === 'recorded');
  const by = asked?.by ?? first.by;
  const approvers = steps.flatMap(({ what, by: one }) =>
    what === 'approved' && one ? [which(one).name] : [],
  );
  const { key: person = '', name = '' } = by ? which(by) : {};
  return {
    domain: first.domain,
    caseId: first.caseId,
    decision: first.id,
    outcome: last.outcome ?? first.outcome,
    is: last.what,
    by: by && { chat: by.surface, id: by.id, name, person },
    place: asked?.place ?? first.place,
    comment: asked?.comment ?? first.comment,
    approvedBy: approvers.join(', ') || null,
    requestedAt: isoOf(asked),
    recordedAt: isoOf(recorded),
    secondsFromClick: asked && recorded ? Math.round((recorded.atMs - asked.atMs) / 1_000) : null,
  };
}

const isoOf = (step: TrailStep | undefined): string | null =>
  step ? new Date(step.atMs).toISOString() : null;
