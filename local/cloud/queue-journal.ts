import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqsMessage } from '../../node_modules/fauxqs/dist/sqs/sqsTypes.js';
import { DamagedFileError } from '../stand-in-kit/damaged-file.ts';
import { parseJson } from '../stand-in-kit/fields.ts';

type Entry =
  | { readonly put: SqsMessage; readonly in: string }
  | { readonly received: readonly string[]; readonly at: number }
  | { readonly gone: readonly string[] };

interface Place {
  readonly queueArn: string;
  /** The same object that the queue has, so that a compacted file holds its current state. */
  readonly message: SqsMessage;
}

export const JOURNAL = 'queues.journal';
/** It contains cases and threats. */
const OWNER_ONLY = 0o600;

/**
 * The content of the queues in a file: every message from when it is accepted until it is deleted. No other process may
 * use the folder.
 */
export async function openQueueJournal(
  dataDir: string,
  /** Obsolete lines tolerated before compaction. */
  { mostDead = 1_000 }: { readonly mostDead?: number } = {},
) {
  const path = join(dataDir, JOURNAL);
  const live = await readJournal(path);
  let file = await writeCompact(path, live);
  let lines = live.size;
  let pending: string[] = [];
  // Everything noted so far. A failed write fails all later ones: they would follow half a line.
  let last = Promise.resolve();

  async function write(): Promise<void> {
    const text = pending.join('');
    pending = [];
    const dead = lines - live.size;
    if (dead <= mostDead || dead <= live.size) return file.appendFile(text);
    const old = file;
    lines = live.size;
    file = await writeCompact(path, live);
    await old.close();
  }

  function note(entry: Entry): void {
    lines++;
    // Lines that arrive during a write go with the next one.
    if (pending.push(lineOf(entry)) > 1) return;
    last = last.then(write);
    // `written()` reports it to its callers.
    last.catch(() => {});
  }

  return {
    /** In the order in which they came to this queue. */
    messagesOf: (queueArn: string): SqsMessage[] =>
      [...live.values()].flatMap((place) => (place.queueArn === queueArn ? [place.message] : [])),
    /** A message that was in another queue has moved here. */
    put(queueArn: string, message: SqsMessage): void {
      // Removed first: it is now the last one.
      live.delete(message.messageId);
      live.set(message.messageId, { queueArn, message });
      note({ put: message, in: queueArn });
    },
    received(ids: readonly string[]): void {
      if (ids.length > 0) note({ received: ids, at: Date.now() });
    },
    gone(ids: readonly string[]): void {
      const known = ids.filter((id) => live.delete(id));
      if (known.length > 0) note({ gone: known });
    },
    /** Resolves once the operating system has all of the above, which survives this process but not a power cut. */
    written: () => last,
    async close(): Promise<void> {
      await last.catch(() => {});
      await file.close();
    },
  };
}

export type QueueJournal = Awaited<ReturnType<typeof openQueueJournal>>;

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

/** Written next to the old file and then moved into its place, so that there is always a complete one. */
async function writeCompact(path: string, live: ReadonlyMap<string, Place>) {
  const text = [...live.values()].map(({ queueArn, message }) => lineOf({ put: message, in: queueArn }));
  const file = await open(`${path}.new`, 'w', OWNER_ONLY);
  try {
    await file.appendFile(text.join(''));
    await rename(`${path}.new`, path);
    return file;
  } catch (problem) {
    await file.close();
    throw problem;
  }
}

async function readJournal(path: string): Promise<Map<string, Place>> {
  const live = new Map<string, Place>();
  const lines = (await readText(path)).split('\n');
  // After the last line there is nothing, or half a line that was confirmed to no caller.
  lines.pop();
  for (const [index, line] of lines.entries()) replay(live, readLine(line, `${path}, line ${index + 1}`));
  return live;
}

function replay(live: Map<string, Place>, entry: Entry): void {
  if ('put' in entry) {
    live.delete(entry.put.messageId);
    live.set(entry.put.messageId, { queueArn: entry.in, message: entry.put });
  } else if ('received' in entry) {
    for (const message of entry.received.flatMap((id) => live.get(id)?.message ?? [])) {
      message.approximateReceiveCount++;
      message.approximateFirstReceiveTimestamp ??= entry.at;
    }
  } else {
    for (const id of entry.gone) live.delete(id);
  }
}

function readLine(line: string, where: string): Entry {
  const entry = parseJson(line);
  if (
    typeof entry === 'object' &&
    entry !== null &&
    ['put', 'received', 'gone'].some((name) => name in entry)
  )
    return entry as Entry;
  throw new DamagedFileError(
    where,
    'it cannot be read. Without this file the local cloud starts with empty queues',
  );
}

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return '';
    throw problem;
  });
