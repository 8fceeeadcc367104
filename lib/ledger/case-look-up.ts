import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Delivery } from '../delivery/delivery.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { createDeliveryLedger } from './delivery-ledger.ts';
import type { DynamoParts } from './dynamo-calls.ts';
import { createDynamoVerdictLedger } from './dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from './dynamo-versioned-rows.ts';

export interface CasePlace {
  readonly domain: string;
  readonly caseId: string;
  readonly destination: string;
}

/** Reads what was shown of a case somewhere, and what was decided. On its own, to be loaded when somebody asks. */
export function createCaseLookUp({
  maxAttempts,
  ...rest
}: Omit<DynamoParts, 'client'> & { maxAttempts: number }) {
  const table = { ...rest, client: new DynamoDBClient({ maxAttempts }) };
  const deliveries = createDeliveryLedger(createDynamoVersionedRows(table));
  const verdicts = createDynamoVerdictLedger(table);
  return async function lookUpCase({ domain, caseId, destination }: CasePlace) {
    const [delivery, verdict] = await Promise.all([
      deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
      verdicts.load(domain, caseId),
    ]);
    return { delivery: delivery?.value ?? null, verdict } satisfies {
      delivery: Delivery | null;
      verdict: CaseVerdict | null;
    };
  };
}
