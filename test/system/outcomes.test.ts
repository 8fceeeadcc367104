import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../lib/posture/schemas/verdict-schema.ts';
import { decide, openForm, press, privateWord, submit } from '../support/bridge/analyst.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { clickAgain } from '../support/bridge/forged.ts';
import { CHATS, lanesOfEach } from '../support/bridge/hands.ts';
import { forgetCase, trailOf, trailShowing } from '../support/bridge/ledger-view.ts';
import { ADA, ANNA, BEN, BO, CARA, DORA, DUTY, EMIL } from '../support/bridge/people.ts';
import { recorded, verdictsAt, verdictTraffic } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  messageOf,
  messageSaying,
  messagesOf,
  postCase,
  postInTeams,
  replySaying,
  says,
  seenBy,
  threadOf,
} from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams, pressCard } from '../support/bridge/teams-analyst.ts';
import { shareOf } from '../support/extent.ts';
import { waitFor } from '../support/wait-for.ts';

const IN_EACH = lanesOfEach(['tp', 'fp', 'esc', 'safe', 'dup', 'twice', 'over', 'denied', 'forgot']);

const OUTCOMES: readonly [lane: string, Outcome, word: string][] = [
  ['tp', 'TRUE_POSITIVE', 'true positive'],
  ['safe', 'SAFE', 'safe'],
  ['fp', 'FALSE_POSITIVE', 'false positive'],
  ['esc', 'ESCALATED', 'escalated'],
  ['dup', 'DUPLICATE', 'duplicate'],
];

