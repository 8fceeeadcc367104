import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../base/seal.ts';
import type { CommandPage } from './command-answer.ts';
import { sealedValue } from './sealed-value.ts';

/** What a button that shows more is called. */
export const MORE_VERB = 'ask:more';

/** What a button of Slack holds. */
const LONGEST = 2_000;

const PAGE = /* @__PURE__ */ sealedValue('page', LONGEST, { q: z.string(), d: z.string(), a: z.string() });

/** The value of a button; null when it is too long. */
export const writePage = ({ text, domain, after }: CommandPage, sealOf: SealOf): string | null =>
  PAGE.write({ q: text, d: domain, a: after }, sealOf);

/** Null when the bridge did not write the value. */
export function readPage(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): CommandPage | null {
  const read = PAGE.read(value, seal);
  if (read?.origin !== 'genuine') return null;
  const { q, d, a } = read.fields;
  return { text: q, domain: d, after: a };
}
