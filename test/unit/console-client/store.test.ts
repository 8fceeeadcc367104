import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { State } from '../../../console/client/state/state.ts';
import { createStore } from '../../../console/client/state/store.ts';

describe('what the page draws', () => {
  const drawn: number[] = [];
  let frames: (() => void)[] = [];
  let visibilityState = 'visible';
  const opened = () => createStore({ nowMs: 0 } as State, ({ nowMs }) => drawn.push(nowMs));

  beforeEach(() => {
    drawn.length = 0;
    frames = [];
    visibilityState = 'visible';
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1, () => {}));
    vi.stubGlobal('document', {
      get visibilityState() {
        return visibilityState;
      },
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is drawn once for several changes, with the next frame', () => {
    const store = opened();
    store.set({ nowMs: 1 });
    store.set({ nowMs: 2 });
    expect(drawn).toEqual([]);
    for (const frame of frames) frame();
    vi.advanceTimersByTime(10_000);
    expect(drawn).toEqual([2]);
  });

  it('is drawn without a frame where the browser gives a visible page none, and again with the next change', () => {
    const store = opened();
    store.set({ nowMs: 1 });
    vi.advanceTimersByTime(1_000);
    expect(drawn).toEqual([1]);
    store.set({ nowMs: 2 });
    for (const frame of frames) frame();
    expect(drawn).toEqual([1, 2]);
  });

  it('waits for a frame in the background', () => {
    const store = opened();
    visibilityState = 'hidden';
    store.set({ nowMs: 1 });
    vi.advanceTimersByTime(60_000);
    expect(drawn).toEqual([]);
    for (const frame of frames) frame();
    expect(drawn).toEqual([1]);
  });

  it('is drawn when somebody comes back to a page that gets no frame', () => {
    const store = opened();
    visibilityState = 'hidden';
    store.set({ nowMs: 1 });
    vi.advanceTimersByTime(60_000);
    visibilityState = 'visible';
    store.set({ nowMs: 2 });
    vi.advanceTimersByTime(1_000);
    expect(drawn).toEqual([2]);
  });
});
