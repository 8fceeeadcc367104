import type { State } from './model.ts';

const HOUR = 3_600_000;
const FIRST_MOMENT = 100 * HOUR;

/**
 * The same for states between which no rule can tell: of versions and of moments within an hour only their order counts, and
 * of lists of names nothing does.
 */
export function canonical(state: State): unknown {
  const sorted = { ...state, noted: [...state.noted].sort(), listed: [...state.listed].sort() };
  const versions = ranks(
    [sorted.record, sorted.poller?.record, sorted.reconciler?.record, sorted.verdict?.record]
      .map((one) => one?.version ?? 0)
      .concat(
        [sorted.answer, sorted.verdict?.answer].flatMap((one) => [one?.version ?? 0, one?.lookedAt ?? 0]),
      ),
  );
  const moments = new Set<number>();
  visit(sorted, (key, value) => {
    if (typeof value === 'number' && value >= FIRST_MOMENT) moments.add(value);
    if (key === 'revision') moments.add(Number(value));
    return value;
  });
  const names = nameMoments([...moments].sort((a, b) => a - b));
  return visit(sorted, (key, value) => {
    if (key === 'version' || key === 'lookedAt') return versions.get(value as number) ?? 0;
    if (key === 'n') return 0;
    if (key === 'revision') return names.get(Number(value)) ?? value;
    return typeof value === 'number' ? (names.get(value) ?? value) : value;
  });
}

const ranks = (values: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(values)].sort((a, b) => a - b).map((value, rank) => [value, rank]));

/** `hour.rank` within the hour. */
function nameMoments(sorted: readonly number[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let hour = -1;
  let rank = 0;
  for (const moment of sorted) {
    const mine = Math.floor(moment / HOUR);
    rank = mine === hour ? rank + 1 : 0;
    hour = mine;
    names.set(moment, `${mine}.${rank}`);
  }
  return names;
}

function visit(value: unknown, change: (key: string, value: unknown) => unknown, key = ''): unknown {
  const next = change(key, value);
  if (Array.isArray(next)) return next.map((one) => visit(one, change));
  if (next === null || typeof next !== 'object') return next;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(next))
    copy[name] = visit((next as Record<string, unknown>)[name], change, name);
  return copy;
}
