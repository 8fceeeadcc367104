import { type ArchivedDay, archivedName } from './archived-day.ts';
import type { ChainLink, KeptEntry } from './audit-chain.ts';
import { verifyDay } from './verify-day.ts';
import { allOf, isKept, type KeptTrail, maybeExpired, type VerifyOptions } from './verify-trail.ts';

export interface ArchivedFile {
  /** The object's name in the archive, or the part of it that is known. */
  readonly name: string;
  readonly day: ArchivedDay;
}

export interface VerifiedArchive {
  readonly problems: readonly string[];
  /** What nothing here can confirm. */
  readonly notes: readonly string[];
}

/** Checks archived days: each by itself, against each other, and against the table if there is one. */
export async function verifyArchive(
  files: readonly ArchivedFile[],
  trail: Pick<KeptTrail, 'entries' | 'links'> | null,
  kept: VerifyOptions,
): Promise<VerifiedArchive> {
  const problems: string[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const { head } = file.day;
    const about = `${head.domain} ${head.day}`;
    problems.push(...alone(file), ...sealOf(file, files));
    const missing = missingBefore(file, files);
    // What came before the first archived day is unknown here: the archive may be younger than the trail.
    if (missing) (isEarliest(file, files) ? notes : problems).push(missing);
    if (!trail) continue;
    const links = await allOf(trail.links(head.domain, head.day));
    const entries = await allOf(trail.entries(head.domain, head.day));
    if (!isKept(head.day, kept)) notes.push(`${about}: the table no longer keeps this day`);
    else if (links.length + entries.length === 0)
      problems.push(
        `${about}: the day is archived, and gone from the table${maybeExpired(head.day, kept.nowMs)}`,
      );
    else {
      problems.push(...againstTable(file.day, entries, links).map((sentence) => `${about}: ${sentence}`));
      const late = links.filter(({ seq }) => seq > head.seq).length;
      if (late > 0)
        notes.push(
          `${about}: the table has ${late} more, which were added after place ${head.seq} was archived`,
        );
    }
  }
  if (trail) problems.push(...(await notArchived(files, trail, kept)));
  return { problems, notes };
}

const sameDomain = ({ day }: ArchivedFile, files: readonly ArchivedFile[]): readonly ArchivedFile[] =>
  files.filter((one) => one.day.head.domain === day.head.domain);

const isEarliest = (file: ArchivedFile, files: readonly ArchivedFile[]): boolean =>
  sameDomain(file, files).every(({ day }) => day.head.day >= file.day.head.day);

/** Object lock keeps every version, but does not keep it listed: somebody who hides an object leaves a gap. */
function missingBefore(file: ArchivedFile, files: readonly ArchivedFile[]): string | null {
  const { head, links } = file.day;
  const before = links[0]?.before;
  if (!before) return null;
  const isThere = sameDomain(file, files).some(
    ({ day }) => day.head.day === before.day && day.head.seq >= before.seq,
  );
  return isThere
    ? null
    : `${head.domain} ${head.day}: in the archive, it follows place ${before.seq} of ${before.day}, which is not here`;
}

/** A day is archived some hours after it ends, and certainly by then. */
const ARCHIVED_AFTER_MS = 2 * 86_400_000;

/** Days of the table, since the first archived one, that the archive lacks. */
async function notArchived(
  files: readonly ArchivedFile[],
  trail: Pick<KeptTrail, 'links'>,
  { nowMs }: VerifyOptions,
): Promise<string[]> {
  const problems: string[] = [];
  for (const domain of new Set(files.map(({ day }) => day.head.domain))) {
    const there = files.flatMap(({ day }) => (day.head.domain === domain ? [day.head.day] : []));
    const firstMs = Date.parse(there.toSorted()[0] ?? '');
    for (let atMs = firstMs; atMs <= nowMs - ARCHIVED_AFTER_MS; atMs += 86_400_000) {
      const day = new Date(atMs).toISOString().slice(0, 10);
      if (there.includes(day)) continue;
      const links = await allOf(trail.links(domain, day));
      if (links.length > 0)
        problems.push(`${domain} ${day}: the table has ${links.length} of this day, and the archive none`);
    }
  }
  return problems;
}

/** Checks a file by itself. */
function alone({ name, day: { head, entries, links } }: ArchivedFile): string[] {
  const about = `${head.domain} ${head.day}: in the archive,`;
  const sentences = [...verifyDay(head.domain, entries, links)];
  const end = links.at(-1);
  if (end?.seq !== head.seq || end.hash !== head.hash)
    sentences.push(`the chain does not end where its first line says, at place ${head.seq}`);
  const ownName = archivedName(head).split('/').at(-1);
  if (name.split(/[/\\]/).at(-1) !== ownName) sentences.push(`this day would be named ${ownName}`);
  return sentences.map((sentence) => `${about} ${sentence} (${name})`);
}

/** An earlier object of the same day, and the day before this one, must agree with this chain. */
function sealOf({ day: { head, links } }: ArchivedFile, files: readonly ArchivedFile[]): string[] {
  const about = `${head.domain} ${head.day}: in the archive,`;
  const others = files.filter(({ day }) => day.head.domain === head.domain);
  const hashAt = (place: number) => links.find(({ seq }) => seq === place)?.hash;
  const earlier = others.filter(
    ({ day }) =>
      day.head.day === head.day && day.head.seq <= head.seq && day.head.hash !== hashAt(day.head.seq),
  );
  const seal = links[0]?.before;
  const followed = others.filter(({ day }) => day.head.day === seal?.day && day.head.seq >= seal.seq);
  const unlike = followed.filter(
    ({ day }) => day.links.find(({ seq }) => seq === seal?.seq)?.hash !== seal?.hash,
  );
  return [
    ...earlier.map(({ name }) => `${about} its chain is not the one of the earlier object ${name}`),
    ...unlike.map(({ name }) => `${about} it follows another chain of ${seal?.day} than that of ${name}`),
  ];
}

/** What the table has lost or changed. Whatever the table has in addition was added later. */
function againstTable(
  archived: ArchivedDay,
  entries: readonly KeptEntry[],
  links: readonly ChainLink[],
): string[] {
  const textOf = new Map(entries.map(({ key, text }) => [key, text]));
  const linkAt = new Map(links.map((link) => [link.seq, link]));
  const sentences: string[] = [];
  for (const { key, text } of archived.entries) {
    const found = textOf.get(key);
    if (found === undefined)
      sentences.push(`the entry ${JSON.stringify(key)} is archived, and gone from the table`);
    else if (found !== text)
      sentences.push(`the entry ${JSON.stringify(key)} is archived, and another one in the table`);
  }
  const gone = archived.links.filter(({ seq }) => !linkAt.has(seq)).length;
  if (gone > 0) sentences.push(`${gone} places of the archived chain are gone from the table`);
  const other = archived.links.find(({ seq, hash }) => linkAt.has(seq) && linkAt.get(seq)?.hash !== hash);
  if (other) sentences.push(`from place ${other.seq} on, the table has another chain than the archive`);
  return sentences;
}
