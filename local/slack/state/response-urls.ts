import type { Ids } from './ids.ts';

export const RESPONSE_USES = 5;
export const RESPONSE_LIFE_MS = 30 * 60_000;

export type ResponseTarget = {
  readonly channel: string;
  readonly userId: string;
  /** The message that was clicked; a slash command has none. */
  readonly ts?: string;
};

/** Five answers within thirty minutes, then the address no longer works. */
export const createResponseUrls = (now: () => number, ids: Ids, baseUrl: () => string) => {
  const minted = new Map<string, { target: ResponseTarget; mintedAt: number; uses: number }>();
  return {
    mint: (kind: 'actions' | 'commands', target: ResponseTarget): string => {
      const key = ids.secret(12);
      minted.set(key, { target, mintedAt: now(), uses: 0 });
      return `${baseUrl()}/hooks/${kind}/${key}`;
    },
    /** A refused use does not count: an app that sent a broken message may send a better one. */
    look: (key: string): ResponseTarget | 'no_service' | 'expired_url' | 'used_url' => {
      const found = minted.get(key);
      if (found === undefined) return 'no_service';
      if (now() - found.mintedAt > RESPONSE_LIFE_MS) return 'expired_url';
      return found.uses >= RESPONSE_USES ? 'used_url' : found.target;
    },
    count: (key: string): void => {
      const found = minted.get(key);
      if (found !== undefined) found.uses += 1;
    },
  };
};
