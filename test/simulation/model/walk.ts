/** What can happen in a state: by name, the state after it. */
export type Moves<State> = (state: State) => Iterable<readonly [name: string, next: State]>;

export interface Walk<State> {
  readonly start: State;
  /** The same for states between which nobody could tell, but by what may still happen. */
  readonly canonical: (state: State) => string;
  /** What may still happen. Where more may, everything can be reached that less would reach. */
  readonly left: (state: State) => readonly number[];
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
export function walk<State>({ start, canonical, left, moves, wrongIn, most }: Walk<State>): Walked {
  interface Reached {
    readonly from: Reached | null;
    readonly move: string;
    readonly left: readonly number[];
  }
  const known = new Map<string, Reached[]>();
  let states = 0;
  const storyOf = ({ from, move }: Reached): string[] => (from === null ? [] : [...storyOf(from), move]);

  /** Null for a state from which nothing new can be reached. */
  function reach(state: State, from: Reached | null, move: string): Reached | null {
    const name = canonical(state);
    const mine = { from, move, left: left(state) };
    const all = known.get(name) ?? [];
    if (all.some((other) => other.left.every((much, index) => much >= (mine.left[index] ?? 0)))) return null;
    known.set(name, [...all, mine]);
    states++;
    return mine;
  }

  let level = [{ state: start, reached: reach(start, null, '') as Reached }];
  for (let depth = 0; ; depth++) {
    const next: typeof level = [];
    for (const { state, reached } of level) {
      const what = wrongIn(state);
      if (what !== null) return { states, depth, isWhole: false, wrong: { what, story: storyOf(reached) } };
      if (states >= most) return { states, depth, isWhole: false, wrong: null };
      for (const [move, after] of moves(state)) {
        if (after === state) continue;
        const isNew = reach(after, reached, move);
        if (isNew) next.push({ state: after, reached: isNew });
      }
    }
    if (next.length === 0) return { states, depth, isWhole: true, wrong: null };
    level = next;
  }
}
