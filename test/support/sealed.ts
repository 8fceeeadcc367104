import { createSeal } from '../../lib/base/seal.ts';
import { readTarget, type Target } from '../../lib/chats/document/button-target.ts';

/** A seal for tests. */
export const SEAL = createSeal({ secret: Buffer.alloc(32, 7) });

/** What a button carries, whoever wrote it. */
export const parseTarget = (value: unknown): Target | null => readTarget(value, null)?.target ?? null;
