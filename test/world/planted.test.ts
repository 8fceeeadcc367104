import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { historiesUntilFound } from './find-planted.ts';
import { PLANTED } from './planted.ts';

/** Of all of them every so-manieth, where there is no time for more. */
const EVERY = 8;
const played = Object.entries(PLANTED).filter((_, index) => IS_FULL || index % EVERY === 0);

describe('what is wrong with the bridge', () => {
  it.each(played)('is noticed when %s', async (_, bug) => {
    expect(await historiesUntilFound(bug)).not.toBeNull();
  });
});
