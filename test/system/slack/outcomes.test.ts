import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/posture/schemas/verdict.ts';
import { decide, openForm, press, privateWord, submit } from '../../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../../support/bridge/at-rest.ts';
import { ANNA, BEN, type BridgeWorld, EVE } from '../../support/bridge/bridge-world.ts';
import { eventually } from '../../support/bridge/eventually.ts';
import { clickAgain } from '../../support/bridge/forged.ts';
import { channelOf, startLaneWorld } from '../../support/bridge/lanes.ts';
import { forgetCase, trailOf, trailShowing } from '../../support/bridge/ledger-view.ts';
import { recorded, verdictsAt, verdictTraffic } from '../../support/bridge/platform-view.ts';
import {
  buttonsOf,
  messageOf,
  messageSaying,
  messagesOf,
  postCase,
  says,
  threadOf,
} from '../../support/bridge/posted-case.ts';

const CARA = 'U0CARA0000';
const DORA = 'U0DORA0000';
const EMIL = 'U0EMIL0000';
const DUTY = 'S0DUTY0000';
const OUTCOME_LANES = ['tp', 'fp', 'esc', 'safe', 'dup'];
const LANES = [...OUTCOME_LANES, 'twice', 'race', 'over', 'denied', 'group', 'forgot'];

const person = (id: string, name: string) => ({ id, name, realName: name });

