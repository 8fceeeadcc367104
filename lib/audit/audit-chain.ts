import { createHash } from 'node:crypto';
import { DAY_MS } from '../base/time.ts';

/** The shortest time that an entry of the trail is kept, however short the configuration makes it (`retention.trail`). */
export const TRAIL_KEPT_AT_LEAST_MS = 30 * DAY_MS;

/** Where the chain of a day stood. */
export interface Seal {
  /** Like `2026-11-15`. */
  readonly day: string;
  /** Counted from 1, without gaps. */
  readonly seq: number;
  readonly hash: string;
}

export interface ChainHead extends Seal {
  readonly domain: string;
}

/** An entry of the trail as the table stores it: its key, and its exact text. */
export interface KeptEntry {
  readonly key: string;
  readonly text: string;
}

/** One link in the chain of a domain's day. */
export interface ChainLink extends Seal {
  /** The key of the linked entry. */
  readonly of: string;
  /** On the first link only: the head of the last day before it, if there was one. */
  readonly before: Seal | null;
}

/** The links of a day's new entries. They follow the last existing link, which may belong to an earlier day. */
export function linkAll(
  domain: string,
  day: string,
  entries: readonly KeptEntry[],
  last: Seal | null,
): ChainLink[] {
  const links: ChainLink[] = [];
  let end = last;
  for (const { key, text } of entries) {
    const link = linkAfter(domain, day, key, text, end);
    links.push(link);
    end = link;
  }
  return links;
}

function linkAfter(domain: string, day: string, of: string, text: string, last: Seal | null): ChainLink {
  const goesOn = last?.day === day;
  const before = last && !goesOn ? { day: last.day, seq: last.seq, hash: last.hash } : null;
  const place = { day, seq: goesOn ? last.seq + 1 : 1, of, before };
  return { ...place, hash: hashAt(domain, place, text, goesOn ? last.hash : null) };
}

/** Covers the whole entry and its place, and, through the hash before it, everything earlier. */
export function hashAt(
  domain: string,
  { day, seq, of, before }: Omit<ChainLink, 'hash'>,
  text: string,
  previous: string | null,
): string {
  const seal = before && [before.day, before.seq, before.hash];
  const all = JSON.stringify([domain, day, seq, of, text, previous, seal]);
  return createHash('sha256').update(all).digest('hex');
}
