import { DAY_MS } from '../base/time.ts';
import {
  type ChainHead,
  type ChainLink,
  type KeptEntry,
  type Seal,
  TRAIL_KEPT_AT_LEAST_MS,
} from './audit-chain.ts';
import { verifyDay } from './verify-day.ts';

/** The trail as the table stores it. */
export interface KeptTrail {
  entries(domain: string, day: string): AsyncIterable<readonly KeptEntry[]>;
  links(domain: string, day: string): AsyncIterable<readonly ChainLink[]>;
  /** The last link up to the end of a day, or the first one after it. */
  linkBeside(domain: string, day: string, side: '<' | '>'): Promise<ChainLink | null>;
}

export interface VerifiedTrail {
  /** Findings that are impossible unless somebody other than the bridge wrote to the trail. */
  readonly problems: readonly string[];
  /** What the chain cannot confirm. */
  readonly notes: readonly string[];
  readonly entries: number;
  /** The chain heads of all days that have a chain. */
  readonly heads: readonly ChainHead[];
}

export interface VerifyOptions {
  readonly nowMs: number;
  /** How long the trail is promised to be kept: the rows stay a little longer. */
  readonly keptMs: number;
}

/** Whether the table must still have the rows of a day. */
export const isKept = (day: string, { nowMs, keptMs }: VerifyOptions): boolean =>
  Date.parse(day) >= nowMs - keptMs;

/** A note about rows that are gone and may have expired properly. */
export const maybeExpired = (day: string, nowMs: number): string =>
  Date.parse(day) < nowMs - TRAIL_KEPT_AT_LEAST_MS
    ? ' (no harm if retention.trail was shorter than it is now)'
    : '';

/** Checks the chains of these days, and their links to the days before and after. The days are in order. */
export async function verifyTrail(
  trail: KeptTrail,
  domain: string,
  days: readonly string[],
  options: VerifyOptions,
): Promise<VerifiedTrail> {
  const problems: string[] = [];
  const notes: string[] = [];
  const heads: ChainHead[] = [];
  const known = new Map<string, readonly ChainLink[]>();
  let count = 0;

  async function linksOf(day: string): Promise<readonly ChainLink[]> {
    const links = known.get(day) ?? (await allOf(trail.links(domain, day)));
    known.set(day, links);
    return links;
  }
  /** Checks that the day named as the one before is still as it was then. */
  async function checkSeal(day: string, earlier: string | null): Promise<void> {
    const seal = (await linksOf(day))[0]?.before ?? null;
    if (!seal) {
      if (earlier) notes.push(`${day} names no day before it: nothing vouches for the end of ${earlier}`);
      return;
    }
    const links = await linksOf(seal.day);
    const link = links.find(({ seq }) => seq === seal.seq);
    if (!link && isExpired(seal.day)) notes.push(`${seal.day}, which ${day} follows, is no longer kept`);
    else if (!link)
      problems.push(
        `${seal.day}: the chain went on to place ${seal.seq} when ${day} began, and its end is gone${maybeExpired(seal.day, options.nowMs)}`,
      );
    else if (link.hash !== seal.hash)
      problems.push(
        `${seal.day}: the chain is not the one that stood at place ${seal.seq} when ${day} began`,
      );
    const late = links.filter(({ seq }) => seq > seal.seq).length;
    if (late > 0)
      notes.push(
        `${seal.day}: ${late} entries were added after ${day} had begun; only anchors and the log vouch for them`,
      );
    if (earlier && earlier > seal.day)
      notes.push(`${earlier}: it was added after ${day} had begun; only anchors and the log vouch for it`);
  }
  const isExpired = (day: string) => !isKept(day, options);

  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return { problems, notes, entries: 0, heads };
  let earlier = (await trail.linkBeside(domain, dayBefore(firstDay), '<'))?.day ?? null;
  for (const day of days) {
    if (isExpired(day)) {
      notes.push(`${day} is older than retention.trail: what is left of it proves nothing`);
      continue;
    }
    const entries = await allOf(trail.entries(domain, day));
    const links = await linksOf(day);
    problems.push(...verifyDay(domain, entries, links).map((sentence) => `${day}: ${sentence}`));
    count += entries.length;
    const end = links.at(-1);
    if (!end) continue;
    await checkSeal(day, earlier);
    heads.push({ domain, day, seq: end.seq, hash: end.hash });
    earlier = day;
  }
  const next = await trail.linkBeside(domain, lastDay, '>');
  if (next) await checkSeal(next.day, earlier);
  else if (heads.length > 0)
    notes.push(`${earlier}: no later day vouches for its end yet, only anchors and the log do`);
  return { problems, notes, entries: count, heads };
}

/** Compares the chain with a head that was kept elsewhere: null if they agree. */
export function compareHead(
  { seq, hash }: Omit<Seal, 'day'>,
  links: readonly ChainLink[],
  by = 'the log',
): string | null {
  const link = links.find((one) => one.seq === seq);
  if (!link) return `the chain ends at place ${links.at(-1)?.seq ?? 0}, and ${by} has place ${seq}`;
  return link.hash === hash ? null : `the chain has another hash at place ${seq} than ${by}`;
}

export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

export async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}
