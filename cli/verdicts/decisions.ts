import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { UsageError } from '../frame/errors.ts';
import { isoOf } from '../frame/time-words.ts';

/** One decision, from the click to its current state, according to the audit trail. */
export interface DecisionView {
  readonly domain: string;
  readonly caseId: string;
  readonly decision: string;
  readonly outcome: string | null;
  /** The last event: `recorded`, `failed`, `undone`, `declined`, `waiting` ... */
  readonly is: string;
  readonly by: { readonly chat: string; readonly id: string; readonly name: string } | null;
  readonly place: string | null;
  readonly comment: string | null;
  readonly approvedBy: string | null;
  readonly requestedAt: string | null;
  readonly recordedAt: string | null;
  /** From the click until the platform had it. */
  readonly secondsToRecord: number | null;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 500;
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

/** The entries of these domains since then, oldest first, page by page. */
export async function* readTrail(
  { ledger, clock }: OpenBridge,
  domains: readonly string[],
  sinceMs: number,
): AsyncGenerator<AuditEntry, void, undefined> {
  const first = Math.floor(sinceMs / DAY_MS) * DAY_MS;
  const days = Math.floor((clock.now() - first) / DAY_MS) + 1;
  if (days > MOST_DAYS) throw new UsageError(`these are ${days} days, and ${MOST_DAYS} are the most`);
  const verdicts = createDynamoAnswerLedger(ledger);
  for (let day = 0; day < days; day++) {
    for (const domain of domains) {
      for await (const page of verdicts.readTrail(domain, new Date(first + day * DAY_MS)))
        for (const entry of page) if (entry.atMs >= sinceMs) yield entry;
    }
  }
}

/** Decisions in the order of their requests. */
export function foldTrail(entries: Iterable<AuditEntry>): DecisionView[] {
  const found = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    if (!STEPS.has(entry.what)) continue;
    const name = JSON.stringify([entry.domain, entry.caseId, entry.id]);
    found.set(name, [...(found.get(name) ?? []), entry]);
  }
  return [...found.values()].map((steps) => decisionOf(steps.toSorted((a, b) => a.n - b.n)));
}

function decisionOf(steps: readonly AuditEntry[]): DecisionView {
  const [first] = steps as [AuditEntry, ...AuditEntry[]];
  const last = steps.at(-1) ?? first;
  const asked = steps.find(({ what }) => what === 'requested' || what === 'overridden');
  const recorded = steps.findLast(({ what }) => what === 'recorded');
  const by = asked?.by ?? first.by;
  return {
    domain: first.domain,
    caseId: first.caseId,
    decision: first.id,
    outcome: last.outcome ?? first.outcome,
    is: last.what,
    by: by && { chat: by.surface, id: by.id, name: by.name },
    place: asked?.place ?? first.place,
    comment: asked?.comment ?? first.comment,
    approvedBy: steps.find(({ what }) => what === 'approved')?.by?.name ?? null,
    requestedAt: isoOf(asked?.atMs),
    recordedAt: isoOf(recorded?.atMs),
    secondsToRecord: asked && recorded ? Math.round((recorded.atMs - asked.atMs) / 1_000) : null,
  };
}

export async function readDecisions(
  bridge: OpenBridge,
  domains: readonly string[],
  sinceMs: number,
): Promise<DecisionView[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readTrail(bridge, domains, sinceMs)) entries.push(entry);
  return foldTrail(entries);
}
