import type { ChainLink, Seal } from './audit-chain.ts';
import { allOf, compareHead, isKept, type KeptTrail, type VerifyOptions } from './verify-trail.ts';

/** Where the chain of a domain stood at a moment, kept where the bridge cannot change it. */
export interface Anchor extends Seal {
  /** Like `2026-11-18T0600Z`, or the day that was archived. */
  readonly at: string;
}

const SIGNS = /^(\d{4}-\d{2}-\d{2}T\d{4}Z)\.(\d{4}-\d{2}-\d{2})\.(\d{8})\.([0-9a-f]{64})$/;
const ARCHIVED = /^(\d{4}-\d{2}-\d{2})\/(\d{8})-([0-9a-f]{64})\.jsonl$/;
const FOLDER = 'anchors/';

export const archiveFolder = (domain: string): string => `audit/${domain}/`;

/** The name says all of it, so that a list of the archive is enough to use it, and its body is empty. */
export const anchorName = (domain: string, nowMs: number, { day, seq, hash }: Seal): string =>
  `${archiveFolder(domain)}${FOLDER}${momentOf(nowMs)}.${day}.${String(seq).padStart(8, '0')}.${hash}`;

export const momentOf = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace(':', '')}Z`;

/** What the names of objects in the archive vouch for: anchors, and days that were archived with the end of their chain. */
export function anchorsIn(domain: string, names: readonly string[]): Anchor[] {
  const folder = archiveFolder(domain);
  return names.flatMap((name) => {
    if (!name.startsWith(folder)) return [];
    const rest = name.slice(folder.length);
    const [, at = '', day, seq, hash] = rest.startsWith(FOLDER)
      ? (SIGNS.exec(rest.slice(FOLDER.length)) ?? [])
      : [];
    if (day && seq && hash) return { at, day, seq: Number(seq), hash };
    const [, archived, place, end] = ARCHIVED.exec(rest) ?? [];
    return archived && place && end ? { at: archived, day: archived, seq: Number(place), hash: end } : [];
  });
}

/**
 * What was cut off the trail since it was anchored, or is another chain now. An anchor that somebody puts in besides can only raise
 * an alarm, and never hide anything.
 */
export async function verifyAnchors(
  trail: Pick<KeptTrail, 'links'>,
  domain: string,
  anchors: readonly Anchor[],
  kept: VerifyOptions,
): Promise<string[]> {
  const problems: string[] = [];
  for (const day of [...new Set(anchors.map((one) => one.day))].toSorted()) {
    // A day that the table need not have any more was not cut off.
    if (!isKept(day, kept)) continue;
    const seals = anchors.filter((one) => one.day === day);
    const links: readonly ChainLink[] = await allOf(trail.links(domain, day));
    const [worst] = seals.toSorted((a, b) => b.seq - a.seq);
    const different = seals.find(({ seq, hash }) =>
      links.some((link) => link.seq === seq && link.hash !== hash),
    );
    const wrong = different ?? worst;
    const sentence = wrong && compareHead(wrong, links, 'the anchor');
    if (sentence) problems.push(`${day}: ${sentence}`);
  }
  return problems;
}

const IN_OPS = /^(.+) (\d{4}-\d{2}-\d{2}) (\d{1,8}):([0-9a-f]{64})$/;

/** What lines of messages in `ops` vouch for. */
export const anchorsInTexts = (domain: string, texts: readonly string[]): Anchor[] =>
  texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const [, of, day, seq, hash] = IN_OPS.exec(line.trim()) ?? [];
      return of === domain && day && seq && hash ? [{ at: day, day, seq: Number(seq), hash }] : [];
    });
