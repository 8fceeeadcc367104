import { createSigningKey, jwkOf, type SigningKey } from './signing-key.ts';

const ENDORSEMENTS = ['msteams', 'skype', 'webchat'];

/** Where keys come from: first those made in advance, then new ones. */
export const createKeySource = (ready: readonly SigningKey[] = []) => {
  const left = [...ready];
  return (): SigningKey => left.shift() ?? createSigningKey();
};

/** The keys published to bots; the newest signs. Created on first use. */
export const createKeyRing = (nextKey: () => SigningKey) => {
  let keys: SigningKey[] = [];
  const endorsements = new Map<string, readonly string[]>();
  const current = (): SigningKey => {
    if (keys.length === 0) keys = [nextKey()];
    return keys.at(-1) as SigningKey;
  };
  return {
    current,
    all: (): readonly SigningKey[] => {
      current();
      return [...keys];
    },
    /** A new key signs from now on. The old ones stay in the list, unless they are dropped at once. */
    rotate: ({ dropOld = false }: { readonly dropOld?: boolean | undefined } = {}): SigningKey => {
      current();
      keys = dropOld ? [nextKey()] : [...keys, nextKey()];
      return current();
    },
    /** What the current key may sign for; Teams is `msteams`. */
    setEndorsements: (names: readonly string[]): void => {
      endorsements.set(current().kid, [...names]);
    },
    document: () => {
      current();
      return {
        keys: keys.map((key) => ({
          ...jwkOf(key),
          endorsements: [...(endorsements.get(key.kid) ?? ENDORSEMENTS)],
        })),
      };
    },
  };
};

export type KeyRing = ReturnType<typeof createKeyRing>;
