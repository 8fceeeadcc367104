import { describe, expect, it } from 'vitest';
import type { Clock } from '../../lib/base/clock.ts';
import {
  type Priority,
  type RequestBudget,
  type RequestKind,
  WINDOW_MS,
} from '../../lib/posture/request-budget.ts';
import { createManualClock } from '../support/manual-clock.ts';

type Limits = Record<RequestKind, number>;

interface Coarseness {
  /** The time after which a request has left the window. A shared one counts by the second, and 2 s more. */
  readonly windowMs?: number;
}

/** What every request budget must do, in memory or shared through a table. */
export function describeRequestBudget(
  name: string,
  create: (clock: Clock, limits: Limits) => RequestBudget | Promise<RequestBudget>,
  { windowMs = WINDOW_MS }: Coarseness = {},
) {
  describe(`${name} as a request budget`, () => {
    const setUp = async (limits: Limits = { read: 100, write: 20 }) => {
      const clock = createManualClock();
      return { clock, budget: await create(clock, limits) };
    };

    async function takeAll(budget: RequestBudget, kind: RequestKind, priority: Priority): Promise<number> {
      for (let taken = 0; taken < 10_000; taken++) {
        if (!(await budget.take(kind, priority)).granted) return taken;
      }
      throw new Error('the budget never ends');
    }

    it('grants live polling the whole minute and no more', async () => {
      const { budget } = await setUp();
      expect(await takeAll(budget, 'read', 'live')).toBe(100);
    });

    it('keeps room for the more urgent: backfill stops at 70 %, then background, then clicks', async () => {
      const { budget } = await setUp();
      expect(await takeAll(budget, 'read', 'backfill')).toBe(70);
      expect(await takeAll(budget, 'read', 'background')).toBe(15);
      expect(await takeAll(budget, 'read', 'interactive')).toBe(10);
      expect(await takeAll(budget, 'read', 'live')).toBe(5);
    });

    it('counts reads and writes apart', async () => {
      const { budget } = await setUp();
      await takeAll(budget, 'read', 'live');
      expect(await takeAll(budget, 'write', 'live')).toBe(20);
    });

    it('says when to ask again, and keeps its word', async () => {
      const { budget, clock } = await setUp();
      await takeAll(budget, 'read', 'live');
      const grant = await budget.take('read', 'live');
      if (grant.granted) throw new Error('unexpected grant');
      expect(grant.retryAfterMs).toBeGreaterThan(0);
      expect(grant.retryAfterMs).toBeLessThanOrEqual(windowMs);
      clock.advance(grant.retryAfterMs);
      expect(await budget.take('read', 'live')).toEqual({ granted: true });
    });

    it('never grants more than a minute holds, in any minute', async () => {
      const { budget, clock } = await setUp({ read: 10, write: 2 });
      const granted: number[] = [];
      for (let step = 0; step < 600; step++) {
        if ((await budget.take('read', 'live')).granted) granted.push(clock.now());
        clock.advance(step % 7 === 0 ? 3_000 : 500);
      }
      for (const start of granted) {
        const inMinute = granted.filter((time) => time >= start && time < start + WINDOW_MS);
        expect(inMinute.length).toBeLessThanOrEqual(10);
      }
      expect(granted.length).toBeGreaterThan((60 * WINDOW_MS) / windowMs);
    });

    it('stays closed for everyone as long as the server said', async () => {
      const { budget, clock } = await setUp();
      await budget.close('read', 30_000);
      expect(await budget.take('read', 'live')).toEqual({ granted: false, retryAfterMs: 30_000 });
      expect(await budget.take('write', 'live')).toEqual({ granted: true });
      clock.advance(30_000);
      expect(await budget.take('read', 'live')).toEqual({ granted: true });
    });

    it('closes for a while also when the server did not say how long, and never opens earlier than said', async () => {
      const { budget, clock } = await setUp();
      await budget.close('read', 30_000);
      await budget.close('read');
      clock.advance(29_999);
      expect((await budget.take('read', 'live')).granted).toBe(false);
      clock.advance(1);
      await budget.close('read');
      expect((await budget.take('read', 'live')).granted).toBe(false);
    });
  });
}