describe('from a new case to its verdict', { timeout: 180_000 }, () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startLaneWorld(LANES, {
      config: {
        verdicts: { allow: { slackUsers: [ANNA, BEN, DORA, EMIL], slackGroups: [DUTY] }, undoSeconds: 0 },
      },
      slack: {
        users: [
          person(ANNA, 'anna'),
          person(BEN, 'ben'),
          person(CARA, 'cara'),
          person(DORA, 'dora'),
          person(EMIL, 'emil'),
          person(EVE, 'eve'),
        ],
        groups: [{ id: DUTY, handle: 'duty', users: [CARA] }],
      },
    });
  }, 120_000);
  afterAll(() => closeAtRest(world), 120_000);

  describe.concurrent('one click', () => {
    it.each<[string, Outcome, string]>([
      ['tp', 'TRUE_POSITIVE', 'true positive'],
      ['fp', 'FALSE_POSITIVE', 'false positive'],
      ['esc', 'ESCALATED', 'escalated'],
      ['safe', 'SAFE', 'safe'],
      ['dup', 'DUPLICATE', 'duplicate'],
    ])('%s: records %s once, and the message says so', async (lane, outcome, word) => {
      const posted = await postCase(world, lane, { event_count: 5 });
      const open = await messageOf(world, posted);
      expect(open.mentions).toEqual([]);
      expect(buttonsOf(open)).toEqual([
        'verdict:TRUE_POSITIVE',
        'verdict:FALSE_POSITIVE',
        'verdict:ESCALATED',
        'verdict:more',
      ]);

      await decide(world, posted, outcome, ANNA);

      const [verdict] = await recorded(world, posted);
      expect(verdict).toEqual({ outcome, comment: `Decided by anna (${ANNA}) in ${lane} on Slack` });
      const decided = await messageSaying(world, posted, `anna: ${word}, recorded`);
      expect(decided.ts).toBe(open.ts);
      expect(buttonsOf(decided)).toEqual(['decision:override']);
      await eventually(async () => {
        const [evidence, history, ...more] = await threadOf(world, posted);
        expect(evidence).toContain('More evidence');
        expect(history).toContain(`Recorded: ${word}`);
        expect(more).toEqual([]);
      });
    });
  });

  describe.concurrent('several clicks', () => {
    it('takes a double click, and one that Slack delivers again, as one decision', async () => {
      const posted = await postCase(world, 'twice');
      const [first, second] = await Promise.all([
        decide(world, posted, 'TRUE_POSITIVE', ANNA),
        decide(world, posted, 'TRUE_POSITIVE', ANNA),
      ]);
      expect([first, second].map(({ outcome }) => outcome)).toMatchObject([{ status: 200 }, { status: 200 }]);
      await messageSaying(world, posted, 'anna: true positive, recorded');

      const delivery = world.slack.deliveries().find(({ body }) => body.includes(posted.id));
      const repeat = await fetch(delivery?.url ?? '', { method: 'POST', ...delivery });
      expect(repeat.status).toBe(200);
      await privateWord(world, posted, ANNA, 'Already decided');
      await eventually(async () => {
        const steps = (await trailOf(world, posted)).map(({ what }) => what);
        // Whichever of the two won, the repeat may be of the other: that is refused as often as it comes.
        expect([...new Set(steps)].toSorted()).toEqual(['posting', 'recorded', 'refused', 'requested']);
      });
      expect(await verdictsAt(world, posted)).toHaveLength(1);
    });

    it('lets the first of two analysts win, and tells the other who decided what', async () => {
      const posted = await postCase(world, 'race');
      const [annas, bens] = await Promise.all([
        decide(world, posted, 'TRUE_POSITIVE', ANNA),
        decide(world, posted, 'FALSE_POSITIVE', BEN),
      ]);
      const [verdict] = await recorded(world, posted);
      const annaWon = verdict?.outcome === 'TRUE_POSITIVE';
      const [words, loser, payload] = annaWon
        ? ['anna: true positive', BEN, bens.payload]
        : ['ben: false positive', ANNA, annas.payload];
      await privateWord(world, posted, loser, words);
      await messageSaying(world, posted, `${words}, recorded`);

      // Their screen may be behind: pressed again, they are shown the way to override it.
      expect((await clickAgain(world, payload)).status).toBe(200);
      const told = await privateWord(world, posted, loser, `${words}, recorded`);
      expect(buttonsOf(told)).toEqual(['decision:override']);
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(messagesOf(world, posted)).toHaveLength(1);

      await openForm(world, loser, () => press(world, posted, 'decision:override', loser, { on: told }));
      const outcome = annaWon ? 'FALSE_POSITIVE' : 'TRUE_POSITIVE';
      await submit(world, loser, { outcome, comment: 'I asked the person.' });
      const verdicts = await recorded(world, posted, 2);
      expect(verdicts[1]).toMatchObject({
        outcome,
        comment: expect.stringContaining('I asked the person.\nDecided by '),
      });
      await messageSaying(world, posted, 'overriding an earlier decision, recorded');
    });

    it('lets a later analyst override with a reason, and keeps both in the audit trail', async () => {
      // Not the two from above: somebody has one form open at a time.
      const posted = await postCase(world, 'over');
      await decide(world, posted, 'FALSE_POSITIVE', DORA);
      await messageSaying(world, posted, 'dora: false positive, recorded');

      await openForm(world, EMIL, () => press(world, posted, 'decision:override', EMIL));
      const withoutReason = await submit(world, EMIL, { outcome: 'ESCALATED' });
      expect(withoutReason.outcome).toEqual({ kind: 'not-sent' });
      expect(world.slack.viewOf(EMIL)?.errors).toHaveProperty('comment');
      await submit(world, EMIL, { outcome: 'ESCALATED', comment: 'It happened again.' });

      const [first, second] = await recorded(world, posted, 2);
      expect(first).toMatchObject({ outcome: 'FALSE_POSITIVE' });
      expect(second).toMatchObject({
        outcome: 'ESCALATED',
        comment: `It happened again.\nDecided by emil (${EMIL}) in over on Slack`,
      });
      const message = await messageSaying(world, posted, 'emil: escalated, overriding an earlier decision');
      expect(says(message)).toContain('It happened again.');
      const trail = await trailShowing(world, posted, [
        'requested',
        'posting',
        'recorded',
        'overridden',
        'requested',
        'posting',
        'recorded',
      ]);
      expect(trail.map(({ by }) => by?.id ?? null)).toEqual([DORA, null, null, EMIL, EMIL, null, null]);
      expect(trail[2]?.answer).toContain('recorded and resolved');
      await eventually(async () =>
        expect((await threadOf(world, posted)).join('\n')).toContain('emil overrides it'),
      );
    });
  });

  describe.concurrent('who may decide', () => {
    it('tells somebody who may not so privately, and writes it down', async () => {
      const posted = await postCase(world, 'denied');
      await decide(world, posted, 'TRUE_POSITIVE', EVE);
      const told = await privateWord(world, posted, EVE, 'You are not among those who may decide cases');
      expect(told.onlyFor).toBe(EVE);
      const [entry] = await trailShowing(world, posted, ['denied']);
      expect(entry).toMatchObject({ by: { id: EVE }, place: 'denied' });
      expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE');
      expect(await verdictsAt(world, posted)).toEqual([]);
    });
  });

  // By itself: it ends the processes that take clicks, also those of others.
  it('takes the word of a user group, until somebody is taken out of it', async () => {
    const posted = await postCase(world, 'group');
    await decide(world, posted, 'DUPLICATE', CARA);
    expect(await recorded(world, posted)).toMatchObject([{ outcome: 'DUPLICATE' }]);

    world.slack.setGroupUsers(DUTY, []);
    // Who is in a group is remembered for minutes. A new process has to ask.
    const action = world.cloud.functions.find(({ settings }) => settings.name.includes('Action'));
    for (const pid of action?.pids ?? []) process.kill(pid, 'SIGKILL');
    const next = await postCase(world, 'group');
    await eventually(async () => {
      const { outcome } = await decide(world, next, 'TRUE_POSITIVE', CARA);
      expect(outcome).toMatchObject({ status: 200 });
    });
    await privateWord(world, next, CARA, 'You are not among those who may decide cases');
    expect(await verdictsAt(world, next)).toEqual([]);
  });

  it('repairs a message whose case the ledger forgot', async () => {
    const posted = await postCase(world, 'forgot');
    await forgetCase(world, posted);
    await decide(world, posted, 'SAFE', ANNA);
    expect(await recorded(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    const message = await messageSaying(world, posted, 'anna: safe, recorded');
    expect(buttonsOf(message)).toEqual(['decision:override']);
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('showed every case in one message, sent every decision once, and asked for nothing it may not have', async () => {
    for (const lane of OUTCOME_LANES) expect(world.slack.messages(channelOf(lane))).toHaveLength(1);
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });
});
