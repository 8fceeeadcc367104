import type { DeliveryLedger } from './delivery-ledger.ts';

/** Whether a case was handed over to a destination, whatever became of its message there. */
export async function hasDelivery(
  ledger: Pick<DeliveryLedger, 'places'>,
  domain: string,
  caseId: string,
): Promise<boolean> {
  return (await ledger.places({ domain, feed: 'cases', id: caseId })).length > 0;
}
