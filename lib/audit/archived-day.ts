import * as z from 'zod/mini';
import type { ChainHead, ChainLink, KeptEntry } from './audit-chain.ts';

/** A day of a domain's trail as the archive stores it: all entries and links, and where the chain stood. */
export interface ArchivedDay {
  readonly head: ChainHead;
  readonly entries: readonly KeptEntry[];
  readonly links: readonly ChainLink[];
}

const KIND = 'posture-bridge audit trail';
const FORMAT = 1;
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const place = z.number().check(z.int(), z.positive());

const First = z.object({
  kind: z.literal(KIND),
  v: z.literal(FORMAT),
  domain: z.string(),
  day,
  seq: place,
  hash,
  lines: z.number(),
});
const Line = z.union([
  z.strictObject({
    key: z.string(),
    /** Missing if the entry was gone from the table. */
    text: z.optional(z.string()),
    seq: place,
    hash,
    before: z.optional(z.object({ day, seq: place, hash })),
  }),
  // An entry that has no place in the chain.
  z.strictObject({ key: z.string(), text: z.string() }),
]);

/** What is wrong with a file that should be an archived day. */
export class NotArchivedError extends Error {}

/**
 * Named after the head of the chain: the same day written again is a new version of the same object, and a day that has
 * grown is another object. The hash is part of the name, so no other chain can have it.
 */
export const archivedName = ({ domain, day, seq, hash }: ChainHead): string =>
  `audit/${domain}/${day}/${String(seq).padStart(8, '0')}-${hash}.jsonl`;

/** One line of JSON for the day, one for each link with its entry, in order, and one for each entry without a link. */
export function writeArchivedDay({ head, entries, links }: ArchivedDay): string {
  const textOf = new Map(entries.map(({ key, text }) => [key, text]));
  const placed = new Set(links.map(({ of }) => of));
  const lines = [
    ...links.map(({ of: key, seq, hash, before }) => ({
      key,
      text: textOf.get(key),
      seq,
      hash,
      ...(before && { before }),
    })),
    ...entries.filter(({ key }) => !placed.has(key)).map(({ key, text }) => ({ key, text })),
  ];
  const { domain, day, seq, hash } = head;
  const first = { kind: KIND, v: FORMAT, domain, day, seq, hash, lines: lines.length };
  return [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Throws a NotArchivedError for text that the bridge did not write in this form. It does not check the chain. */
export function readArchivedDay(text: string): ArchivedDay {
  const [firstLine = '', ...others] = text.replace(/\n$/, '').split('\n');
  const first = First.safeParse(parsed(firstLine));
  if (!first.success) throw new NotArchivedError('its first line is not that of an archived day');
  const { kind: _, v: __, lines: count, ...head } = first.data;
  if (others.length !== count)
    throw new NotArchivedError(
      `it has ${others.length} lines after the first, and was written with ${count}`,
    );
  const entries = new Map<string, KeptEntry>();
  const links: ChainLink[] = [];
  for (const [index, line] of others.entries()) {
    const read = Line.safeParse(parsed(line));
    if (!read.success) throw new NotArchivedError(`line ${index + 2} is not that of an archived day`);
    const { key, text: entry } = read.data;
    if (entry !== undefined) entries.set(key, { key, text: entry });
    if (!('seq' in read.data)) continue;
    const { seq, hash, before = null } = read.data;
    links.push({ day: head.day, seq, of: key, hash, before });
  }
  return { head, entries: [...entries.values()], links };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
