import { describe, expect, it } from 'vitest';
import { someOf } from '../support/extent.ts';
import { historiesUntilFound } from './find-planted.ts';
import { PLANTED } from './planted.ts';

describe('what is wrong with the bridge', () => {
  it.each(someOf(Object.entries(PLANTED), { quick: 8, full: 3 }))('is noticed when %s', async (_, bug) => {
    expect(await historiesUntilFound(bug)).not.toBeNull();
  });
});
