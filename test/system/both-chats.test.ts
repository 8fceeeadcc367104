import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, openForm, press, submit } from '../support/bridge/analyst.ts';
import { atRest, closeAtRest, deadLetters, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { trailOf, trailShowing } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO } from '../support/bridge/people.ts';
import { OPS_CHANNEL, teamsChannelOf } from '../support/bridge/places.ts';
import { recorded, verdictsAt, verdictTraffic } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  inTeams,
  messageOf,
  messageSaying,
  messagesOf,
  type PostedCase,
  postCase,
  says,
  verbsOf,
} from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, pressCard } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES = ['slack', 'teams', 'race', 'undo1', 'undo2', 'over1', 'over2', 'second', 'shut'];

describe('a case in Slack and in Teams', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    const verdicts = {
      allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] },
      undoSeconds: 0,
      // What waits for a second person can be taken back however slow the machine is.
      outcomes: { ESCALATED: { approval: true } },
    };
    world = await startBridgeWorld({ both: LANES }, { config: { verdicts } });
  });
  afterAll(() => closeAtRest(world));

  describe.concurrent('decided in one', () => {
    it('shows in Teams what was decided in Slack', async () => {
      const posted = await postInBoth(world, 'slack', { event_count: 5 });
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await settledAs(world, posted, 'Anna Berg: true positive, recorded', ['TRUE_POSITIVE']);
      const [verdict] = await verdictsAt(world, posted);
      expect(verdict?.comment).toBe(`Decided by Anna Berg (${ANNA}) in slack-slack on Slack`);
      expect(verbsOf(await messageOf(world, inTeams(posted)))).toEqual(['decision:override']);
    });

    it('shows in Slack what was decided in Teams', async () => {
      const posted = await postInBoth(world, 'teams', { event_count: 5 });
      await decideInTeams(world, inTeams(posted), 'FALSE_POSITIVE', ADA);
      await settledAs(world, posted, 'Ada Winter: false positive, recorded', ['FALSE_POSITIVE']);
      const [verdict] = await verdictsAt(world, posted);
      expect(verdict?.comment).toBe(`Decided by Ada Winter (${ADA}) in teams-teams on Teams`);
      expect(buttonsOf(await messageOf(world, posted))).toEqual(['decision:override']);
    });

    it('takes the first of two clicks in the same moment, and both show that one', async () => {
      const posted = await postInBoth(world, 'race');
      await Promise.all([
        decide(world, posted, 'TRUE_POSITIVE', ANNA),
        decideInTeams(world, inTeams(posted), 'FALSE_POSITIVE', ADA),
      ]);
      const [verdict] = await recorded(world, posted);
      const slackWon = verdict?.outcome === 'TRUE_POSITIVE';
      await settledAs(
        world,
        posted,
        slackWon ? 'Anna Berg: true positive, recorded' : 'Ada Winter: false positive, recorded',
        [slackWon ? 'TRUE_POSITIVE' : 'FALSE_POSITIVE'],
      );
      const trail = await trailOf(world, posted);
      expect(trail.map(({ what }) => what).toSorted()).toEqual([
        'posting',
        'recorded',
        'refused',
        'requested',
      ]);
      // Who was refused is named as well as who was not.
      expect(trail.flatMap(({ by }) => by?.surface ?? []).toSorted()).toEqual(['slack', 'teams']);
    });
  });

  describe.concurrent('and then changed in the other', () => {
    it('takes back in Teams what was decided in Slack', async () => {
      const posted = await postInBoth(world, 'undo1');
      await decide(world, posted, 'ESCALATED', ANNA, { confirm: true });
      await messageSaying(
        world,
        inTeams(posted),
        'Anna Berg wants to escalate. Needs a second approver in Slack',
      );
      await pressCard(world, inTeams(posted), 'decision:undo', BO);
      await settledAs(world, posted, 'Anna Berg wanted to escalate, undone by Bo Larsen', []);
      await trailShowing(world, posted, ['requested', 'undone']);
      expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE');
      expect(verbsOf(await messageOf(world, inTeams(posted)))).toContain('verdict:TRUE_POSITIVE');
    });

    it('takes back in Slack what was decided in Teams', async () => {
      const posted = await postInBoth(world, 'undo2');
      await decideInTeams(world, inTeams(posted), 'ESCALATED', ADA);
      const waiting = await messageSaying(world, posted, 'Needs a second approver in Teams');
      expect(buttonsOf(waiting)).toEqual(['decision:decline', 'decision:undo']);
      await press(world, posted, 'decision:undo', BEN);
      await settledAs(world, posted, 'Ada Winter wanted to escalate, undone by Ben Okoro', []);
      await trailShowing(world, posted, ['requested', 'undone']);
      expect(verbsOf(await messageOf(world, inTeams(posted)))).toContain('verdict:TRUE_POSITIVE');
    });

    it('overrides in Teams what was recorded from Slack', async () => {
      const posted = await postInBoth(world, 'over1');
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await settledAs(world, posted, 'Anna Berg: true positive, recorded', ['TRUE_POSITIVE']);
      await pressCard(world, inTeams(posted), 'decision:override', BO, {
        inputs: { outcome: 'SAFE', comment: 'It was a drill.' },
      });
      const words = 'Bo Larsen changed true positive to safe, recorded';
      await settledAs(world, posted, words, ['TRUE_POSITIVE', 'SAFE']);
      await bothSay(world, posted, 'It was a drill.');
      const trail = await trailOf(world, posted);
      expect(trail.map(({ by }) => by?.id ?? null)).toEqual([ANNA, null, null, BO, BO, null, null]);
      expect(trail.flatMap(({ by, place }) => (by ? [place] : []))).toEqual([
        'over1-slack',
        'over1-teams',
        'over1-teams',
      ]);
    });

    it('overrides in Slack what was recorded from Teams', async () => {
      const posted = await postInBoth(world, 'over2');
      await decideInTeams(world, inTeams(posted), 'TRUE_POSITIVE', ADA);
      await settledAs(world, posted, 'Ada Winter: true positive, recorded', ['TRUE_POSITIVE']);
      await openForm(world, BEN, () => press(world, posted, 'decision:override', BEN));
      await submit(world, BEN, { outcome: 'SAFE', comment: 'It was a drill.' });
      const words = 'Ben Okoro changed true positive to safe, recorded';
      await settledAs(world, posted, words, ['TRUE_POSITIVE', 'SAFE']);
    });

    it('has to be approved where it was decided, and says so in the other', async () => {
      const posted = await postInBoth(world, 'second');
      await decide(world, posted, 'ESCALATED', ANNA, { confirm: true });
      await bothSay(world, posted, 'Anna Berg wants to escalate. Needs a second approver in Slack');
      // There is no button for it there.
      const waiting = await messageOf(world, inTeams(posted));
      expect(verbsOf(waiting)).toEqual(['decision:decline', 'decision:undo']);
      // A client can send what is not on the card.
      const forged = await pressCard(world, inTeams(posted), 'decision:decline', ADA, {
        forging: { activity: { value: { action: { verb: 'decision:approve' } } } },
      });
      expect(answerTo(world, forged)).toEqual(
        expect.stringContaining('A second person has to approve this in Slack, where it was decided.'),
      );
      expect(await verdictsAt(world, posted)).toEqual([]);
      await press(world, posted, 'decision:approve', BEN);
      await settledAs(world, posted, 'Anna Berg: escalated, approved by Ben Okoro, recorded', ['ESCALATED']);
      const trail = await trailOf(world, posted);
      expect(trail.find(({ what }) => what === 'refused')?.by).toMatchObject({ surface: 'teams', id: ADA });
      expect(trail.find(({ what }) => what === 'approved')?.by).toMatchObject({ surface: 'slack', id: BEN });
    });
  });

  it('sent every decision once, and asked for nothing it may not have', async () => {
    await atRest(world);
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });

  it('tells the operators in Slack what Teams refuses, and shows and decides it in Slack', async () => {
    world.teams.archive(teamsChannelOf('shut'));
    const posted = await postCase(world, 'shut');
    await waitFor(() => expect(world.slack.messages(OPS_CHANNEL)).toHaveLength(1));
    const [notice] = world.slack.messages(OPS_CHANNEL).map(says);
    expect(notice).toContain('shut-teams: ');
    expect(await deadLetters(world)).toEqual({});
    await decide(world, posted, 'SAFE', ANNA);
    await messageSaying(world, posted, 'Anna Berg: safe, recorded');
    expect(await verdictsAt(world, posted)).toHaveLength(1);
    expect(messagesOf(world, inTeams(posted))).toEqual([]);
  });
});

/** Opens a case and waits until it stands in both. */
async function postInBoth(world: BridgeWorld, lane: string, fields: object = {}): Promise<PostedCase> {
  const posted = await postCase(world, lane, fields);
  await messageOf(world, inTeams(posted));
  return posted;
}

/** Until both say this, each in its one message. */
async function bothSay(world: BridgeWorld, posted: PostedCase, words: string): Promise<void> {
  const card = inTeams(posted);
  await Promise.all([messageSaying(world, posted, words), messageSaying(world, card, words)]);
  expect([messagesOf(world, posted).length, messagesOf(world, card).length]).toEqual([1, 1]);
}

/** The same, and the platform holds these verdicts and no others. */
async function settledAs(
  world: BridgeWorld,
  posted: PostedCase,
  words: string,
  outcomes: readonly string[],
): Promise<void> {
  await bothSay(world, posted, words);
  const verdicts = await verdictsAt(world, posted);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(outcomes);
}
