import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import type { Log } from '../base/log.ts';
import { DAY_MS } from '../base/time.ts';
import { anchorName } from './anchor.ts';
import { type ArchivedDay, archivedName, writeArchivedDay } from './archived-day.ts';
import type { ChainLink, Seal } from './audit-chain.ts';
import { verifyDay } from './verify-day.ts';
import { allOf, dayBefore, isKept, type KeptTrail, type VerifyOptions } from './verify-trail.ts';

/** Notes that a day was archived, and where its chain stood then. */
export interface ArchiveNote extends Seal {
  /** The retention at that time. After it, the table may hold only part of that day. */
  readonly keptUntilMs: number;
}

/** Append-only. */
export interface ArchiveNotes {
  of(domain: string): Promise<readonly ArchiveNote[]>;
  add(domain: string, note: ArchiveNote): Promise<void>;
}

export interface ArchiveParts {
  readonly trail: KeptTrail;
  readonly notes: ArchiveNotes;
  /** Stores an object where nobody can change it. Storing it again adds a version. */
  readonly put: (key: string, body: string) => Promise<void>;
  /** How long the table keeps the trail. */
  readonly keptMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Archived {
  readonly days: number;
  /** Whether nothing was left for another run. */
  readonly isAll: boolean;
  /** Findings that are impossible unless somebody other than the bridge wrote to the trail. */
  readonly problems: readonly string[];
}

/** Entries added in the first hour after a day would only cause a second object for that day. */
const SETTLED_MS = 3_600_000;
/** How many domains run in parallel. The days of each are read one after the other. */
const AT_ONCE = 4;
/** How often a day is read again if it grows meanwhile. After that, it is left to the next run. */
const MAX_READS = 3;

/** Archives each finished day of each domain that has grown since it was last archived. */
export async function archiveTrail(
  parts: ArchiveParts,
  domains: readonly string[],
  deadlineMs: number,
): Promise<Archived> {
  const { log } = parts;
  const all = await inParallel(domains, AT_ONCE, async (domain): Promise<Archived> => {
    const archived = { days: 0, isAll: true, problems: [] as string[] };
    try {
      await archiveDomain(parts, domain, deadlineMs, archived);
    } catch (thrown) {
      // One unreadable domain must not keep the others from being archived.
      archived.isAll = false;
      log('domain not archived', { domain, error: String(thrown) });
    }
    for (const problem of archived.problems) log('audit.changed', { domain, problem });
    return archived;
  });
  return {
    days: all.reduce((sum, { days }) => sum + days, 0),
    isAll: all.every(({ isAll }) => isAll),
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function archiveDomain(
  { trail, notes, put, keptMs, clock, log }: ArchiveParts,
  domain: string,
  deadlineMs: number,
  archived: { days: number; isAll: boolean; problems: string[] },
): Promise<void> {
  const nowMs = clock.now();
  await anchor(trail, put, domain, nowMs);
  const noted = await notes.of(domain);
  const heads = await headsOf(trail, domain, lastFinished(nowMs), { nowMs, keptMs });
  const forgotten = new Set(noted.filter(({ keptUntilMs }) => keptUntilMs < nowMs).map(({ day }) => day));
  const judged = noted.filter(({ day }) => !forgotten.has(day) && isKept(day, { nowMs, keptMs }));
  archived.problems.push(...compareHeads(judged, heads));
  // Oldest first: the table expires those first.
  for (const head of heads.toReversed()) {
    if (noted.some((seal) => isSame(seal, head))) continue;
    if (clock.now() > deadlineMs) {
      archived.isAll = false;
      return;
    }
    const day = await readDay(trail, domain, head.day);
    if (!day) {
      archived.isAll = false;
      continue;
    }
    if (!forgotten.has(head.day)) archived.problems.push(...problemsIn(day, judged));
    // In this order, a crash in between repeats the object; in the other order, it would lose it. A day that fails the
    // check is archived too, as it was found.
    const { seq, hash } = day.head;
    const note = { day: head.day, seq, hash, keptUntilMs: Date.parse(head.day) + keptMs };
    await put(archivedName(day.head), writeArchivedDay(day));
    await notes.add(domain, note);
    log('audit.archived', { ...day.head, entries: day.entries.length });
    archived.days++;
  }
}

/** Today's entries too, though their day is not archived yet: what is cut off them afterwards shows. */
async function anchor(
  trail: KeptTrail,
  put: ArchiveParts['put'],
  domain: string,
  nowMs: number,
): Promise<void> {
  // A clock may be ahead: an entry of tomorrow is anchored as well.
  const tomorrow = new Date(nowMs + DAY_MS).toISOString().slice(0, 10);
  const head = await trail.linkBeside(domain, tomorrow, '<');
  if (head) await put(anchorName(domain, nowMs, head), '');
}

const lastFinished = (nowMs: number): string =>
  dayBefore(new Date(nowMs - SETTLED_MS).toISOString().slice(0, 10));

/** The chain heads of all days that the table must still have, newest first. One query for each day. */
async function headsOf(
  trail: KeptTrail,
  domain: string,
  lastDay: string,
  kept: VerifyOptions,
): Promise<ChainLink[]> {
  const heads: ChainLink[] = [];
  for (let day = lastDay; ; ) {
    const head = await trail.linkBeside(domain, day, '<');
    if (!head || !isKept(head.day, kept)) return heads;
    heads.push(head);
    day = dayBefore(head.day);
  }
}

/** A day as it stood at one moment: never with half of an addition that was made while it was read. */
async function readDay(trail: KeptTrail, domain: string, day: string): Promise<ArchivedDay | null> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const links = await allOf(trail.links(domain, day));
    const entries = await allOf(trail.entries(domain, day));
    const [end, now] = [links.at(-1), await trail.linkBeside(domain, day, '<')];
    if (end && now && isSame(end, now))
      return { head: { domain, day, seq: end.seq, hash: end.hash }, entries, links };
  }
  return null;
}

function problemsIn({ head, entries, links }: ArchivedDay, noted: readonly Seal[]): string[] {
  const problems = verifyDay(head.domain, entries, links);
  const changed = noted.filter(
    ({ day, seq, hash }) =>
      day === head.day && seq < head.seq && links.find((link) => link.seq === seq)?.hash !== hash,
  );
  return [
    ...problems.map((sentence) => `${head.day}: ${sentence}`),
    ...changed.map(({ day, seq }) => `${day}: the chain is not the one that was archived up to place ${seq}`),
  ];
}

/** What has changed since it was archived. */
function compareHeads(noted: readonly Seal[], heads: readonly ChainLink[]): string[] {
  return noted.flatMap(({ day, seq, hash }) => {
    const head = heads.find((one) => one.day === day);
    if (!head) return [`${day}: it was archived up to place ${seq}, and its chain is gone`];
    if (head.seq < seq)
      return [`${day}: it was archived up to place ${seq}, and its chain ends at ${head.seq}`];
    if (head.seq === seq && head.hash !== hash)
      return [`${day}: the chain is not the one that was archived up to place ${seq}`];
    return [];
  });
}

const isSame = (one: Seal, other: Seal): boolean =>
  one.day === other.day && one.seq === other.seq && one.hash === other.hash;
