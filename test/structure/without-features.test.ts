import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES } from '../../lib/features/features.ts';
import { IS_FULL } from '../support/extent.ts';
import { openCopy } from './features/without-feature.ts';

describe.runIf(IS_FULL)('the bridge without a feature', () => {
  let copy: ReturnType<typeof openCopy>;
  beforeAll(() => {
    copy = openCopy();
  });
  afterAll(() => copy.close());

  it.each(FEATURES)('compiles, and passes the tests of the others, without $name', ({ name }) => {
    const { types, tests, unchanged } = copy.without(name);
    expect(types).toBe('');
    expect(tests).toBe('');
    expect(unchanged).toBeGreaterThan(300);
  });
});
