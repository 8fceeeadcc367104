import { randomBytes, randomInt } from 'node:crypto';

/** Whose access key it is. The operator runs the local cloud, and may do everything. */
export type KeyHolder =
  | { readonly kind: 'function'; readonly name: string; readonly roleArn: string }
  | { readonly kind: 'operator' };

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Part of keys that expire, like those of a function. */
  readonly sessionToken?: string;
}

export interface HeldKey {
  readonly holder: KeyHolder;
  readonly credentials: Credentials;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const drawId = (prefix: string): string =>
  prefix + Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The keys of this run. Each is generated when it is issued, so none works in the next run. */
export function createKeyRing() {
  const keys = new Map<string, HeldKey>();
  return {
    find: (accessKeyId: string): HeldKey | undefined => keys.get(accessKeyId),
    /** Like AWS: a person's key stays, a role's comes with a session that ends. */
    issue(holder: KeyHolder): Credentials {
      const secretAccessKey = randomBytes(30).toString('base64');
      const credentials =
        holder.kind === 'operator'
          ? { accessKeyId: drawId('AKIA'), secretAccessKey }
          : {
              accessKeyId: drawId('ASIA'),
              secretAccessKey,
              sessionToken: randomBytes(48).toString('base64'),
            };
      keys.set(credentials.accessKeyId, { holder, credentials });
      return credentials;
    },
    revoke: ({ accessKeyId }: Credentials): void => void keys.delete(accessKeyId),
  };
}

export type KeyRing = ReturnType<typeof createKeyRing>;
