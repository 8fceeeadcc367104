import * as z from 'zod/mini';
import type { Clock } from './clock.ts';

/** A key that belongs to the bridge alone: nobody types it in, and no other system knows it. */
export interface BridgeKey {
  /** 32 bytes: what new proofs are made with. */
  readonly secret: Buffer;
  /** What proofs may have been made with, before a key was replaced and shortly after. */
  readonly others: readonly Buffer[];
}

export interface BridgeKeys {
  /** Null while no function has made it. */
  keyOf(name: string): Promise<BridgeKey | null>;
  /** For another function: this one need not know it. Once by a process. */
  make(name: string): Promise<void>;
}

/** Where keys are kept. Nobody but an operator can replace one that is there. */
export interface KeyStore {
  read(name: string): Promise<string | null>;
  /** Stores it unless there is one. Absent for a function that makes none. */
  create?(name: string, value: string): Promise<void>;
}

export interface BridgeKeysParts {
  readonly store: KeyStore;
  /** For how long proofs made with a replaced key are still accepted. */
  readonly lifeMsOf: (name: string) => number;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomBytes?: ((count: number) => Buffer) | undefined;
}

export const BRIDGE_KEY_BYTES = 32;
/** A function reads its keys again after this time. */
const KNOWN_MS = 5 * 60_000;
/** A new key makes no proofs before every function has read it. */
const SETTLED_MS = 15 * 60_000;

const KeyVersion = z.object({ secret: z.string(), createdAtMs: z.number() });
const StoredKey = z.object({ v: z.literal(1), versions: z.array(KeyVersion).check(z.minLength(1)) });
/** Newest first. */
export type StoredKey = z.infer<typeof StoredKey>;

/** The keys of the bridge, read again every few minutes. While they cannot be read, those read before go on. */
export function createBridgeKeys({ store, lifeMsOf, clock, randomBytes: draw }: BridgeKeysParts): BridgeKeys {
  const known = new Map<string, { readonly atMs: number; readonly stored: StoredKey }>();
  const made = new Set<string>();

  /** Of two functions that make a key at the same moment, one wins for both. */
  const create = async (name: string) =>
    draw && store.create?.(name, writeStoredKey(newKey(draw, clock.now())));

  async function load(name: string): Promise<StoredKey | null> {
    const found = await store.read(name);
    if (found !== null) return readStoredKey(name, found);
    if (!store.create) return null;
    await create(name);
    const now = await store.read(name);
    if (now === null) throw new Error(`the key "${name}" was made, and cannot be read yet: try again`);
    return readStoredKey(name, now);
  }

  async function stored(name: string): Promise<StoredKey | null> {
    const before = known.get(name);
    if (before && Math.abs(clock.now() - before.atMs) < KNOWN_MS) return before.stored;
    try {
      const now = await load(name);
      if (now) known.set(name, { atMs: clock.now(), stored: now });
      return now;
    } catch (error) {
      if (before) return before.stored;
      throw error;
    }
  }

  return {
    async keyOf(name) {
      const key = await stored(name);
      return key && inUse(key, lifeMsOf(name), clock.now());
    },
    async make(name) {
      if (made.has(name)) return;
      await create(name);
      made.add(name);
    },
  };
}

/** A key that nobody has replaced yet. */
export const newKey = (draw: (count: number) => Buffer, nowMs: number): StoredKey => ({
  v: 1,
  versions: [{ secret: draw(BRIDGE_KEY_BYTES).toString('base64'), createdAtMs: nowMs }],
});

/** The key with a new version; earlier ones whose proofs count no more are dropped. */
export const replaced = (
  key: StoredKey,
  { versions }: StoredKey,
  lifeMs: number,
  nowMs: number,
): StoredKey => ({
  v: 1,
  versions: [...versions, ...open(key, lifeMs, nowMs)],
});

export const writeStoredKey = (key: StoredKey): string => JSON.stringify(key);

/** No message shows the key. */
export function readStoredKey(name: string, text: string): StoredKey {
  const read = StoredKey.safeParse(parsed(text));
  const isWhole = read.data?.versions.every(({ secret }) => bytesOf(secret).length === BRIDGE_KEY_BYTES);
  if (!read.success || !isWhole)
    throw new Error(`the key "${name}" is not one that this version of the bridge understands`);
  return read.data;
}

function inUse(key: StoredKey, lifeMs: number, nowMs: number): BridgeKey {
  const settled = key.versions.find(({ createdAtMs }) => nowMs - createdAtMs >= SETTLED_MS);
  const used = settled ?? key.versions.at(-1);
  const others = open(key, lifeMs, nowMs).filter((one) => one !== used);
  return { secret: bytesOf(used?.secret ?? ''), others: others.map(({ secret }) => bytesOf(secret)) };
}

/** The versions whose proofs count: the newest, and each one for a while after the next one took over. */
const open = ({ versions }: StoredKey, lifeMs: number, nowMs: number): StoredKey['versions'] =>
  versions.filter((_, index) => {
    const next = versions[index - 1];
    return !next || nowMs - (next.createdAtMs + SETTLED_MS) < lifeMs;
  });

const bytesOf = (secret: string): Buffer => Buffer.from(secret, 'base64');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
