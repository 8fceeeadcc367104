import type { Clock } from '../base/clock.ts';
import { isCallNote, isWorseNote } from '../case/note-keys.ts';
import type { StepAtPlace } from '../case/steps-shown-at.ts';
import type { Mention } from '../config/mentions.ts';
import { type Delivery, isNothingShown, MAIN } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { isCallPriority, isSeverePriority } from './priority.ts';
import { CALM, isInWindow } from './storm.ts';
import { type Head, SCREENFUL } from './storm-count.ts';

interface StepsShown {
  /** Steps that were taken because nobody answered. */
  readonly escalation?: readonly StepAtPlace[] | undefined;
}

/** Whom a message of a case or a digest calls, by the configuration: `main`, or a note. */
export type WhomToCall = (
  delivery: Pick<Delivery, 'key' | 'content' | 'forgotten'> & StepsShown,
  note: string,
) => readonly Mention[];

export interface CallsParts {
  readonly ledger: Pick<DeliveryLedger, 'loadStorm'>;
  readonly clock: Clock;
  readonly whomToCall?: WhomToCall | undefined;
  readonly stormThresholdOf: (destination: string) => number | null;
  /** Whether a mute would hide a case from its destination now. Nothing is muted unless given. */
  readonly isMuted?: ((delivery: Delivery) => Promise<boolean>) | undefined;
}

const NOBODY = () => [];

/**
 * Whom the messages of a delivery mention, by note. In a storm only the digest mentions people. A note about an escalation,
 * or about a higher severity, mentions people only while nobody has answered, and of many at once only the last ones do. A
 * case that was muted after it was posted mentions nobody: the verdict function checks that before it takes a step.
 */
export const createCalls =
  ({ ledger, clock, whomToCall = NOBODY, stormThresholdOf, isMuted }: CallsParts) =>
  async (
    delivery: Delivery & StepsShown,
    list: Head,
    isAnswered = false,
  ): Promise<(note: string) => readonly Mention[]> => {
    const { key, content, thread, called = [] } = delivery;
    const threshold = stormThresholdOf(key.destination);
    // Nobody is called about a case that ended, or that somebody decided or claimed before it came here.
    const mayCall = isNothingShown(delivery) && !thread && !called.includes(MAIN) && !isAnswered;
    const named = isAnswered ? [] : whomToCall({ ...delivery, escalation: [] }, MAIN);
    const isSilent = named.length > 0 && content.kind === 'case' && ((await isMuted?.(delivery)) ?? false);
    const wanted = mayCall && !isSilent ? whomToCall(delivery, MAIN) : [];
    const isHeard = content.kind === 'digest' || wanted.length === 0 || !(await isStormy());
    const main = isHeard ? wanted : [];
    const isBurst = threshold !== null && waitingAt(isCallPriority) > Math.min(threshold, SCREENFUL);
    const mayCallAgain = !thread && !isAnswered && !isBurst;
    return (note) => {
      if (note === MAIN) return main;
      if (!isCallNote(note) || !mayCallAgain) return [];
      if (isWorseNote(note)) return isSilent ? [] : named;
      return whomToCall(delivery, note);
    };

    function waitingAt(isThere: (priority: string) => boolean): number {
      return list.todos.filter(({ at }) => isThere(at)).length;
    }

    /** Severe cases have messages of their own in a storm. If there are too many of them, only the last ones mention people. */
    async function isStormy(): Promise<boolean> {
      if (threshold === null) return false;
      if (waitingAt(isSeverePriority) > Math.min(threshold, SCREENFUL)) return true;
      const { digest, windowStartMs } = (await ledger.loadStorm(key.destination))?.value ?? CALM;
      return digest !== null && isInWindow(windowStartMs, clock.now());
    }
  };
