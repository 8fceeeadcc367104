import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../lib/posture/schemas/verdict.ts';
import { closeAtRest, expectNothingAmiss } from '../../support/bridge/at-rest.ts';
import { eventually } from '../../support/bridge/eventually.ts';
import { forgetCase, trailOf, trailShowing } from '../../support/bridge/ledger-view.ts';
import { breakVerdicts, recorded, verdictsAt, verdictTraffic } from '../../support/bridge/platform-view.ts';
import { says } from '../../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, expectCardAnswer, pressCard } from '../../support/bridge/teams-analyst.ts';
import {
  cardOf,
  cardSaying,
  cardsOf,
  postInTeams,
  repliesTo,
  replySaying,
  seenBy,
  verbsOf,
} from '../../support/bridge/teams-card.ts';
import {
  ADA,
  BO,
  CLEO,
  startTeamsWorld,
  type TeamsWorld,
  teamsChannelOf,
} from '../../support/bridge/teams-world.ts';

const OUTCOME_LANES = ['tp', 'fp', 'esc', 'safe', 'dup'];
const LANES = [...OUTCOME_LANES, 'twice', 'race', 'over', 'denied', 'older', 'failed', 'doubt', 'forgot'];
const CHOICES = ['verdict:TRUE_POSITIVE', 'verdict:FALSE_POSITIVE', 'verdict:ESCALATED', 'verdict:form'];

