import { describe, expect, it } from 'vitest';
import { remembered } from '../../../lib/base/remembered.ts';

describe('what is remembered', () => {
  it('is got once, and again when it has to be fresh', async () => {
    let got = 0;
    const number = remembered(async () => ++got);
    expect([await number(), await number(), await number(true), await number()]).toEqual([1, 1, 2, 2]);
  });

  it('is tried again by the next call when it failed', async () => {
    let tries = 0;
    const late = remembered(async () => {
      if (++tries === 1) throw new Error('not yet');
      return tries;
    });
    await expect(late()).rejects.toThrow('not yet');
    expect(await late()).toBe(2);
  });

  it('stays when a fresh one cannot be got', async () => {
    let works = true;
    const secret = remembered(async () => {
      if (!works) throw new Error('SSM is down');
      return 'secret';
    });
    await secret();
    works = false;
    await expect(secret(true)).rejects.toThrow('SSM is down');
    expect(await secret()).toBe('secret');
  });
});
