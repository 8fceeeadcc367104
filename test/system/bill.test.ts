import '../support/aws/quiet-sdk.ts';
import { describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { countIdle, countPaths } from '../../local/bill/compute-bill.ts';
import { TESTED } from '../../local/bill/extent.ts';
import { tooDear } from '../support/bill-bars.ts';

describe('what the bridge costs', () => {
  it('in an idle month is not more than it was', async () => {
    const { idle60, idle5, idleFull, furtherDomain } = await countIdle(example, TESTED);
    expect(tooDear({ idle60, idle5, idleFull, furtherDomain })).toEqual([]);
  });

  it('for a threat is not more than it was', async () => {
    const [threat] = await countPaths(example, { ...TESTED, onlyThreats: true });
    expect(tooDear({ millionThreats: threat?.used ?? [] })).toEqual([]);
  });
});
