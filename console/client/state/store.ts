import type { State } from './state.ts';

export interface Store {
  readonly get: () => State;
  /** Several changes at once cause one drawing. */
  readonly set: (change: Partial<State>) => void;
  /** Draws without waiting for the next frame. */
  readonly drawNow: () => void;
  /** Draws now what waits for the next frame. */
  readonly drawPending: () => void;
}

export function createStore(first: State, draw: (state: State) => void): Store {
  let state = first;
  let frame: number | undefined;
  function drawNow(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    draw(state);
  }
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      // A page in the background draws nothing.
      frame ??= requestAnimationFrame(drawNow);
    },
    drawNow,
    drawPending: () => {
      if (frame !== undefined) drawNow();
    },
  };
}
