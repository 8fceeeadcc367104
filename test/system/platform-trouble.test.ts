import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decide, press } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailOf } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO } from '../support/bridge/people.ts';
import { breakVerdicts, recorded, verdictsAt } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  messageSaying,
  messagesOf,
  postCase,
  postInTeams,
  verbsOf,
} from '../support/bridge/posted-case.ts';
import { decideInTeams, pressCard } from '../support/bridge/teams-analyst.ts';

const AGAIN = [
  'decision:retry',
  'verdict:TRUE_POSITIVE',
  'verdict:FALSE_POSITIVE',
  'verdict:ESCALATED',
  'verdict:more',
];

const LANES = ['key', 'gone', 'unready', 'busy', 'error', 'drop', 'garbled', 'lost', 'half', 'slow'];

// Most of this is waiting for the bridge to look again.
vi.setConfig({ maxConcurrency: 12 });

describe('a platform in trouble', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ slack: LANES, teams: ['failed', 'doubt'] });
  });
  afterAll(() => closeAtRest(world));

  describe.concurrent('each answer has its own end on the message', () => {
    // Those that take longest first.
    it.each([
      ['error', '500', { kind: 'status', status: 500 }],
      ['drop', 'a connection that breaks', { kind: 'drop' }],
      ['garbled', 'an answer that is not JSON', { kind: 'malformed' }],
    ])('%s: %s leaves a doubt that is said, and a retry that asks first', async (lane, _, fault) => {
      const posted = await postCase(world, lane);
      const repair = await breakVerdicts(world, posted, fault);
      await decide(world, posted, 'FALSE_POSITIVE', ANNA);
      await messageSaying(world, posted, 'gave no clear answer; checking whether it was recorded');
      const failed = await messageSaying(world, posted, 'May be recorded');
      expect(buttonsOf(failed)).toEqual(['decision:retry', 'decision:override']);
      expect(await verdictsAt(world, posted)).toEqual([]);

      await repair();
      await expect(press(world, posted, 'decision:retry', BEN)).rejects.toThrow(
        'asks for confirmation first',
      );
      await press(world, posted, 'decision:retry', BEN, { confirm: true });
      await messageSaying(world, posted, 'Ben Okoro: false positive, recorded');
      expect(await verdictsAt(world, posted)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    });

    it.each([
      ['lost', 'whose answer is lost', { kind: 'drop-after', times: 1 }],
      ['half', 'whose answer is cut off', { kind: 'cut', times: 1 }],
      ['slow', 'that takes too long', { kind: 'delay', delay_ms: 17_000, times: 1 }],
    ])('%s: finds out that a verdict %s was recorded', async (lane, _, fault) => {
      const posted = await postCase(world, lane);
      await breakVerdicts(world, posted, fault);
      await decide(world, posted, 'DUPLICATE', ANNA);
      await messageSaying(world, posted, 'Anna Berg: duplicate, recorded');
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      const trail = await trailOf(world, posted);
      expect(trail.at(-1)?.answer).toContain('no clear answer, but the case shows as closed');
    });

    it('waits while the platform refuses the key, says so, and records it once the key is taken again', async () => {
      const posted = await postCase(world, 'key');
      const repair = await breakVerdicts(world, posted, { kind: 'status', status: 401 });
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await messageSaying(world, posted, "refuses the bridge's API key, and an operator has to look");
      expect(await verdictsAt(world, posted)).toEqual([]);
      await repair();
      await messageSaying(world, posted, /Anna Berg: true positive.*, recorded/);
      expect(await verdictsAt(world, posted)).toHaveLength(1);
    });

    it('fails where the platform does not know the case, with a retry', async () => {
      const posted = await postCase(world, 'gone');
      const repair = await breakVerdicts(world, posted, { kind: 'status', status: 404 });
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      const failed = await messageSaying(world, posted, "doesn't have this case");
      expect(buttonsOf(failed)).toEqual(AGAIN);
      expect(await verdictsAt(world, posted)).toEqual([]);

      await repair();
      await press(world, posted, 'decision:retry', ANNA);
      await messageSaying(world, posted, /Anna Berg: true positive.*, recorded/);
      expect(await verdictsAt(world, posted)).toHaveLength(1);
    });

    it('says how long it waits for a platform that is not ready', async () => {
      const posted = await postCase(world, 'unready');
      const body = { error: 'not ready', days_until_ready: 2 };
      await breakVerdicts(world, posted, { kind: 'status', status: 423, body });
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      const waiting = await messageSaying(world, posted, "saved. The platform isn't ready; retrying until");
      expect(buttonsOf(waiting)).toEqual(['decision:undo']);
      expect(await verdictsAt(world, posted)).toEqual([]);
      await press(world, posted, 'decision:undo', ANNA);
      await messageSaying(world, posted, 'undone');
    });

    it('waits by itself when there were too many requests', async () => {
      const posted = await postCase(world, 'busy');
      const headers = { 'Retry-After': '1' };
      await breakVerdicts(world, posted, { kind: 'status', status: 429, headers, times: 1 });
      await decide(world, posted, 'SAFE', ANNA);
      await messageSaying(world, posted, 'saved. The platform is busy; retrying until');
      await messageSaying(world, posted, 'Anna Berg: safe, recorded');
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
      expect(messagesOf(world, posted)).toHaveLength(1);
    });
  });

  describe.concurrent('in Teams', () => {
    it('shows what failed with a retry, for another person too', async () => {
      const posted = await postInTeams(world, 'failed');
      const repair = await breakVerdicts(world, posted, { kind: 'status', status: 404 });
      await decideInTeams(world, posted, 'TRUE_POSITIVE', ADA);
      const failed = await messageSaying(world, posted, "doesn't have this case");
      expect(verbsOf(failed)).toEqual([...AGAIN.slice(0, -1), 'verdict:form']);
      await repair();
      await pressCard(world, posted, 'decision:retry', BO);
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
      await messageSaying(world, posted, 'Bo Larsen: true positive, recorded');
    });

    it('finds out that a verdict whose answer was lost was recorded', async () => {
      const posted = await postInTeams(world, 'doubt');
      await breakVerdicts(world, posted, { kind: 'drop-after', times: 1 });
      await decideInTeams(world, posted, 'DUPLICATE', ADA);
      await messageSaying(world, posted, 'Ada Winter: duplicate, recorded');
      expect(await verdictsAt(world, posted)).toHaveLength(1);
    });
  });

  it('asked for nothing it may not have, and gave up nothing', () => expectNothingAmiss(world));
});
