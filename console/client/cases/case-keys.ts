/** What a key does on the page of cases, wherever the focus is. */
export type CaseCommand =
  | { readonly is: 'search' }
  | { readonly is: 'help' }
  | { readonly is: 'open' }
  | { readonly is: 'claim' }
  | { readonly is: 'next-page' }
  | { readonly is: 'previous-page' }
  | { readonly is: 'select'; readonly at: number }
  | { readonly is: 'decide'; readonly nth: number };

export interface Keyed {
  /** Where the chosen case is in the list; -1 if none is. */
  readonly at: number;
  readonly count: number;
  readonly outcomes: number;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  j: (at, count) => Math.min(at + 1, count - 1),
  k: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Null for a key that does nothing here. Beyond the ends of the list, the next or the previous page comes. */
export function commandOf(key: string, { at, count, outcomes }: Keyed): CaseCommand | null {
  if (key === '/') return { is: 'search' };
  if (key === '?') return { is: 'help' };
  const name = { ArrowDown: 'j', ArrowUp: 'k' }[key] ?? key;
  if (name === 'j' && at >= 0 && at === count - 1) return { is: 'next-page' };
  if (name === 'k' && at === 0) return { is: 'previous-page' };
  const move = Object.hasOwn(MOVES, name) ? MOVES[name] : undefined;
  if (move) return count === 0 ? null : { is: 'select', at: move(at, count) };
  if (at < 0) return null;
  if (name === 'Enter') return { is: 'open' };
  if (name === 'c') return { is: 'claim' };
  const nth = /^[1-9]$/.test(name) ? Number(name) - 1 : -1;
  return nth >= 0 && nth < outcomes ? { is: 'decide', nth } : null;
}
