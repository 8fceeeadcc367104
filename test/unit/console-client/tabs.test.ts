import { describe, expect, it } from 'vitest';
import { tabAfterKey } from '../../../console/client/shell/top-bar.tsx';

describe('tabAfterKey', () => {
  it.each([
    ['ArrowRight', 1, 2],
    ['ArrowRight', 4, 0],
    ['ArrowLeft', 0, 4],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['Enter', 1, null],
  ])('%s at %d leads to %s', (key, at, next) => {
    expect(tabAfterKey(key, at, 5)).toBe(next);
  });
});
