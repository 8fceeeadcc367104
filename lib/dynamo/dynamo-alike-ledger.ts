import type { AlikeWindow } from '../alike/alike.ts';
import type { AlikeLedger } from '../alike/alike-ledger.ts';
import { readWindow, WINDOW_FORMAT } from '../alike/saved-window.ts';
import { listedRow, windowRow } from '../ledger/hidden-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import { understood } from '../platform/read-versioned.ts';
import type { VersionedRows } from '../platform/versioned-rows.ts';
import { noteWithheld, withheldBy } from './withheld-items.ts';

/** So many windows a process remembers to have put on the list. */
const MOST_KNOWN = 10_000;

/** `todo` is a list of all domains: whoever reads it asks once a minute, however many domains there are. */
export function createAlikeLedger(
  rows: Pick<VersionedRows, 'read' | 'write' | 'pages' | 'putAll' | 'todo'>,
): AlikeLedger {
  const onList = new Set<string>();
  const writtenWindow = (window: AlikeWindow) => ({ v: WINDOW_FORMAT, ...window });

  /** The same for each item that it folds, so a row that is there already is as it should be. */
  async function putOnList(window: AlikeWindow): Promise<void> {
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
      // Noted first, a crash in between would leave what nobody lists.
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
    foldedBy: (named, after) => withheldBy(rows, named, after),
    async setListed({ window, version }) {
      const expiresAtMs = window.untilMs + listedRow.keptMs;
      await rows.write(listedRow.key(window), writtenWindow(window), { version, expiresAtMs });
    },
  };
}
