import { createHash } from 'node:crypto';

/** What can happen in a state: by name, the state after it. */
export type Moves<State> = (state: State) => Iterable<readonly [name: string, next: State]>;

export interface Walk<State> {
  readonly start: State;
  /** The same for states between which nobody could tell. */
  readonly canonical: (state: State) => unknown;
  readonly moves: Moves<State>;
  /** What a person would say is wrong with a state, or with the way into it; null for nothing. */
  readonly wrongIn: (state: State) => string | null;
  /** No more states than this. */
  readonly most: number;
}

export interface Walked {
  readonly states: number;
  readonly depth: number;
  /** All states that can be reached were seen. */
  readonly isWhole: boolean;
  /** The shortest way to something wrong. */
  readonly wrong: { readonly what: string; readonly story: readonly string[] } | null;
}

/** Walks all histories breadth first. States that say the same are one; each remembers how it was reached. */
export function walk<State>({ start, canonical, moves, wrongIn, most }: Walk<State>): Walked {
  const reachedBy = new Map<string, { readonly from: string | null; readonly move: string }>();
  const storyOf = (name: string): string[] => {
    const { from, move } = reachedBy.get(name) ?? { from: null, move: '' };
    return from === null ? [] : [...storyOf(from), move];
  };
  const nameOf = (state: State) => hashOf(canonical(state));
  const startName = nameOf(start);
  reachedBy.set(startName, { from: null, move: '' });
  let level = [{ state: start, name: startName }];
  for (let depth = 0; ; depth++) {
    const next: typeof level = [];
    for (const { state, name } of level) {
      const what = wrongIn(state);
      if (what !== null)
        return { states: reachedBy.size, depth, isWhole: false, wrong: { what, story: storyOf(name) } };
      if (reachedBy.size >= most) return { states: reachedBy.size, depth, isWhole: false, wrong: null };
      for (const [move, after] of moves(state)) {
        const reached = nameOf(after);
        if (reachedBy.has(reached)) continue;
        reachedBy.set(reached, { from: name, move });
        next.push({ state: after, name: reached });
      }
    }
    if (next.length === 0) return { states: reachedBy.size, depth, isWhole: true, wrong: null };
    level = next;
  }
}

const hashOf = (state: unknown): string =>
  createHash('md5').update(JSON.stringify(state)).digest('base64').slice(0, 16);
