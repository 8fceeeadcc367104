import type { Delivery, DeliveryKey } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';

/** The case that a threat belongs to, if the threat's channel shows that case or is going to. */
export async function shownCaseOf(
  ledger: Pick<DeliveryLedger, 'caseOf' | 'load'>,
  { domain, destination, id }: DeliveryKey,
): Promise<SavedDelivery | null> {
  const caseId = await ledger.caseOf(domain, id);
  if (caseId === null) return null;
  const posted = await ledger.load({ domain, feed: 'cases', id: caseId, destination });
  return posted && posted.value.parked === null ? posted : null;
}

/** Whether the message of its case covers a threat, so that the threat gets no message of its own. */
export const isCoveredByCase = async (
  ledger: Pick<DeliveryLedger, 'caseOf' | 'load'>,
  { key, content, broadcast }: Delivery,
): Promise<boolean> => content.kind === 'threat' && !broadcast && (await shownCaseOf(ledger, key)) !== null;
