import { inParallel } from '../../lib/base/in-parallel.ts';
import { showProgress } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoPast } from '../../lib/features/history/dynamo-past.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { readTimestamp } from '../../lib/posture/schemas/timestamp.ts';
import type { DecisionView } from '../../lib/verdict/decision-views.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { statusOfMutes } from '../look/status-of-mutes.ts';
import { readDecisions } from '../verdicts/decisions.ts';
import type { ReportedCase, ReportInput } from './figures.ts';

const AT_ONCE = 8;
const MOST_ROWS = 20_000;

/** What the ledger has about this time: the trail, the content of the decided cases, and when cases arrived. */
export async function gather(bridge: OpenBridge, config: BridgeConfig, fromMs: number): Promise<ReportInput> {
  const toMs = bridge.clock.now();
  const names = Object.keys(config.domains);
  const decisions = await readDecisions(bridge, names, fromMs, config);
  const labelOf = labelsOf(decisions);
  const deliveries = createDeliveryLedger(createDynamoVersionedRows(bridge.ledger));
  let done = 0;
  const recorded = decisions.filter(({ is }) => is === 'recorded');
  const decided = await inParallel(recorded, AT_ONCE, async (one): Promise<ReportedCase> => {
    showProgress(`Reading ${++done} of ${recorded.length} decided cases ...`);
    const places = await deliveries
      .places({ domain: one.domain, feed: 'cases', id: one.caseId })
      .catch(() => []);
    const [item] = places.flatMap(({ value: { content } }) =>
      content.kind === 'case' ? [content.item] : [],
    );
    const handed = places.map(({ value }) => value.handedOverAtMs);
    return {
      domain: one.domain,
      outcome: one.outcome ?? 'unknown',
      by: one.by ? labelOf(one.by) : 'the bridge',
      threatType: item?.threat_type ?? 'unknown',
      createdAtMs: item ? readTimestamp(item.created_at) : null,
      handedOverAtMs: handed.length > 0 ? Math.min(...handed) : null,
      recordedAtMs: one.recordedAt === null ? null : Date.parse(one.recordedAt),
    };
  });
  return {
    fromMs,
    toMs,
    casesAtMs: await casesSince(bridge, names, fromMs),
    decided,
    notRecorded: notRecordedIn(decisions),
    mutes: await statusOfMutes(bridge, names, fromMs),
  };
}

/** One label for each person, also where two people have one name. */
function labelsOf(decisions: readonly DecisionView[]): (by: NonNullable<DecisionView['by']>) => string {
  const called = new Map<string, Set<string>>();
  for (const { by } of decisions)
    if (by) called.set(by.name, (called.get(by.name) ?? new Set()).add(by.person));
  return ({ name, person }) => ((called.get(name)?.size ?? 0) > 1 ? `${name} (${person})` : name);
}

/** As the poller remembers them, without any of their content. */
async function casesSince(
  { ledger }: OpenBridge,
  domains: readonly string[],
  fromMs: number,
): Promise<number[]> {
  const past = createDynamoPast(ledger, { keptMs: 0 });
  const found: number[] = [];
  for (const domain of domains) {
    const { entries } = await past.cases(domain, { fromMs, mostRows: MOST_ROWS });
    const once = new Map(entries.map(({ id, atSeconds }) => [id, atSeconds * 1_000]));
    found.push(...[...once.values()].filter((ms) => ms >= fromMs));
  }
  return found;
}

function notRecordedIn(decisions: readonly DecisionView[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { is } of decisions) if (is !== 'recorded') counts[is] = (counts[is] ?? 0) + 1;
  return counts;
}
