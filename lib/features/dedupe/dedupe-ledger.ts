import { understood } from '../../base/read-versioned.ts';
import type { Todo } from '../../base/todo-list.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { WithheldItem, WithheldPage } from '../../case/item-in-short.ts';
import { noteWithheld, withheldBy } from '../../dynamo/withheld-items.ts';
import { owns } from '../../ledger/owns-row.ts';
import { listedRow, windowRow } from '../../ledger/withheld-rows.ts';
import type { DedupeWindow } from './dedupe-window.ts';
import type { KnownWindow, OpenedWindow } from './plan-dedupe.ts';
import { readWindow, WINDOW_FORMAT } from './saved-window.ts';

/** The windows of routes, and what they deduped. */
export interface DedupeLedger {
  /** The last window of a key, as it stands now, also one that is over. */
  window(domain: string, key: string): Promise<KnownWindow>;
  /** False if another function was quicker. */
  open(opened: OpenedWindow): Promise<boolean>;
  /** Notes that a window deduped these, and that it has to list them. May repeat. */
  note(window: DedupeWindow, items: readonly WithheldItem[]): Promise<void>;

  /** Windows that deduped something and have not listed it yet, in the order of their ends, after the given one. */
  unlisted(limit: number, after?: Todo): Promise<readonly UnlistedWindow[]>;
  /** A window that deduped something; null if it deduped nothing, or if that was forgotten. */
  load(named: NamedWindow): Promise<UsedWindow | null>;
  /** What it deduped, the oldest first, page by page; behind the place where another reading ended, if one is given. */
  dedupedBy(named: NamedWindow, after?: string): AsyncIterable<WithheldPage>;
  /** Saves that it was listed, unless another function was quicker. */
  setListed(window: UsedWindow): Promise<void>;
}

export interface NamedWindow {
  readonly domain: string;
  readonly id: string;
}

export interface UnlistedWindow extends NamedWindow {
  readonly untilMs: number;
  readonly todo: Todo;
}

export interface UsedWindow {
  readonly window: DedupeWindow;
  readonly isListed: boolean;
  readonly version: number;
}

/** How many windows a process remembers to have put on the list. */
const MOST_KNOWN = 10_000;

/** The list is one for all domains, so the reconciler reads it once a minute however many domains there are. */
export function createDedupeLedger(
  rows: Pick<VersionedRows, 'read' | 'write' | 'pages' | 'putAll' | 'todo'>,
): DedupeLedger {
  const onList = new Set<string>();
  const writtenWindow = (window: DedupeWindow) => ({ v: WINDOW_FORMAT, ...window });

  /** Equal for each item of a window, so an existing row is right. */
  async function putOnList(window: DedupeWindow): Promise<void> {
    if (onList.has(window.id)) return;
    const todo = { under: listedRow.list, at: new Date(window.untilMs).toISOString() };
    const expiresAtMs = window.untilMs + listedRow.keptMs;
    await rows.write(listedRow.key(window), writtenWindow(window), { version: 0, todo, expiresAtMs });
    if (onList.size >= MOST_KNOWN) onList.clear();
    onList.add(window.id);
  }

  return {
    async window(domain, key) {
      const row = await rows.read(windowRow.key(domain, key));
      return row
        ? { window: understood(readWindow(row.value)), version: row.version }
        : { window: null, version: 0 };
    },
    async open({ key, window, version }) {
      const expiresAtMs = window.untilMs + windowRow.keptMs;
      const written = await rows.write(windowRow.key(window.domain, key), writtenWindow(window), {
        version,
        expiresAtMs,
      });
      return written !== null;
    },
    async note(window, items) {
      // The other way round, a crash in between would leave items that are never listed.
      await putOnList(window);
      await noteWithheld(rows, window, items, window.untilMs + listedRow.keptMs);
    },
    async unlisted(limit, after) {
      const todos = await rows.todo.list(listedRow.list, {
        limit,
        after,
        belongs: (key) => owns(listedRow, key),
      });
      return todos.map((todo) => ({
        ...listedRow.readPartition(todo.key.pk),
        untilMs: Date.parse(todo.at),
        todo,
      }));
    },
    async load(named) {
      const row = await rows.read(listedRow.key(named));
      return (
        row && {
          window: understood(readWindow(row.value)),
          isListed: row.todo === undefined,
          version: row.version,
        }
      );
    },
    dedupedBy: (named, after) => withheldBy(rows, named, after),
    async setListed({ window, version }) {
      const expiresAtMs = window.untilMs + listedRow.keptMs;
      await rows.write(listedRow.key(window), writtenWindow(window), { version, expiresAtMs });
    },
  };
}
