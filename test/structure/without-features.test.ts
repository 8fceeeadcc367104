import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../lib/features/features.ts';
import { IS_FULL } from '../support/extent.ts';
import { tryWithout } from './features/without-feature.ts';

describe.runIf(IS_FULL)('the bridge without a feature', () => {
  it.each(FEATURES)('compiles, and passes the tests of the others, without $name', ({ name }) => {
    const { types, tests, testFiles } = tryWithout(name);
    expect(types).toBe('');
    expect(tests).toBe('');
    expect(testFiles).toBeGreaterThan(10);
  });
});
