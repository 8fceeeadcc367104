import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { VersionedRows } from '../base/versioned-rows.ts';
import { isChat } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { createKeepForEndpoints } from '../endpoints/keep-events.ts';
import { createChooses } from '../endpoints/open-endpoints.ts';
import { createEventLedger } from '../endpoints/stored-events.ts';
import { createHandOver } from '../outbox/hand-over.ts';
import { createKeepForChats } from '../outbox/keep-content.ts';
import { createDeliveryLedger } from '../outbox/stored-deliveries.ts';

/** Hands something over to a destination: the ledger keeps it, and a wake-up in its queue starts its function. */
export function openHandOver(config: BridgeConfig, rows: VersionedRows, outbox: Outbox, clock: Clock) {
  const { destinations, storm, retention } = config;
  const kept = { keptMs: retention.deliveries };
  const forChats = createKeepForChats({
    ledger: createDeliveryLedger(rows, kept),
    severeFrom: storm.severe,
    clock,
  });
  const forEndpoints = createKeepForEndpoints({
    ledger: createEventLedger(rows, kept),
    chooses: createChooses(destinations),
    clock,
  });
  return createHandOver({
    outbox,
    keep: (envelope, onlyIfKept) =>
      (isChat(destinations[envelope.destination]?.type ?? '') ? forChats : forEndpoints)(
        envelope,
        onlyIfKept,
      ),
  });
}
