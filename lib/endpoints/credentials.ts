import type { Clock } from '../base/clock.ts';
import { webhooksIn } from '../config/webhooks.ts';
import { readSigners, type Signer } from './sign-event.ts';

/** What proves to an endpoint that a request is from here. */
export interface Credentials {
  readonly signers: readonly Signer[];
  /** Sent along as they are. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long a secret is used before it is read again. */
const FRESH_MS = 5 * 60_000;

/** Reads the secrets of endpoints, and again when they were refused or are no longer fresh. */
export function createCredentials(
  destinations: Parameters<typeof webhooksIn>[0],
  { readSecret, clock }: { readSecret: (name: string) => Promise<string>; clock: Clock },
) {
  const webhooks = new Map(webhooksIn(destinations));
  const known = new Map<string, { readonly at: number; readonly credentials: Credentials }>();
  return {
    async of(name: string): Promise<Credentials> {
      const before = known.get(name);
      if (before && clock.now() - before.at < FRESH_MS) return before.credentials;
      const { secret = [], headers = {} } = webhooks.get(name) ?? {};
      const signers = (await Promise.all(secret.map(readSecret))).flatMap(readSigners);
      const values = Object.entries(headers).map(
        async ([header, parameter]) =>
          [header.toLowerCase(), headerText(await readSecret(parameter))] as const,
      );
      const credentials = { signers, headers: Object.fromEntries(await Promise.all(values)) };
      known.set(name, { at: clock.now(), credentials });
      return credentials;
    },
    /** The endpoint refused them: there may be new ones by now. */
    forget: (name: string): void => void known.delete(name),
  };
}

/** A line break would begin another header. */
const headerText = (text: string): string => text.trim().replace(/[^\x20-\x7e]/g, '');
