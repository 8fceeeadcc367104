import { beforeEach, describe, expect, it } from 'vitest';
import { verifyTrail } from '../../lib/audit/verify-trail.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { anEntry, DAY_MS, NOON } from '../attack/trail-examples.ts';

let counter = 0;

/** What the audit trail must do wherever it is kept. */
export function describeAuditTrail(name: string, partsOf: () => DynamoParts) {
  describe(`the audit trail on ${name}`, () => {
    let parts: DynamoParts;
    let domain: string;
    const trail = () => createDynamoAuditTrail(parts);
    const entry = (more: Parameters<typeof anEntry>[0] = {}) => anEntry({ domain, ...more });
    const verify = (...days: string[]) =>
      verifyTrail(trail(), domain, days, { nowMs: NOON + 5 * DAY_MS, keptMs: 400 * DAY_MS });
    beforeEach(() => {
      parts = partsOf();
      domain = `chained-${name.replaceAll(' ', '-')}-${++counter}`;
    });

    it('gives every entry its place, and says where the chain stands', async () => {
      const [first] = await trail().add([entry(), entry({ n: 2 })]);
      expect(first).toEqual({
        domain,
        day: '2026-11-15',
        seq: 2,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const [second] = await trail().add([entry(), entry({ n: 2 }), entry({ n: 3 })]);
      expect(second).toMatchObject({ seq: 3 });
      expect(await trail().add([entry({ n: 2 })])).toEqual([]);
      expect(await verify('2026-11-15')).toMatchObject({ problems: [], entries: 3, heads: [second] });
    });

    it('begins a day with where the last one stood, however many days ago', async () => {
      await trail().add([entry()]);
      await trail().add([entry({ atMs: NOON + 3 * DAY_MS })]);
      await trail().add([entry({ atMs: NOON + 4 * DAY_MS })]);
      const { problems, notes } = await verify('2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18');
      expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    });

    it('keeps one chain without a gap when many add to it at once', async () => {
      const writers = Array.from({ length: 5 }, (_, writer) => async () => {
        for (let n = 1; n <= 3; n++) await trail().add([entry({ caseId: `c${writer}`, n, atMs: NOON + n })]);
      });
      await Promise.all(writers.map((write) => write()));
      const { problems, entries, heads } = await verify('2026-11-15');
      expect({ problems, entries, seq: heads[0]?.seq }).toEqual({ problems: [], entries: 15, seq: 15 });
    });

    it('has one click once, whenever it comes again and by whomever, also at once', async () => {
      const denied = (atMs: number) => entry({ n: 0, what: 'denied', id: 'click', atMs });
      await trail().add([denied(NOON), denied(NOON + 1)]);
      await Promise.all([2, 3, DAY_MS].map((laterMs) => trail().add([denied(NOON + laterMs)])));
      const { problems, entries } = await verify('2026-11-15', '2026-11-16');
      expect({ problems, entries }).toEqual({ problems: [], entries: 1 });
    });

    it('adds more than a transaction holds', async () => {
      const many = Array.from({ length: 60 }, (_, n) => entry({ n: n + 1, comment: 'x'.repeat(40_000) }));
      expect(await trail().add(many)).toMatchObject([{ seq: 60 }]);
      expect((await verify('2026-11-15')).problems).toEqual([]);
    });

    it('leaves what is there as it is', async () => {
      await trail().add([entry({ comment: 'as it was' })]);
      expect(await trail().add([entry({ comment: 'another' })])).toEqual([]);
      for await (const [one] of trail().entries(domain, '2026-11-15'))
        expect(one?.text).toContain('as it was');
    });
  });
}
