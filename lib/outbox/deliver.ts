import { chatBreakerPauses } from './chat-breaker-pauses.ts';
import { createCircuitBreakers, type TellOps } from './circuit-breaker.ts';
import type { DeliveryKey } from './delivery.ts';
import { createDrain, type DrainParts, STEP_MS } from './drain-destination.ts';
import { createHandleWakeUp } from './handle-wake-up.ts';
import { changePriority } from './priority.ts';
import type { HandleWakeUp } from './wake-up.ts';

export interface DeliverParts<Message> extends DrainParts<Message> {
  /** The channel of a destination, or null when this version of the configuration does not have it. */
  readonly channelOf: (destination: string) => string | null;
  readonly tellOps: TellOps;
}

/** Shows in chats what waits for their destinations. */
export function createDeliver<Message>(parts: DeliverParts<Message>): HandleWakeUp {
  const { ledger, clock, log, channelOf } = parts;
  return createHandleWakeUp({
    targetOf: channelOf,
    breakerOf: createCircuitBreakers({ ...parts, rhythm: chatBreakerPauses }),
    prepare: async ([first], { isFirst }) => void (first && (await refresh(first, isFirst))),
    begin: createDrain(parts),
    roundMs: STEP_MS,
    log,
  });

  /** Puts a delivery on the list again: it may have something new to show, or was parked and gets a second chance. */
  async function refresh(key: DeliveryKey, isFirst: boolean): Promise<void> {
    const saved = await ledger.load(key);
    if (!saved || (saved.value.coveredElsewhere && !saved.value.main)) return;
    // A wake-up that SQS hands out again has already given the parked delivery its second chance.
    if (saved.value.parked === null ? saved.todo !== undefined : !isFirst) return;
    await ledger.save(
      { ...saved.value, parked: null },
      saved.version,
      changePriority(clock.now()),
      clock.now(),
    );
  }
}