describe('from a new case to its verdict', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { slack: [...IN_EACH.slack, 'race', 'group'], teams: [...IN_EACH.teams, 'raceinteams', 'older'] },
      {
        config: {
          verdicts: {
            allow: { slackUsers: [ANNA, BEN, DORA, EMIL], slackGroups: [DUTY], teamsUsers: [ADA, BO] },
            undoSeconds: 0,
          },
        },
      },
    );
  });
  afterAll(() => closeAtRest(world));

  describe.concurrent.each(CHATS)('in $name', (chat) => {
    const { first, third, fourth, stranger, lane } = chat;

    it.each(OUTCOMES.slice(0, shareOf(OUTCOMES.length)))(
      '%s: records %s once, and the message says so to everybody',
      async (name, outcome, word) => {
        const posted = await chat.post(world, lane(name), { event_count: 5 });
        const open = await messageOf(world, posted);
        expect(open).toMatchObject({ mentions: [] });
        expect(await chat.offers(world, posted)).toEqual(chat.choices);

        const click = await chat.decide(world, posted, outcome, first);
        chat.seesAtOnce(world, click, `${first.name}: ${word}`);

        const [verdict] = await recorded(world, posted);
        const comment = `Decided by ${first.name} (${first.id}) in ${lane(name)} on ${chat.name}`;
        expect(verdict).toEqual({ outcome, comment });
        await messageSaying(world, posted, `${first.name}: ${word}, recorded`);
        expect(await chat.offers(world, posted)).toEqual(['decision:override']);
        await waitFor(async () => {
          // Whoever decides before the evidence is told sees the decision first.
          const replies = await threadOf(world, posted);
          expect(replies).toHaveLength(2);
          expect(replies).toContainEqual(expect.stringContaining('More evidence'));
          expect(replies).toContainEqual(
            expect.stringMatching(
              word === 'escalated' ? /Escalated|Closed as escalated/ : `(?:Clos|Record)ed as ${word}`,
            ),
          );
        });
        expect(messagesOf(world, posted)).toHaveLength(1);
      },
    );

    it('takes a double click, and one that the chat delivers again, as one decision', async () => {
      const posted = await chat.post(world, lane('twice'));
      const clicks = await Promise.all([
        chat.decide(world, posted, 'TRUE_POSITIVE', first),
        chat.decide(world, posted, 'TRUE_POSITIVE', first),
      ]);
      expect(clicks.map(({ outcome }) => outcome)).toMatchObject([{ status: 200 }, { status: 200 }]);
      await messageSaying(world, posted, `${first.name}: true positive, recorded`);

      const delivery = chat.deliveries(world).find(({ body }) => body.includes(posted.id));
      const repeat = await fetch(delivery?.url ?? '', { method: 'POST', ...delivery });
      expect(repeat.status).toBe(200);
      await chat.toldAgain(world, posted, first, repeat);
      await waitFor(async () => {
        const steps = (await trailOf(world, posted)).map(({ what }) => what);
        // Whichever of the two won, the repeat may be of the other: that is refused as often as it comes.
        expect([...new Set(steps)].toSorted()).toEqual(['posting', 'recorded', 'refused', 'requested']);
      });
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(messagesOf(world, posted)).toHaveLength(1);
    });

    it('lets a later analyst override with a reason, and keeps both in the audit trail', async () => {
      const posted = await chat.post(world, lane('over'));
      await chat.decide(world, posted, 'FALSE_POSITIVE', third);
      await messageSaying(world, posted, `${third.name}: false positive, recorded`);

      const withoutReason = await chat.override(world, posted, fourth, { outcome: 'ESCALATED' });
      expect(withoutReason.outcome).toEqual({ kind: 'not-sent' });
      await chat.override(world, posted, fourth, { outcome: 'ESCALATED', comment: 'It happened again.' });

      const verdicts = await recorded(world, posted, 2);
      const author = `${fourth.name} (${fourth.id}) in ${lane('over')} on ${chat.name}`;
      expect(verdicts).toMatchObject([
        { outcome: 'FALSE_POSITIVE' },
        { outcome: 'ESCALATED', comment: `It happened again.\nDecided by ${author}` },
      ]);
      const words = `${fourth.name} changed false positive to escalated, recorded`;
      expect(says(await messageSaying(world, posted, words))).toContain('It happened again.');
      const decided = ['requested', 'posting', 'recorded'] as const;
      const trail = await trailShowing(world, posted, [...decided, 'overridden', ...decided]);
      const { id } = fourth;
      expect(trail.map(({ by }) => by?.id ?? null)).toEqual([third.id, null, null, id, id, null, null]);
      expect(trail[2]?.answer).toContain('recorded and resolved');
      await replySaying(world, posted, `${fourth.name} changed false positive to escalated`);
    });

    it('tells somebody who may not so privately, and writes it down', async () => {
      const posted = await chat.post(world, lane('denied'));
      const click = await chat.decide(world, posted, 'TRUE_POSITIVE', stranger);
      await chat.told(world, posted, stranger, click, "You can't decide cases");
      const [entry] = await trailShowing(world, posted, ['denied']);
      const surface = chat.name.toLowerCase();
      expect(entry).toMatchObject({ by: { surface, id: stranger.id }, place: lane('denied') });
      expect(await chat.offers(world, posted)).toEqual(chat.choices);
      expect(await messageOf(world, posted)).toMatchObject({ edits: 0 });
      expect(await verdictsAt(world, posted)).toEqual([]);
    });

    it('repairs a message whose case the ledger forgot', async () => {
      const posted = await chat.post(world, lane('forgot'));
      await forgetCase(world, posted);
      await chat.decide(world, posted, 'SAFE', first);
      expect(await recorded(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
      await messageSaying(world, posted, `${first.name}: safe, recorded`);
      expect(await chat.offers(world, posted)).toEqual(['decision:override']);
      expect(messagesOf(world, posted)).toHaveLength(1);
    });
  });

  describe.concurrent('of two analysts', () => {
    it('lets the first win in Slack, and tells the other who decided what', async () => {
      const posted = await postCase(world, 'race');
      const [annas, bens] = await Promise.all([
        decide(world, posted, 'TRUE_POSITIVE', ANNA),
        decide(world, posted, 'FALSE_POSITIVE', BEN),
      ]);
      const [verdict] = await recorded(world, posted);
      const annaWon = verdict?.outcome === 'TRUE_POSITIVE';
      const [words, loser, payload] = annaWon
        ? ['Anna Berg: true positive', BEN, bens.payload]
        : ['Ben Okoro: false positive', ANNA, annas.payload];
      await privateWord(world, posted, loser, words);
      await messageSaying(world, posted, `${words}, recorded`);

      // Their screen may be behind: pressed again, they are shown the way to override it.
      expect((await clickAgain(world, payload)).status).toBe(200);
      const told = await privateWord(world, posted, loser, `${words}, recorded`);
      expect(told.onlyFor).toBe(loser);
      expect(buttonsOf(told)).toEqual(['decision:override']);
      expect(await verdictsAt(world, posted)).toHaveLength(1);
      expect(messagesOf(world, posted)).toHaveLength(1);

      await openForm(world, loser, () => press(world, posted, 'decision:override', loser, { on: told }));
      const outcome = annaWon ? 'FALSE_POSITIVE' : 'TRUE_POSITIVE';
      await submit(world, loser, { outcome, comment: 'I asked the person.' });
      expect((await recorded(world, posted, 2))[1]).toMatchObject({
        outcome,
        comment: expect.stringContaining('I asked the person.\nDecided by '),
      });
      await messageSaying(
        world,
        posted,
        / changed (?:true|false) positive to (?:true|false) positive, recorded/,
      );
    });

    it('lets the first win in Teams, and shows the other who decided what', async () => {
      const posted = await postInTeams(world, 'raceinteams');
      await Promise.all([
        decideInTeams(world, posted, 'TRUE_POSITIVE', ADA),
        decideInTeams(world, posted, 'FALSE_POSITIVE', BO),
      ]);
      const [verdict] = await recorded(world, posted);
      const adaWon = verdict?.outcome === 'TRUE_POSITIVE';
      const [words, loser] = adaWon ? ['Ada Winter: true positive', BO] : ['Bo Larsen: false positive', ADA];
      const { edits } = await messageSaying(world, posted, `${words}, recorded`);
      await waitFor(async () => expect(await seenBy(world, posted, loser)).toContain(`${words}, recorded`));
      // What only the clicker saw has given way to what all see.
      expect((await messageOf(world, posted)).privately).toEqual({});

      // Their screen may be behind: pressed again, they are told so, with the way to override it.
      const outcome = adaWon ? 'FALSE_POSITIVE' : 'TRUE_POSITIVE';
      const late = await decideInTeams(world, posted, outcome, loser, { editsAgo: edits });
      expect(answerTo(world, late)).toContain('Your decision was not recorded. Already decided.');
      expect(answerTo(world, late)).toContain(`${words}, recorded`);
      expect(await verdictsAt(world, posted)).toHaveLength(1);

      await pressCard(world, posted, 'decision:override', loser, {
        inputs: { outcome, comment: 'I asked the person.' },
      });
      expect((await recorded(world, posted, 2))[1]).toMatchObject({
        outcome,
        comment: expect.stringContaining('I asked the person.\nDecided by '),
      });
      await messageSaying(
        world,
        posted,
        / changed (?:true|false) positive to (?:true|false) positive, recorded/,
      );
      expect(messagesOf(world, posted)).toHaveLength(1);
    });

    it('takes the click of an older client of Teams, which gets no answer but the card', async () => {
      const posted = await postInTeams(world, 'older');
      const click = await decideInTeams(world, posted, 'SAFE', ADA, {
        olderClient: true,
        inputs: { comment: 'From an old phone.' },
      });
      expect(click).toMatchObject({ outcome: { status: 200, body: '' } });
      expect(await recorded(world, posted)).toMatchObject([
        { outcome: 'SAFE', comment: expect.stringMatching(/^From an old phone\.\nDecided by Ada Winter/) },
      ]);
      await messageSaying(world, posted, 'Ada Winter: safe, recorded');
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
    await waitFor(async () => {
      const { outcome } = await decide(world, next, 'TRUE_POSITIVE', CARA);
      expect(outcome).toMatchObject({ status: 200 });
    });
    await privateWord(world, next, CARA, "You can't decide cases");
    expect(await verdictsAt(world, next)).toEqual([]);
  });

  it('sent every decision once, and asked for nothing it may not have', async () => {
    const { posted, recorded } = await verdictTraffic(world);
    expect(posted).toBe(recorded);
    await expectNothingAmiss(world);
  });
});
