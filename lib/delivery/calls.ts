import type { Mention } from '../config/mentions.ts';
import type { Clock } from '../platform/clock.ts';
import { type Delivery, isNothingShown, MAIN } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { isInWindow, readStorm } from './storm.ts';
import { type Head, SCREENFUL } from './storm-count.ts';
import { isSeverePlace } from './urgency.ts';

/** Whom the message of a case or a digest calls, by the configuration. */
export type WhomToCall = (delivery: Pick<Delivery, 'key' | 'content' | 'forgotten'>) => readonly Mention[];

export interface CallsParts {
  readonly ledger: Pick<DeliveryLedger, 'loadStorm'>;
  readonly clock: Clock;
  readonly whomToCall?: WhomToCall | undefined;
  readonly stormThresholdOf: (destination: string) => number | null;
}

const NOBODY = () => [];

/** Whom the messages of a delivery call, by note. What is posted in a storm calls nobody: its digest does. */
export const createCalls =
  ({ ledger, clock, whomToCall = NOBODY, stormThresholdOf }: CallsParts) =>
  async (delivery: Delivery, list: Head): Promise<(note: string) => readonly Mention[]> => {
    const { key, content, thread, called = [] } = delivery;
    const isDigest = content.kind === 'digest';
    const mayCall = isNothingShown(delivery) && !thread && !called.includes(MAIN);
    const mentions = mayCall ? whomToCall(delivery) : [];
    if (mentions.length === 0) return NOBODY;
    if (!isDigest && (await isStormy(key.destination))) return NOBODY;
    return (note) => (note === MAIN ? mentions : []);

    /** Severe cases have messages of their own in a storm, and may be one themselves. Then the last of them call. */
    async function isStormy(destination: string): Promise<boolean> {
      const threshold = stormThresholdOf(destination);
      if (threshold === null) return false;
      const severe = list.todos.filter(({ at }) => isSeverePlace(at)).length;
      if (severe > Math.min(threshold, SCREENFUL)) return true;
      const { digest, windowStartMs } = readStorm((await ledger.loadStorm(destination))?.value);
      return digest !== null && isInWindow(windowStartMs, clock.now());
    }
  };
