import { describe, expect, it } from 'vitest';
import { type AnchorNotice, createAnchorInOps } from '../../../lib/audit/anchor-in-ops.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const HOUR_MS = 3_600_000;
const MORNING = Date.parse('2026-11-18T02:00:00Z');
const linkOf = (day: string, seq = 4) => ({ day, seq, hash: 'a'.repeat(64), of: 'entry', before: null });

function setUp(heads: Readonly<Record<string, string | null>>) {
  const clock = createManualClock(MORNING);
  const told: AnchorNotice[] = [];
  let isTaken = true;
  const create = () =>
    createAnchorInOps({
      ...{ domains: Object.keys(heads), clock },
      trail: {
        linkBeside: async (domain, day) => {
          const at = heads[domain];
          return at && at <= day ? linkOf(at) : null;
        },
      },
      tell: async (notice) => {
        if (isTaken) told.push(notice);
        return isTaken;
      },
    });
  const run = create();
  return {
    clock,
    told,
    create,
    run: () => run(),
    refuse: (is: boolean) => (isTaken = !is),
  };
}

describe('the anchor in ops', () => {
  it('says once a day where the chains of all domains stand', async () => {
    const { told, run, clock } = setUp({ acme: '2026-11-17', zeta: '2026-11-15', none: null });
    await run();
    clock.advance(HOUR_MS);
    await run();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ id: 'anchor-2026-11-17', title: 'Audit trail up to 2026-11-17' });
    const head = `4:${'a'.repeat(64)}`;
    expect(told[0]?.text.split('\n').slice(1)).toEqual([
      `acme 2026-11-17 ${head}`,
      `zeta 2026-11-15 ${head}`,
    ]);
  });

  it('has the same id from every process, so that it is shown once', async () => {
    const { told, run, create } = setUp({ acme: '2026-11-17' });
    await run();
    await create()();
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });

  it('is silent about a day without entries, and in the first hour of a day about the one before', async () => {
    const quiet = setUp({ acme: '2026-11-15' });
    await quiet.run();
    expect(quiet.told).toEqual([]);
    const early = setUp({ acme: '2026-11-17' });
    early.clock.advance(-90 * 60_000);
    await early.run();
    expect(early.told).toEqual([]);
  });

  it('is said again if the queue did not take it', async () => {
    const { told, run, refuse } = setUp({ acme: '2026-11-17' });
    refuse(true);
    await run();
    refuse(false);
    await run();
    expect(told).toHaveLength(1);
  });
});
