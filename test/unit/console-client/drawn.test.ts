import { describe, expect, it } from 'vitest';
import { openBridge } from '../../../console/client/state/change-bridge.ts';
import { drawnNext, drawnRows, FIRST_DRAWN } from '../../../console/client/state/drawn.ts';
import type { State } from '../../../console/client/state/state.ts';
import { message, SNAPSHOT } from './bridge.ts';

const stateOf = (messages: number, cases: number): State =>
  ({
    bridge: openBridge({
      ...SNAPSHOT,
      slack: {
        ...SNAPSHOT.slack,
        messages: Array.from({ length: messages }, (_, at) => message(`m${at}`, { atMs: at })),
      },
    }),
    cases: { is: 'there', value: { cases: Array.from({ length: cases }, () => ({})) } },
    verdicts: { is: 'none' },
    drawn: FIRST_DRAWN,
  }) as unknown as State;

/** As often as a page draws, until nothing is left. */
function growAll(state: State): { readonly steps: number; readonly drawn: number } {
  let { drawn } = state;
  let steps = 0;
  for (let next = drawnNext(state); next !== null; next = drawnNext({ ...state, drawn })) {
    expect(next).toBeGreaterThan(drawn);
    drawn = next;
    steps++;
  }
  return { steps, drawn };
}

describe('lists of a view', () => {
  it('grow until the longest of them is whole, and then stop', () => {
    const { steps, drawn } = growAll(stateOf(100, 0));
    expect(drawn).toBeGreaterThanOrEqual(100);
    expect(steps).toBeGreaterThan(5);
    expect(steps).toBeLessThan(20);
  });

  it('grow as far for rows that came later', () => {
    const { drawn } = growAll(stateOf(1, 500));
    expect(drawnRows({ drawn })).toBeGreaterThanOrEqual(500);
  });

  it('are whole at once where they are short', () => {
    expect(drawnNext(stateOf(2, 5))).toBeNull();
  });
});
