import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { Seal, SealOf } from '../../platform/seal.ts';
import { asciiJson } from './button-target.ts';
import type { CommandPage } from './command-answer.ts';

/** What a button that shows more is called. */
export const MORE_VERB = 'ask:more';

/** What a button of Slack holds. */
const LONGEST = 2_000;

/** As text for a button; null when it is too long for one. */
export function writePage(page: CommandPage, sealOf: SealOf): string | null {
  const fields = { q: page.text, d: page.domain, a: page.after };
  const value = asciiJson({ ...fields, s: sealOf(sealedText(fields)) });
  return value.length <= LONGEST ? value : null;
}

/** The kind first: what was sealed as something else is no page. */
const sealedText = (fields: object): string => `page ${asciiJson(fields)}`;

const Value = z.object({ q: z.string(), d: z.string(), a: z.string(), s: z.string() });

/** Null for what the bridge did not write: a client may send anything. */
export function readPage(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): CommandPage | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const { data } = Value.safeParse(parseJson(value));
  if (!data || !seal) return null;
  const { q, d, a, s } = data;
  return seal.isGenuine(sealedText({ q, d, a }), s) ? { text: q, domain: d, after: a } : null;
}
