import { DAY_MS } from '../../lib/base/time.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { type DecisionView, foldTrail } from '../../lib/verdict/decision-views.ts';
import { joinPeople } from '../../lib/verdict/join-people.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { UsageError } from '../frame/errors.ts';

const MOST_DAYS = 500;
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

export async function readDecisions(
  bridge: OpenBridge,
  domains: readonly string[],
  sinceMs: number,
  { people }: Pick<BridgeConfig, 'people'>,
): Promise<DecisionView[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readTrail(bridge, domains, sinceMs)) entries.push(entry);
  return foldTrail(
    entries,
    joinPeople(
      people,
      entries.flatMap(({ by }) => by ?? []),
    ),
  );
}
