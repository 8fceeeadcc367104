import type { ApiKey } from './settings.ts';

type HeldKey = ApiKey & { active: boolean };

export const createKeyRing = (keys: readonly ApiKey[]) => {
  const held = new Map<string, HeldKey>(keys.map((entry) => [entry.key, { ...entry, active: true }]));
  return {
    /** The domain that a key opens, or undefined if it is unknown or inactive. */
    domainOf: (key: string): string | undefined => {
      const entry = held.get(key);
      return entry?.active ? entry.domain : undefined;
    },
    list: (): HeldKey[] => [...held.values()],
    setActive: (key: string, active: boolean): boolean => {
      const entry = held.get(key);
      if (entry) entry.active = active;
      return entry !== undefined;
    },
  };
};

export type KeyRing = ReturnType<typeof createKeyRing>;

/** `X-API-Key` is preferred, so it decides if both headers are sent. */
export const readKey = (apiKey: string | undefined, authorization: string | undefined): string | undefined =>
  apiKey ?? /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
