import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../support/bridge/analyst.ts';
import { atRest, closeAtRest, expectNothingAmiss } from '../../support/bridge/at-rest.ts';
import { type BridgeWorld, EVE } from '../../support/bridge/bridge-world.ts';
import { eventually, found } from '../../support/bridge/eventually.ts';
import { sendSigned } from '../../support/bridge/forged.ts';
import { channelOf, personOf, startLaneWorld } from '../../support/bridge/lanes.ts';
import { trailOf } from '../../support/bridge/ledger-view.ts';
import { recorded, verdictsAt } from '../../support/bridge/platform-view.ts';
import {
  buttonsOf,
  messageOf,
  messageSaying,
  messagesOf,
  openCase,
  postCase,
  says,
  threadOf,
} from '../../support/bridge/posted-case.ts';
import { holdBackThreats, raiseThreat } from '../../support/bridge/threats.ts';

const THRESHOLD = 6;
const LANES = ['anyone', 'pace', 'storm', 'joined', 'alone', 'forged'];

describe('a channel', { timeout: 180_000 }, () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startLaneWorld(LANES, {
      threatLanes: ['joined', 'alone'],
      config: {
        poll: { every: '5s', feeds: ['cases', 'threats'] },
        verdicts: { allow: 'anyone-in-channel', undoSeconds: 0 },
        storm: { threshold: THRESHOLD },
      },
      slack: { rates: true },
    });
  }, 120_000);
  afterAll(() => closeAtRest(world), 120_000);

  const refusedSignature = async (lane: string, signing: { wrongSecret: boolean; skewSeconds: number }) => {
    const posted = await postCase(world, lane);
    world.slack.set({ signing });
    const { outcome } = await decide(world, posted, 'TRUE_POSITIVE', EVE);
    world.slack.set({ signing: { wrongSecret: false, skewSeconds: 0 } });
    expect(outcome).toMatchObject({ status: 401 });
    return posted;
  };

  describe.concurrent('with many items', () => {
    it('turns a storm into one digest, with every case and its buttons in its thread', async () => {
      const count = 2 * THRESHOLD;
      const body = { user_email: personOf('storm'), count };
      const { case_ids } = await world.api.control<{ case_ids: string[] }>('POST', '/cases', body);
      const channel = channelOf('storm');
      const cases = case_ids.map((id) => ({ id, lane: 'storm', channel }));
      const digest = await found(
        () =>
          world.slack.messages(channel).find((one) => says(one).includes(`${THRESHOLD} new items at once`)),
        'the digest',
      );
      await Promise.all(cases.map((one) => messageOf(world, one)));

      expect(world.slack.messages(channel)).toHaveLength(THRESHOLD + 1);
      expect(says(digest)).toContain(`${THRESHOLD} cases to decide`);
      const thread = world.slack.thread(channel, digest.ts);
      expect(thread).toHaveLength(THRESHOLD);
      for (const message of thread) expect(buttonsOf(message)).toContain('verdict:TRUE_POSITIVE');
      const alone = cases.filter((one) => messagesOf(world, one).length === 1);
      expect(alone).toHaveLength(THRESHOLD);

      const swept = cases.filter((one) => !alone.includes(one))[0] ?? cases[0];
      if (!swept) throw new Error('there is no case');
      await decide(world, swept, 'FALSE_POSITIVE', EVE);
      expect(await recorded(world, swept)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
      await messageSaying(world, swept, 'eve: false positive, recorded');
    });

    it('posts no faster than Slack takes it', async () => {
      const body = { user_email: personOf('pace'), count: THRESHOLD };
      await world.api.control('POST', '/cases', body);
      await eventually(() => expect(world.slack.messages(channelOf('pace'))).toHaveLength(THRESHOLD));
    });

    it('lets anyone decide who is in it, where that was chosen', async () => {
      const posted = await postCase(world, 'anyone');
      await decide(world, posted, 'TRUE_POSITIVE', EVE);
      expect(await recorded(world, posted)).toMatchObject([{ comment: expect.stringContaining(EVE) }]);
      await messageSaying(world, posted, 'eve: true positive, recorded');
    });

    it('shows a threat of a posted case in its thread and nowhere else', async () => {
      const posted = await openCase(world, 'joined');
      const [eventId] = await holdBackThreats(world, posted.id);
      await messageOf(world, posted);
      await raiseThreat(world, 'joined', { event_id: eventId, title: 'Came after its case' });
      await eventually(async () =>
        expect((await threadOf(world, posted)).join('\n')).toContain('Came after its case'),
      );
      expect(world.slack.messages(posted.channel)).toHaveLength(1);
    });

    it('shows a threat of its own with the queries that find it', async () => {
      await raiseThreat(world, 'alone', { title: 'Nobody made a case of it' });
      const [message] = await eventually(() => {
        const messages = world.slack.messages(channelOf('alone'));
        expect(messages).toHaveLength(1);
        return messages;
      });
      expect(says(message ?? { shown: [] })).toContain('Nobody made a case of it');
      expect(says(message ?? { shown: [] })).toContain('To find it in the logs');
      expect(buttonsOf(message ?? { blocks: [] })).toEqual([]);
    });
  });

  it('is seldom told to slow down, and then waits as long as it was told', () => {
    const posts = world.slack.requests().filter(({ method }) => method === 'chat.postMessage');
    const refused = posts.filter(({ ok }) => !ok);
    expect(refused.filter(({ error }) => error !== 'ratelimited')).toEqual([]);
    // Not never: two posts that leave a second apart arrive closer together on a loaded machine.
    expect(refused.length).toBeLessThan(posts.length / 4);
    for (const { channel, at } of refused) {
      const next = posts.find((post) => post.channel === channel && post.at > at);
      expect((next?.at ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('takes no click that Slack did not sign, or not now, or not for this workspace', async () => {
    const posted = await refusedSignature('forged', { wrongSecret: true, skewSeconds: 0 });
    const stale = await refusedSignature('forged', { wrongSecret: false, skewSeconds: -600 });
    const future = await refusedSignature('forged', { wrongSecret: false, skewSeconds: 600 });
    const { payload } = await decide(world, posted, 'SAFE', EVE);
    await messageSaying(world, posted, 'eve: safe, recorded');
    const elsewhere = JSON.parse(JSON.stringify(payload).replaceAll(world.slack.teamId, 'T0ELSEWHERE'));
    expect((await sendSigned(world, elsewhere)).status).toBe(401);

    await atRest(world);
    for (const one of [stale, future]) {
      expect(await verdictsAt(world, one)).toEqual([]);
      expect(await trailOf(world, one)).toEqual([]);
    }
    expect(await verdictsAt(world, posted)).toHaveLength(1);
  });

  it('answers what it does not know, as long as it is genuine', async () => {
    const team = { id: world.slack.teamId };
    expect((await sendSigned(world, { type: 'something_new', team })).status).toBe(200);
  });

  it('asked for nothing it may not have, and gave up nothing', () => expectNothingAmiss(world));
});
