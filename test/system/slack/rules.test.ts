import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  decide,
  eventsIn,
  formOf,
  openForm,
  press,
  privateWord,
  submit,
} from '../../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../../support/bridge/at-rest.ts';
import { ANNA, BEN, type BridgeWorld } from '../../support/bridge/bridge-world.ts';
import { eventually } from '../../support/bridge/eventually.ts';
import { startLaneWorld } from '../../support/bridge/lanes.ts';
import { trailShowing } from '../../support/bridge/ledger-view.ts';
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

const LANES = ['form', 'must', 'sure', 'second', 'no', 'undo', 'keep'];

describe('the rules for verdicts', { timeout: 180_000 }, () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startLaneWorld(LANES, {
      config: {
        verdicts: {
          allow: { slackUsers: [ANNA, BEN] },
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

  // By itself, so that nobody else calls Slack meanwhile.
  it('opens the form before anything else, and fills it with the events of the case', async () => {
    const posted = await postCase(world, 'form', { event_count: 5 });
    await eventually(async () => expect(await threadOf(world, posted)).toHaveLength(1));
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
    expect(missing.outcome).toMatchObject({ status: 200 });
    expect(formOf(world, ANNA).errors).toEqual({ comment: 'Escalate needs a comment.' });
    expect(await verdictsAt(world, posted)).toEqual([]);

    const chosen = options.slice(1, 3);
    await submit(world, ANNA, { outcome: 'ESCALATED', comment: 'Seen <before> & again.', events: chosen });
    expect(world.slack.viewOf(ANNA)).toBeUndefined();
    expect(await recorded(world, posted)).toEqual([
      {
        outcome: 'ESCALATED',
        comment: `Seen <before> & again.\nDecided by anna (${ANNA}) in form on Slack`,
        event_ids: chosen,
      },
    ]);
    const message = await messageSaying(world, posted, 'anna: escalated, recorded');
    expect(says(message)).toContain('the platform keeps the case open');
    expect(says(message)).toContain('Seen <before> & again.');
  });

  describe.concurrent('each outcome by its own', () => {
    it('opens the form from the button of an outcome that needs a comment', async () => {
      const posted = await postCase(world, 'must');
      await openForm(world, BEN, () => decide(world, posted, 'ESCALATED', BEN));
      // The outcome is chosen already.
      await submit(world, BEN, { comment: 'Too large for us.' });
      const [verdict] = await recorded(world, posted);
      expect(verdict?.outcome).toBe('ESCALATED');
      expect(verdict?.comment).toMatch(/^Too large for us\.\nDecided by ben/);
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

    it('records what a second person approved, and that is never the first', async () => {
      const posted = await postCase(world, 'second');
      await decide(world, posted, 'TRUE_POSITIVE', ANNA, { confirm: true });
      const waiting = await messageSaying(world, posted, 'waits for a second person in Slack to approve it');
      expect(buttonsOf(waiting)).toEqual(['decision:approve', 'decision:decline', 'decision:undo']);

      await press(world, posted, 'decision:approve', ANNA);
      await privateWord(world, posted, ANNA, 'A second person has to approve what you decided');
      expect(await verdictsAt(world, posted)).toEqual([]);

      await press(world, posted, 'decision:approve', BEN);
      expect(await recorded(world, posted)).toEqual([
        {
          outcome: 'TRUE_POSITIVE',
          comment: `Decided by anna (${ANNA}) in second on Slack, approved by ben (${BEN})`,
        },
      ]);
      await messageSaying(world, posted, 'anna: true positive, approved by ben, recorded');
      await eventually(async () =>
        expect((await threadOf(world, posted)).join('\n')).toContain('ben approved'),
      );
    });

    it('opens a case again that a second person declined', async () => {
      const posted = await postCase(world, 'no');
      await decide(world, posted, 'TRUE_POSITIVE', ANNA, { confirm: true });
      await messageSaying(world, posted, 'waits for a second person');
      await press(world, posted, 'decision:decline', BEN);
      await eventually(async () =>
        expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE'),
      );
      await trailShowing(world, posted, ['requested', 'declined']);
      await eventually(async () =>
        expect((await threadOf(world, posted)).join('\n')).toContain('ben declined'),
      );
      expect(await verdictsAt(world, posted)).toEqual([]);
    });

    it('sends nothing that was taken back in time, and then takes another decision', async () => {
      const posted = await postCase(world, 'undo');
      await decide(world, posted, 'DUPLICATE', ANNA);
      const undoable = await messageSaying(world, posted, 'anna: duplicate; it is recorded in a few seconds');
      expect(buttonsOf(undoable)).toEqual(['decision:undo']);
      await press(world, posted, 'decision:undo', ANNA);
      await eventually(async () =>
        expect(buttonsOf(await messageOf(world, posted))).toContain('verdict:TRUE_POSITIVE'),
      );
      await trailShowing(world, posted, ['requested', 'undone']);

      await decide(world, posted, 'SAFE', BEN);
      await messageSaying(world, posted, 'ben: safe, recorded');
      expect(await verdictsAt(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    });

    it('records what nobody took back', async () => {
      const posted = await postCase(world, 'keep');
      await decide(world, posted, 'SAFE', ANNA);
      await messageSaying(world, posted, 'it is recorded in a few seconds');
      expect(await verdictsAt(world, posted)).toEqual([]);
      await messageSaying(world, posted, 'anna: safe, recorded');
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(messagesOf(world, posted)).toHaveLength(1);
    });
  });

  it('sent every decision once, and asked for nothing it may not have', async () => {
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });
});
