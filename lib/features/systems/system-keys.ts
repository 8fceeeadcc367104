import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { remembered } from '../../base/remembered.ts';
import type { ReadSecret } from '../../base/secrets.ts';
import type { WebhookDestination } from '../../config/webhook-schema.ts';
import { readSharedKeys } from '../../endpoints/sign-event.ts';
import { readPublicKey, type SystemKeys } from './verify-request.ts';

export interface KeysOfSystemsParts {
  readonly systems: readonly (readonly [string, WebhookDestination])[];
  readonly readSecret: ReadSecret;
  readonly clock: Clock;
  readonly log: Log;
}

/** A secret that was taken away works for no longer than this. */
const FRESH_MS = 5 * 60_000;
/** A wrong signature may mean that the secret was changed. It is read again at most this often, whatever is sent. */
const LOOK_AGAIN_MS = 60_000;

/** Null for a name that no system has. `wrong`: what is known does not fit. */
export type KeysOf = (destination: string, wrong?: boolean) => Promise<SystemKeys> | null;

/** The keys of the systems that may decide, kept for a while. */
export function createKeysOfSystems({ systems, readSecret, clock, log }: KeysOfSystemsParts): KeysOf {
  const known = new Map(systems.map(([name, system]) => [name, keysOf(name, system)]));
  return (destination, wrong) => known.get(destination)?.(wrong) ?? null;

  function keysOf(name: string, { secret, publicKey = [] }: WebhookDestination) {
    const publicKeys = publicKey.map(readPublicKey);
    let readAtMs = Number.NEGATIVE_INFINITY;
    const read = remembered(async (): Promise<SystemKeys> => {
      const shared = (await Promise.all(secret.map(readSecret))).flatMap(readSharedKeys);
      return { shared, publicKeys };
    });
    return async (wrong = false): Promise<SystemKeys> => {
      const ageMs = clock.now() - readAtMs;
      if (ageMs < (wrong ? LOOK_AGAIN_MS : FRESH_MS)) return read();
      readAtMs = clock.now();
      try {
        return await read(true);
      } catch (error) {
        // Requests of strangers must not remove the secret that others are verified with.
        log('secret not read again', { destination: name, error: String(error) });
        return read();
      }
    };
  }
}
