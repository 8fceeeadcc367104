import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtRest, expectNothingAmiss } from '../../support/bridge/at-rest.ts';
import { eventually } from '../../support/bridge/eventually.ts';
import { trailShowing } from '../../support/bridge/ledger-view.ts';
import { recorded, verdictsAt, verdictTraffic } from '../../support/bridge/platform-view.ts';
import { says } from '../../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, expectCardAnswer, pressCard } from '../../support/bridge/teams-analyst.ts';
import {
  cardOf,
  cardSaying,
  cardsOf,
  offeredIn,
  postInTeams,
  replySaying,
  seenBy,
  verbsOf,
} from '../../support/bridge/teams-card.ts';
import { ADA, BO, startTeamsWorld, type TeamsWorld } from '../../support/bridge/teams-world.ts';

const LANES = ['form', 'must', 'sure', 'second', 'no', 'undo', 'keep'];

describe('the rules for verdicts, in Teams', { timeout: 180_000 }, () => {
  let world: TeamsWorld;
  beforeAll(async () => {
    world = await startTeamsWorld(LANES, {
      config: {
        verdicts: {
          allow: { teamsUsers: [ADA, BO] },
          // Long enough to undo in time on a loaded machine.
          undoSeconds: 15,
          outcomes: {
            TRUE_POSITIVE: { approval: true },
            FALSE_POSITIVE: { confirm: true },
            ESCALATED: { comment: 'required' },
          },
        },
      },
    });
  }, 120_000);
  afterAll(() => closeAtRest(world), 120_000);

  const isOpen = (lane: { id: string; lane: string }) =>
    eventually(async () => expect(verbsOf(await cardOf(world, lane))).toContain('verdict:TRUE_POSITIVE'));

  describe.concurrent('each outcome by its own', () => {
    it('has a form on the card, with the events of the case', async () => {
      const posted = await postInTeams(world, 'form', { event_count: 5 });
      const options = offeredIn(await cardOf(world, posted));
      expect(options).toHaveLength(5);
      const fill = (inputs: Record<string, string | readonly string[]>) =>
        pressCard(world, posted, 'verdict:form', ADA, { inputs });

      const nothing = await fill({ comment: 'Which one?' });
      expect(nothing.outcome).toEqual({ kind: 'not-sent' });
      const tooLong = await fill({ outcome: 'SAFE', comment: 'x'.repeat(2_000) });
      expect(tooLong.outcome).toEqual({ kind: 'not-sent' });
      const missing = await fill({ outcome: 'ESCALATED', comment: '' });
      expect(answerTo(world, missing)).toBe('Escalate needs a comment.');
      expect(await verdictsAt(world, posted)).toEqual([]);

      const chosen = options.slice(1, 3);
      const sent = await fill({ outcome: 'ESCALATED', comment: 'Seen <before> & *again*.', events: chosen });
      expectCardAnswer(world, sent, 'Ada Winter: escalated; it is recorded in a few seconds');
      expect(await recorded(world, posted)).toEqual([
        {
          outcome: 'ESCALATED',
          comment: `Seen <before> & *again*.\nDecided by Ada Winter (${ADA}) in form on Teams`,
          event_ids: chosen,
        },
      ]);
      const card = await cardSaying(world, posted, 'Ada Winter: escalated, recorded');
      expect(says(card)).toContain('the platform keeps the case open');
      expect(says(card)).toContain('Seen <before> & *again*.');
      expect([card.mentions, card.links]).toEqual([[], []]);
    });

    it('unfolds a comment from the button of an outcome that needs one', async () => {
      const posted = await postInTeams(world, 'must');
      const empty = await decideInTeams(world, posted, 'ESCALATED', BO);
      expect(empty.outcome).toEqual({ kind: 'not-sent' });
      await decideInTeams(world, posted, 'ESCALATED', BO, {
        inputs: { 'comment-ESCALATED': 'Too large for us.' },
      });
      const [verdict] = await recorded(world, posted);
      expect(verdict?.outcome).toBe('ESCALATED');
      expect(verdict?.comment).toMatch(/^Too large for us\.\nDecided by Bo Larsen/);
    });

    it('unfolds what will happen first where that is asked for', async () => {
      const posted = await postInTeams(world, 'sure');
      const { channel, id } = await cardOf(world, posted);
      const unfolded = await world.teams.click({ channel, id, userId: ADA, title: 'False positive…' });
      expect(unfolded.outcome).toEqual({ kind: 'not-sent' });
      expect(says(await cardOf(world, posted))).toContain('It is recorded in the platform under your name.');
      await decideInTeams(world, posted, 'FALSE_POSITIVE', ADA);
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    });

    it('records what a second person approved, and that is never the first', async () => {
      const posted = await postInTeams(world, 'second');
      const asked = await decideInTeams(world, posted, 'TRUE_POSITIVE', ADA);
      expectCardAnswer(world, asked, 'waits for a second person in Teams to approve it');
      const waiting = await cardSaying(world, posted, 'waits for a second person in Teams to approve it');
      expect(verbsOf(waiting)).toEqual(['decision:approve', 'decision:decline', 'decision:undo']);

      const own = await pressCard(world, posted, 'decision:approve', ADA);
      expect(answerTo(world, own)).toBe('A second person has to approve what you decided.');
      expect(await verdictsAt(world, posted)).toEqual([]);

      await pressCard(world, posted, 'decision:approve', BO);
      expect(await recorded(world, posted)).toEqual([
        {
          outcome: 'TRUE_POSITIVE',
          comment: `Decided by Ada Winter (${ADA}) in second on Teams, approved by Bo Larsen (${BO})`,
        },
      ]);
      await cardSaying(world, posted, 'Ada Winter: true positive, approved by Bo Larsen, recorded');
      await replySaying(world, posted, 'Bo Larsen approved');
    });

    it('opens a case again that a second person declined', async () => {
      const posted = await postInTeams(world, 'no');
      await decideInTeams(world, posted, 'TRUE_POSITIVE', ADA);
      await cardSaying(world, posted, 'waits for a second person');
      await pressCard(world, posted, 'decision:decline', BO);
      await isOpen(posted);
      await trailShowing(world, posted, ['requested', 'declined']);
      await replySaying(world, posted, 'Bo Larsen declined');
      expect(await verdictsAt(world, posted)).toEqual([]);
    });

    it('sends nothing that was taken back in time, and then takes another decision', async () => {
      const posted = await postInTeams(world, 'undo');
      await decideInTeams(world, posted, 'DUPLICATE', ADA);
      // It stands on the card that the click was answered with, before everybody has it.
      expect(await seenBy(world, posted, ADA)).toContain(
        'Ada Winter: duplicate; it is recorded in a few seconds',
      );
      await pressCard(world, posted, 'decision:undo', ADA);
      await isOpen(posted);
      await trailShowing(world, posted, ['requested', 'undone']);

      await decideInTeams(world, posted, 'SAFE', BO);
      await cardSaying(world, posted, 'Bo Larsen: safe, recorded');
      expect(await verdictsAt(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    });

    it('records what nobody took back', async () => {
      const posted = await postInTeams(world, 'keep');
      await decideInTeams(world, posted, 'SAFE', ADA);
      const undoable = await cardSaying(world, posted, 'it is recorded in a few seconds');
      expect(verbsOf(undoable)).toEqual(['decision:undo']);
      expect(await verdictsAt(world, posted)).toEqual([]);
      await cardSaying(world, posted, 'Ada Winter: safe, recorded');
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(cardsOf(world, posted)).toHaveLength(1);
    });
  });

  it('sent every decision once, and asked for nothing it may not have', async () => {
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });
});
