import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NotArchivedError, readArchivedDay } from '../../lib/audit/archived-day.ts';
import { type ArchivedFile, verifyArchive } from '../../lib/audit/verify-archive.ts';
import { systemClock as clock } from '../../lib/base/clock.ts';
import { printAside } from '../../lib/base/terminal.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { UsageError } from '../frame/errors.ts';
import type { Say } from './verify-audit.ts';

/** Checks files from the archive, by themselves and against the table; reports in sentences what does not hold. */
export async function verifyArchived(
  { files, problems: unread }: ReadFiles,
  parts: (DynamoParts & { readonly keptMs: number }) | null,
  say: Say,
): Promise<boolean> {
  const trail = parts && createDynamoAuditTrail(parts);
  const { problems: found, notes } = await verifyArchive(files, trail, {
    nowMs: clock.now(),
    keptMs: parts?.keptMs ?? 0,
  });
  const problems = [...unread, ...found];
  for (const { day } of files) {
    const { domain, day: name, seq, hash } = day.head;
    say(`${domain} ${name}: ${seq} in the archived chain, which ends in ${hash}`);
  }
  say(...notes);
  printAside(...problems);
  const all = `${files.length} days`;
  if (problems.length > 0) {
    printAside(
      `The archive does not hold, or the table is not what was archived (${all}). Look at earlier versions of these objects too: aws s3api list-object-versions.`,
    );
  } else if (trail) say(`The archive holds, and the table is what was archived (${all}).`);
  else say(`The archive holds (${all}). It was not compared with a table: give --table for that.`);
  return problems.length === 0;
}

export interface ReadFiles {
  readonly files: readonly ArchivedFile[];
  /** Problems of files that are not from the archive. */
  readonly problems: readonly string[];
}

export async function readArchived(path: string): Promise<ReadFiles> {
  const names = await filesIn(path);
  if (names.length === 0) throw new UsageError(`there is no file that ends in .jsonl in ${path}`);
  const files: ArchivedFile[] = [];
  const problems: string[] = [];
  for (const name of names) {
    try {
      files.push({ name: basename(name), day: readArchivedDay(await readFile(name, 'utf8')) });
    } catch (error) {
      if (!(error instanceof NotArchivedError)) throw error;
      problems.push(`${name} is not a day of the archive as the bridge writes it: ${error.message}`);
    }
  }
  return { files, problems };
}

/** A file named by the operator may have any name. */
async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => {
    throw new UsageError(`there is no file or folder ${path}`);
  });
  if (found.isFile()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(path, name));
}