describe('from a new case to its verdict, in Teams', { timeout: 180_000 }, () => {
  let world: TeamsWorld;
  beforeAll(async () => {
    // As long as Teams waits for an answer, and no longer.
    world = await startTeamsWorld(LANES, { teams: { answerTimeoutMs: 10_000 } });
  }, 120_000);
  afterAll(() => closeAtRest(world), 120_000);

  describe.concurrent('one click', () => {
    it.each<[string, Outcome, string]>([
      ['tp', 'TRUE_POSITIVE', 'true positive'],
      ['fp', 'FALSE_POSITIVE', 'false positive'],
      ['esc', 'ESCALATED', 'escalated'],
      ['safe', 'SAFE', 'safe'],
      ['dup', 'DUPLICATE', 'duplicate'],
    ])('%s: records %s once, and the card says so to everybody', async (lane, outcome, word) => {
      const posted = await postInTeams(world, lane, { event_count: 5 });
      const open = await cardOf(world, posted);
      expect([open.mentions, open.links]).toEqual([[], []]);
      expect(verbsOf(open)).toEqual(CHOICES);

      const click = await decideInTeams(world, posted, outcome, ADA);
      expect(click.outcome).toMatchObject({ status: 200 });
      expectCardAnswer(world, click, `Ada Winter: ${word}`);

      const [verdict] = await recorded(world, posted);
      expect(verdict).toEqual({ outcome, comment: `Decided by Ada Winter (${ADA}) in ${lane} on Teams` });
      const decided = await cardSaying(world, posted, `Ada Winter: ${word}, recorded`);
      expect(decided.id).toBe(open.id);
      expect(verbsOf(decided)).toEqual(['decision:override']);
      // What only the clicker saw has given way to what all see.
      expect(decided.privately).toEqual({});
      await eventually(async () => {
        const [evidence, history, ...more] = await repliesTo(world, posted);
        expect(evidence).toContain('More evidence');
        expect(history).toContain(`Recorded: ${word}`);
        expect(more).toEqual([]);
      });
    });
  });

  describe.concurrent('several clicks', () => {
    it('takes a double click, and one that Teams delivers again, as one decision', async () => {
      const posted = await postInTeams(world, 'twice');
      const clicks = await Promise.all([
        decideInTeams(world, posted, 'TRUE_POSITIVE', ADA),
        decideInTeams(world, posted, 'TRUE_POSITIVE', ADA),
      ]);
      expect(clicks.map(({ outcome }) => outcome)).toMatchObject([{ status: 200 }, { status: 200 }]);
      await cardSaying(world, posted, 'Ada Winter: true positive, recorded');

      const delivery = world.teams.deliveries().find(({ body }) => body.includes(posted.id));
      const repeat = await fetch(delivery?.url ?? '', { method: 'POST', ...delivery });
      expect(repeat.status).toBe(200);
      expect(JSON.stringify(await repeat.json())).toMatch(/Ada Winter|Taken\./);
      await eventually(async () => {
        const steps = (await trailOf(world, posted)).map(({ what }) => what);
        // Whichever of the two won, the repeat may be of the other: that is refused as often as it comes.
        expect([...new Set(steps)].toSorted()).toEqual(['posting', 'recorded', 'refused', 'requested']);
      });
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(cardsOf(world, posted)).toHaveLength(1);
    });

    it('lets the first of two analysts win, and shows the other who decided what', async () => {
      const posted = await postInTeams(world, 'race');
      await Promise.all([
        decideInTeams(world, posted, 'TRUE_POSITIVE', ADA),
        decideInTeams(world, posted, 'FALSE_POSITIVE', BO),
      ]);
      const [verdict] = await recorded(world, posted);
      const adaWon = verdict?.outcome === 'TRUE_POSITIVE';
      const [words, loser] = adaWon ? ['Ada Winter: true positive', BO] : ['Bo Larsen: false positive', ADA];
      const { edits } = await cardSaying(world, posted, `${words}, recorded`);
      await eventually(async () =>
        expect(await seenBy(world, posted, loser)).toContain(`${words}, recorded`),
      );

      // Their screen may be behind: pressed again, they are told so, with the way to override it.
      const outcome = adaWon ? 'FALSE_POSITIVE' : 'TRUE_POSITIVE';
      const late = await decideInTeams(world, posted, outcome, loser, { editsAgo: edits });
      expect(answerTo(world, late)).toContain('Nothing of yours was recorded. Already decided.');
      expect(answerTo(world, late)).toContain(`${words}, recorded`);
      expect(await verdictsAt(world, posted)).toHaveLength(1);

      await pressCard(world, posted, 'decision:override', loser, {
        inputs: { outcome, comment: 'I asked the person.' },
      });
      const verdicts = await recorded(world, posted, 2);
      expect(verdicts[1]).toMatchObject({
        outcome,
        comment: expect.stringContaining('I asked the person.\nDecided by '),
      });
      await cardSaying(world, posted, 'overriding an earlier decision, recorded');
      expect(cardsOf(world, posted)).toHaveLength(1);
    });

    it('lets a later analyst override with a reason, and keeps both in the audit trail', async () => {
      const posted = await postInTeams(world, 'over');
      await decideInTeams(world, posted, 'FALSE_POSITIVE', ADA);
      await cardSaying(world, posted, 'Ada Winter: false positive, recorded');

      const withoutReason = await pressCard(world, posted, 'decision:override', BO, {
        inputs: { outcome: 'ESCALATED' },
      });
      expect(withoutReason.outcome).toEqual({ kind: 'not-sent' });
      await pressCard(world, posted, 'decision:override', BO, {
        inputs: { outcome: 'ESCALATED', comment: 'It happened again.' },
      });

      const [first, second] = await recorded(world, posted, 2);
      expect(first).toMatchObject({ outcome: 'FALSE_POSITIVE' });
      expect(second).toMatchObject({
        outcome: 'ESCALATED',
        comment: `It happened again.\nDecided by Bo Larsen (${BO}) in over on Teams`,
      });
      const card = await cardSaying(
        world,
        posted,
        'Bo Larsen: escalated, overriding an earlier decision, recorded',
      );
      expect(says(card)).toContain('It happened again.');
      const trail = await trailShowing(world, posted, [
        'requested',
        'posting',
        'recorded',
        'overridden',
        'requested',
        'posting',
        'recorded',
      ]);
      expect(trail.map(({ by }) => by?.id ?? null)).toEqual([ADA, null, null, BO, BO, null, null]);
      expect(trail[2]?.answer).toContain('recorded and resolved');
      await replySaying(world, posted, 'Bo Larsen overrides it');
    });
  });

  describe.concurrent('who clicks, and with what', () => {
    it('tells somebody who may not so privately, and writes it down', async () => {
      const posted = await postInTeams(world, 'denied');
      const click = await decideInTeams(world, posted, 'TRUE_POSITIVE', CLEO);
      expect(answerTo(world, click)).toBe(
        'You are not among those who may decide cases. Nothing was recorded.',
      );
      const [entry] = await trailShowing(world, posted, ['denied']);
      expect(entry).toMatchObject({ by: { surface: 'teams', id: CLEO }, place: 'denied' });
      const card = await cardOf(world, posted);
      expect([verbsOf(card), card.edits, card.privately]).toEqual([CHOICES, 0, {}]);
      expect(await verdictsAt(world, posted)).toEqual([]);
    });

    it('takes the click of an older client, which gets no answer but the card', async () => {
      const posted = await postInTeams(world, 'older');
      const click = await decideInTeams(world, posted, 'SAFE', ADA, {
        olderClient: true,
        inputs: { comment: 'From an old phone.' },
      });
      expect(click).toMatchObject({ outcome: { status: 200, body: '' } });
      expect(await recorded(world, posted)).toMatchObject([
        { outcome: 'SAFE', comment: expect.stringMatching(/^From an old phone\.\nDecided by Ada Winter/) },
      ]);
      await cardSaying(world, posted, 'Ada Winter: safe, recorded');
    });
  });

  describe.concurrent('a platform in trouble', () => {
    it('shows what failed with a retry, for another person too', async () => {
      const posted = await postInTeams(world, 'failed');
      const repair = await breakVerdicts(world, posted, { kind: 'status', status: 404 });
      await decideInTeams(world, posted, 'TRUE_POSITIVE', ADA);
      const failed = await cardSaying(world, posted, 'does not know this case');
      expect(verbsOf(failed)).toEqual(['decision:retry', ...CHOICES]);
      await repair();
      await pressCard(world, posted, 'decision:retry', BO);
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
      await cardSaying(world, posted, 'Bo Larsen: true positive, overriding an earlier decision, recorded');
    });

    it('finds out that a verdict whose answer was lost was recorded', async () => {
      const posted = await postInTeams(world, 'doubt');
      await breakVerdicts(world, posted, { kind: 'drop-after', times: 1 });
      await decideInTeams(world, posted, 'DUPLICATE', ADA);
      await cardSaying(world, posted, 'Ada Winter: duplicate, recorded');
      expect(await verdictsAt(world, posted)).toHaveLength(1);
    });
  });

  it('repairs a card whose case the ledger forgot', async () => {
    const posted = await postInTeams(world, 'forgot');
    await forgetCase(world, posted);
    await decideInTeams(world, posted, 'SAFE', ADA);
    expect(await recorded(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    const card = await cardSaying(world, posted, 'Ada Winter: safe, recorded');
    expect(verbsOf(card)).toEqual(['decision:override']);
    expect(cardsOf(world, posted)).toHaveLength(1);
  });

  it('showed every case in one card, sent every decision once, and asked for nothing it may not have', async () => {
    for (const lane of OUTCOME_LANES) expect(world.teams.messages(teamsChannelOf(lane))).toHaveLength(1);
    const { posted, recorded } = await verdictTraffic(world);
    // The one that the platform did not know was sent once in vain.
    expect(posted).toBe(recorded + 1);
    await expectNothingAmiss(world);
  });
});
