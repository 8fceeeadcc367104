import { type ArchivedDay, archivedName } from './archived-day.ts';
import type { ChainLink, KeptEntry } from './audit-chain.ts';
import { verifyDay } from './verify-day.ts';
import { allOf, isKept, type KeptTrail, maybeExpired, type VerifyOptions } from './verify-trail.ts';

export interface ArchivedFile {
  /** As the archive has it, or as much of it as there is. */
  readonly name: string;
  readonly day: ArchivedDay;
}

export interface VerifiedArchive {
  readonly problems: readonly string[];
  /** What nothing here vouches for. */
  readonly notes: readonly string[];
}

/** Whether archived days hold: each by itself, with each other, and with the table where there is one. */
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
    if (!trail) continue;
    const links = await allOf(trail.links(head.domain, head.day));
    const entries = await allOf(trail.entries(head.domain, head.day));
    if (!isKept(head.day, kept)) notes.push(`${about}: the table does not keep this day any more`);
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
  return { problems, notes };
}

/** What a file says about itself. */
function alone({ name, day: { head, entries, links } }: ArchivedFile): string[] {
  const about = `${head.domain} ${head.day}: in the archive,`;
  const began = (links[0]?.before ?? null) !== null;
  const sentences = [...verifyDay(head.domain, entries, links, began).problems];
  const end = links.at(-1);
  if (end?.seq !== head.seq || end.hash !== head.hash)
    sentences.push(`the chain does not end where its first line says, at place ${head.seq}`);
  const ownName = archivedName(head).split('/').at(-1);
  if (name.split(/[/\\]/).at(-1) !== ownName) sentences.push(`this day would be named ${ownName}`);
  return sentences.map((sentence) => `${about} ${sentence} (${name})`);
}

/** An earlier object of the same day, and the day that this one follows, must be the beginning of what is here. */
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

/** What the table has no longer, or in another way. What it has more of was added later. */
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
