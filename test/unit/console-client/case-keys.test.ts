import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../console/client/cases/case-keys.ts';

const keyed = (at: number, count = 3) => ({ at, count, outcomes: 5 });

describe('the keys of the page of cases', () => {
  it.each([
    ['/', -1, { is: 'search' }],
    ['?', -1, { is: 'help' }],
    ['j', -1, { is: 'select', at: 0 }],
    ['k', 2, { is: 'select', at: 1 }],
    ['ArrowDown', 1, { is: 'select', at: 2 }],
    ['End', 0, { is: 'select', at: 2 }],
    ['j', 2, { is: 'next-page' }],
    ['k', 0, { is: 'previous-page' }],
    ['Enter', 1, { is: 'open' }],
    ['c', 1, { is: 'claim' }],
    ['1', 0, { is: 'decide', nth: 0 }],
    ['5', 0, { is: 'decide', nth: 4 }],
    ['6', 0, null],
    ['x', 0, null],
    ['toString', 0, null],
  ])('%s at %d does %j', (key, at, command) => {
    expect(commandOf(key, keyed(at))).toEqual(command);
  });

  it.each(['1', 'c', 'Enter'])('%s does nothing while no case is chosen', (key) => {
    expect(commandOf(key, keyed(-1))).toBeNull();
  });

  it('chooses nothing in an empty list', () => {
    expect(commandOf('j', keyed(-1, 0))).toBeNull();
  });
});
