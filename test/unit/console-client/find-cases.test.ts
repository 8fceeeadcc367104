import { describe, expect, it } from 'vitest';
import { afterKey, findCases } from '../../../console/client/cases/find-cases.ts';
import type { OpenCase } from '../../../console/wire.ts';

const one = (id: string, more: Partial<OpenCase> = {}): OpenCase => ({
  domain: 'acme',
  feed: 'cases',
  id,
  title: 'Policy violation · Sean Malik',
  severity: 'high',
  createdAtMs: 0,
  claimedBy: null,
  places: ['soc'],
  hasFailed: false,
  ...more,
});

describe('findCases', () => {
  const cases = [
    one('a1'),
    one('b2', { title: 'Sabotage · Ana Sato', severity: null, claimedBy: 'Bo Larsen' }),
  ];
  it.each([
    ['', ['a1', 'b2']],
    ['  ', ['a1', 'b2']],
    ['malik policy', ['a1']],
    ['SATO larsen', ['b2']],
    ['b2', ['b2']],
    ['sato malik', []],
  ])('finds with %j', (search, ids) => {
    expect(findCases(cases, search).map(({ id }) => id)).toEqual(ids);
  });
});

describe('afterKey', () => {
  it.each([
    ['j', -1, 3, 0],
    ['j', 2, 3, 2],
    ['ArrowDown', 0, 3, 1],
    ['k', 0, 3, 0],
    ['ArrowUp', 2, 3, 1],
    ['End', 0, 3, 2],
    ['Home', 2, 3, 0],
    ['/', 0, 0, 'search'],
    ['j', -1, 0, null],
    ['x', 1, 3, null],
  ])('%s at %i of %i leads to %s', (key, at, count, next) => {
    expect(afterKey(key, at, count)).toBe(next);
  });
});
