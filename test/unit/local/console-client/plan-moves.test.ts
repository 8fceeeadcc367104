import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Plan, planMoves } from '../../../../local/console/client/dom/plan-moves.ts';

function carryOut<K>(have: readonly K[], { remove, place }: Plan<K>): K[] {
  const standing = have.filter((key) => !remove.includes(key));
  for (const { key, before } of place) {
    const at = standing.indexOf(key);
    if (at !== -1) standing.splice(at, 1);
    standing.splice(before === null ? standing.length : standing.indexOf(before), 0, key);
  }
  return standing;
}

const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 15 });

describe('planMoves', () => {
  it('gets from any order to any other', () => {
    fc.assert(
      fc.property(keys, keys, (have, want) => {
        expect(carryOut(have, planMoves(have, want))).toEqual(want);
      }),
    );
  });

  it('moves nothing that keeps its order, however much comes and goes', () => {
    const upTo = (n: number) => fc.subarray(Array.from({ length: n }, (_, at) => at));
    fc.assert(
      fc.property(upTo(20), upTo(20), (have, want) => {
        const moved = planMoves(have, want).place.filter(({ key }) => have.includes(key));
        expect(moved).toEqual([]);
      }),
    );
  });

  it('brings the last to the front in one move', () => {
    expect(planMoves(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual({
      remove: [],
      place: [{ key: 'c', before: 'a' }],
    });
  });
});
