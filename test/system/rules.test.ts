import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decide, eventsIn, formOf, openForm, press, submit } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { CHATS, lanesOfEach } from '../support/bridge/hands.ts';
import { trailShowing } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO } from '../support/bridge/people.ts';
import { recorded, verdictsAt, verdictTraffic } from '../support/bridge/platform-view.ts';
import {
  messageOf,
  messageSaying,
  messagesOf,
  offeredIn,
  type PostedCase,
  postCase,
  postInTeams,
  replySaying,
  type Shown,
  says,
} from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, expectCardAnswer, pressCard } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

const IN_EACH = lanesOfEach(['second', 'no', 'undo', 'keep']);

// Most of it is waiting until a decision cannot be undone any more.
vi.setConfig({ maxConcurrency: 8 });

describe('the rules for verdicts', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      {
        slack: [...IN_EACH.slack, 'form', 'must', 'sure'],
        teams: [...IN_EACH.teams, 'tform', 'tmust', 'tsure'],
      },
      {
        config: {
          verdicts: {
            allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] },
            // Long enough to undo in time on a loaded machine.
            undoSeconds: 15,
            outcomes: {
              TRUE_POSITIVE: { approval: true },
              FALSE_POSITIVE: { confirm: true },
              ESCALATED: { comment: 'required' },
            },
          },
        },
      },
    );
  });
  afterAll(() => closeAtRest(world));

  // By itself, so that nobody else calls Slack meanwhile.
  it('opens the form in Slack before anything else, and fills it with the events of the case', async () => {
    const posted = await postCase(world, 'form', { event_count: 5 });
    await replySaying(world, posted, 'More evidence');
    const pressed = () => press(world, posted, 'verdict:more', ANNA, { option: 'FORM' });
    await openForm(world, ANNA, async () => {
      world.slack.clearRequests();
      return pressed();
    });
    const methods = world.slack.requests().map(({ method }) => method);
    expect(methods.slice(0, 2)).toEqual(['views.open', 'views.update']);
    const options = eventsIn(formOf(world, ANNA));
    expect(options).toHaveLength(5);

    const tooLong = await submit(world, ANNA, { outcome: 'SAFE', comment: 'x'.repeat(2_000) });
    expect(tooLong.outcome).toEqual({ kind: 'not-sent' });
    expect(formOf(world, ANNA).errors).toEqual({ comment: 'This is too long.' });

    const missing = await submit(world, ANNA, { outcome: 'ESCALATED', comment: null });
    // The form follows the outcome, so that Slack asks for the comment itself.
    expect(missing.outcome).toEqual({ kind: 'not-sent' });
    expect(formOf(world, ANNA).errors).toEqual({ comment: 'This field is needed.' });
    expect(await verdictsAt(world, posted)).toEqual([]);

    const chosen = options.slice(1, 3);
    await submit(world, ANNA, { outcome: 'ESCALATED', comment: 'Seen <before> & again.', events: chosen });
    expect(world.slack.viewOf(ANNA)).toBeUndefined();
    await expectEscalated(posted, 'Anna Berg', `Decided by Anna Berg (${ANNA}) in form on Slack`, {
      comment: 'Seen <before> & again.',
      chosen,
    });
  });

  interface Escalated {
    readonly comment: string;
    readonly chosen: readonly string[];
  }
  async function expectEscalated(
    posted: PostedCase<Shown>,
    name: string,
    author: string,
    { comment, chosen }: Escalated,
  ): Promise<void> {
    expect(await recorded(world, posted)).toEqual([
      { outcome: 'ESCALATED', comment: `${comment}\n${author}`, event_ids: chosen },
    ]);
    const message = await messageSaying(world, posted, `${name}: escalated, recorded`);
    expect(says(message)).toContain('Still open in the platform');
    expect(says(message)).toContain(comment);
  }

  describe.concurrent.each(CHATS)('in $name', (chat) => {
    const { first, second, lane } = chat;
    const isOpen = (posted: PostedCase<Shown>) =>
      waitFor(async () => expect(await chat.offers(world, posted)).toContain('verdict:TRUE_POSITIVE'));

    it('records what a second person approved, and that is never the first', async () => {
      const posted = await chat.post(world, lane('second'));
      const words = `Needs a second approver in ${chat.name}`;
      chat.seesAtOnce(world, await chat.decide(world, posted, 'TRUE_POSITIVE', first), words);
      await messageSaying(world, posted, words);
      expect(await chat.offers(world, posted)).toEqual([
        'decision:approve',
        'decision:decline',
        'decision:undo',
      ]);

      const own = await chat.press(world, posted, 'decision:approve', first);
      await chat.told(world, posted, first, own, "You can't approve your own decision");
      expect(await verdictsAt(world, posted)).toEqual([]);

      await chat.press(world, posted, 'decision:approve', second);
      const where = `in ${lane('second')} on ${chat.name}`;
      const author = `${first.name} (${first.id}) ${where}, approved by ${second.name} (${second.id})`;
      expect(await recorded(world, posted)).toEqual([
        { outcome: 'TRUE_POSITIVE', comment: `Decided by ${author}` },
      ]);
      await messageSaying(
        world,
        posted,
        `${first.name}: true positive, approved by ${second.name}, recorded`,
      );
      await replySaying(world, posted, `${second.name} approved`);
    });

    it('opens a case again that a second person declined', async () => {
      const posted = await chat.post(world, lane('no'));
      await chat.decide(world, posted, 'TRUE_POSITIVE', first);
      await messageSaying(world, posted, 'Needs a second approver');
      await chat.press(world, posted, 'decision:decline', second);
      await isOpen(posted);
      await trailShowing(world, posted, ['requested', 'declined']);
      await replySaying(world, posted, `${second.name} declined`);
      expect(await verdictsAt(world, posted)).toEqual([]);
    });

    it('sends nothing that was taken back in time, and then takes another decision', async () => {
      const posted = await chat.post(world, lane('undo'));
      await chat.decide(world, posted, 'DUPLICATE', first);
      await chat.seesUndo(world, posted, first, `${first.name}: duplicate. Recording at`);
      await chat.press(world, posted, 'decision:undo', first);
      await trailShowing(world, posted, ['requested', 'undone']);
      // Until then the message may not have shown the first decision yet, and would show it after this look.
      await replySaying(world, posted, `${first.name} undid`);
      await isOpen(posted);

      await chat.decide(world, posted, 'SAFE', second);
      await messageSaying(world, posted, `${second.name}: safe, recorded`);
      expect(await verdictsAt(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    });

    it('records what nobody took back', async () => {
      const posted = await chat.post(world, lane('keep'));
      await chat.decide(world, posted, 'SAFE', first);
      await messageSaying(world, posted, 'Undo until then');
      expect(await verdictsAt(world, posted)).toEqual([]);
      await messageSaying(world, posted, `${first.name}: safe, recorded`);
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(messagesOf(world, posted)).toHaveLength(1);
    });
  });

  describe.concurrent('where a form or a question comes first', () => {
    it('opens the form from the button of an outcome that needs a comment', async () => {
      const posted = await postCase(world, 'must');
      await openForm(world, BEN, () => decide(world, posted, 'ESCALATED', BEN));
      // The outcome is chosen already.
      await submit(world, BEN, { comment: 'Too large for us.' });
      const [verdict] = await recorded(world, posted);
      expect(verdict?.outcome).toBe('ESCALATED');
      expect(verdict?.comment).toMatch(/^Too large for us\.\nDecided by Ben Okoro/);
    });

    it('asks first where that is asked for', async () => {
      const posted = await postCase(world, 'sure');
      await expect(decide(world, posted, 'FALSE_POSITIVE', ANNA)).rejects.toThrow(
        'asks for confirmation first',
      );
      const cancelled = await decide(world, posted, 'FALSE_POSITIVE', ANNA, { confirm: false });
      expect(cancelled.outcome).toEqual({ kind: 'not-sent' });
      expect(await verdictsAt(world, posted)).toEqual([]);
      await decide(world, posted, 'FALSE_POSITIVE', ANNA, { confirm: true });
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    });

    it('has a form on the card of Teams, with the events of the case', async () => {
      const posted = await postInTeams(world, 'tform', { event_count: 5 });
      const options = offeredIn(await messageOf(world, posted));
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

      const [comment, chosen] = ['Seen <before> & *again*.', options.slice(1, 3)];
      const sent = await fill({ outcome: 'ESCALATED', comment, events: chosen });
      expectCardAnswer(world, sent, 'Ada Winter: escalated. Recording at');
      const author = `Decided by Ada Winter (${ADA}) in tform on Teams`;
      await expectEscalated(posted, 'Ada Winter', author, { comment, chosen });
      expect(await messageOf(world, posted)).toMatchObject({ mentions: [], links: [] });
    });

    it('unfolds a comment in Teams from the button of an outcome that needs one', async () => {
      const posted = await postInTeams(world, 'tmust');
      const empty = await decideInTeams(world, posted, 'ESCALATED', BO);
      expect(empty.outcome).toEqual({ kind: 'not-sent' });
      const inputs = { 'comment-ESCALATED': 'Too large for us.' };
      await decideInTeams(world, posted, 'ESCALATED', BO, { inputs });
      const [verdict] = await recorded(world, posted);
      expect(verdict?.outcome).toBe('ESCALATED');
      expect(verdict?.comment).toMatch(/^Too large for us\.\nDecided by Bo Larsen/);
    });

    it('unfolds in Teams what will happen first where that is asked for', async () => {
      const posted = await postInTeams(world, 'tsure');
      const { channel, id } = await messageOf(world, posted);
      const unfolded = await world.teams.click({ channel, id, userId: ADA, title: 'False positive…' });
      expect(unfolded.outcome).toEqual({ kind: 'not-sent' });
      const card = await messageOf(world, posted);
      expect(says(card)).toContain('It is recorded in the platform under your name.');
      await decideInTeams(world, posted, 'FALSE_POSITIVE', ADA);
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    });
  });

  it('sent every decision once, and asked for nothing it may not have', async () => {
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });
});
