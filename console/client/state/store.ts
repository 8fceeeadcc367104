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

/** Some browsers give a page that is seen no frame for minutes. Then it is drawn without one. */
const NO_FRAME_MS = 400;

export function createStore(first: State, draw: (state: State) => void): Store {
  let state = first;
  let frame: number | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  function drawNow(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(late);
    frame = late = undefined;
    draw(state);
  }
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      frame ??= requestAnimationFrame(drawNow);
      late ??= setTimeout(() => {
        late = undefined;
        // A page in the background draws nothing; the next change asks again.
        if (document.visibilityState === 'visible') drawNow();
      }, NO_FRAME_MS);
    },
    drawNow,
    drawPending: () => {
      if (frame !== undefined) drawNow();
    },
  };
}
