import { createReadWithheld, type Withheld } from '../../console/flow/read-withheld.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';

export type WithheldView = Pick<Withheld, 'muted' | 'deduped' | 'more'>;

/** How much mutes hide and dedupe windows stand for, now. `mutes` and `deduped` say what. */
export async function statusOfWithheld(
  { ledger, clock }: Pick<OpenBridge, 'ledger' | 'clock'>,
  { domains }: Pick<BridgeConfig, 'domains'>,
): Promise<WithheldView> {
  const read = createReadWithheld(createDynamoVersionedRows(ledger), clock.now);
  const { muted, deduped, more } = await read(Object.keys(domains));
  return { muted, deduped, more };
}
