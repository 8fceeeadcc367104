import type { PartChange, PartedRows, Parts, PartTest } from '../../../lib/base/parted-rows.ts';
import type { RowKey, Todo } from '../../../lib/base/todo-list.ts';

interface Kept {
  readonly key: RowKey;
  readonly parts: Parts;
}

/** The rows without a table. Parts are copied in and out, as a database would. */
export function createMemoryPartedRows(): PartedRows & {
  listedUnder(list: string): readonly Todo[];
  keys(): readonly RowKey[];
} {
  const rows = new Map<string, Kept>();
  const nameOf = ({ pk, sk }: RowKey): string => JSON.stringify([pk, sk]);
  return {
    async read(key) {
      return structuredClone(rows.get(nameOf(key))?.parts) ?? null;
    },
    async list(pk, skPrefix) {
      return [...rows.values()]
        .filter(({ key }) => key.pk === pk && key.sk.startsWith(skPrefix))
        .sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1))
        .map(({ parts }) => structuredClone(parts));
    },
    async change(key, change) {
      const before = rows.get(nameOf(key))?.parts ?? null;
      if (!change.if.every((test) => holds(test, before ?? {})))
        return { is: 'refused', parts: structuredClone(before) };
      const parts = changed(before ?? {}, change);
      rows.set(nameOf(key), { key, parts: structuredClone(parts) });
      const raised = (change.raise ?? []).map((name) => [name, parts[name]]);
      return { is: 'written', raised: Object.fromEntries(raised) };
    },
    keys: () => [...rows.values()].map(({ key }) => key),
    listedUnder: (list) =>
      [...rows.values()].flatMap(({ key, parts }) =>
        parts.todo === list ? [{ key, at: String(parts.todoAt) }] : [],
      ),
  };
}

function changed(before: Parts, { set = {}, setNew = {}, raise = [], remove = [] }: PartChange): Parts {
  const raised = raise.map((name) => [name, Number(before[name] ?? 0) + 1] as const);
  const next = { ...setNew, ...before, ...set, ...Object.fromEntries(raised) };
  return Object.fromEntries(Object.entries(next).filter(([name]) => !remove.includes(name)));
}

function holds(test: PartTest, parts: Parts): boolean {
  const part = parts[test.part];
  if ('is' in test) return (part === undefined) === (test.is === 'absent');
  if (part === undefined) return test.orAbsent === true;
  if ('equals' in test) return part === test.equals;
  return 'below' in test ? part < test.below : part > test.above;
}
