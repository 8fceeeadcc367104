import type { State } from './state.ts';

export interface Store {
  readonly get: () => State;
  /** Several changes at once are one drawing. */
  readonly set: (change: Partial<State>) => void;
}

export function createStore(first: State, draw: (state: State) => void): Store {
  let state = first;
  let drawsSoon = false;
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      if (drawsSoon) return;
      drawsSoon = true;
      // A page in the background draws nothing at all.
      requestAnimationFrame(() => {
        drawsSoon = false;
        draw(state);
      });
    },
  };
}
