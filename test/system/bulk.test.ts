import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, formOf, openForm, press, submit } from '../support/bridge/analyst.ts';
import { ask, askInTeams } from '../support/bridge/asker.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, BO, EVE } from '../support/bridge/people.ts';
import { channelOf, personOf, teamsChannelOf } from '../support/bridge/places.ts';
import { recorded, verdictsAt } from '../support/bridge/platform-view.ts';
import {
  buttonsOf,
  inTeams,
  messageOf,
  messageSaying,
  openCase,
  postCase,
  postInTeams,
  says,
  verbsOf,
} from '../support/bridge/posted-case.ts';
import { answerTo } from '../support/bridge/teams-analyst.ts';
import { untilTaken } from '../support/bridge/until-taken.ts';
import { found, waitFor } from '../support/wait-for.ts';

const OPEN = 'bulk:open:1';
const RULES = {
  allow: { slackUsers: [ANNA, BEN] },
  undoSeconds: 3,
  outcomes: { FALSE_POSITIVE: { approval: true } },
};

/** The form for several cases, once it lists them. */
async function bulkForm(world: BridgeWorld, userId: string, on: { channel: string; ts: string }) {
  await openForm(world, userId, () =>
    world.slack.click({ channel: on.channel, ts: on.ts, userId, actionId: OPEN }),
  );
  return waitFor(() => {
    const form = formOf(world, userId);
    if (!JSON.stringify(form.blocks).includes('"block_id":"cases"'))
      throw new Error(`no cases in it yet: ${JSON.stringify(form.blocks)}`);
    return form;
  });
}

/** What the form offers, in words. */
const offered = ({ blocks }: { readonly blocks: readonly object[] }): string => JSON.stringify(blocks[0]);

const told = (world: BridgeWorld, userId: string): string => JSON.stringify(formOf(world, userId).blocks);

describe('several cases in Slack', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { slack: ['person', 'storm', 'undo', 'eve', 'other'] },
      { config: { storm: { threshold: 4, severe: 'none' }, verdicts: RULES } },
    );
  });
  afterAll(() => closeAtRest(world));

  it('of one person are decided at once, each with a decision of its own, and what was decided meanwhile is left out', async () => {
    const cases = [
      await postCase(world, 'person'),
      await postCase(world, 'person'),
      await postCase(world, 'person'),
    ];
    const [first, second, third] = cases as [(typeof cases)[0], (typeof cases)[0], (typeof cases)[0]];
    const answer = await ask(world, 'person', ANNA, `decide ${personOf('person')}`, 'Cases to decide');
    expect(buttonsOf(answer)).toEqual([OPEN]);
    const form = await bulkForm(world, ANNA, answer);
    for (const { id } of cases) expect(offered(form)).toContain(id.slice(0, 8));
    await decide(world, third, 'TRUE_POSITIVE', BEN);
    await messageSaying(world, third, 'Ben Okoro: true positive');
    await submit(world, ANNA, { cases: ['all'], outcome: 'SAFE' });
    expect(told(world, ANNA)).toContain('2 cases: Safe.');
    expect(told(world, ANNA)).toContain(`(case ${third.id.slice(0, 8)})`);
    for (const one of [first, second]) {
      await messageSaying(world, one, 'Anna Berg: safe, recorded');
      const [verdict] = await recorded(world, one);
      expect(verdict?.outcome).toBe('SAFE');
    }
    expect((await recorded(world, third)).map(({ outcome }) => outcome)).toEqual(['TRUE_POSITIVE']);
  });

  it('of a digest are decided there: only those that were chosen, and each can be taken back', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openCase(world, 'storm')));
    for (const one of opened) await messageOf(world, one);
    const digest = await found(() => {
      const all = world.slack.messages(channelOf('storm'));
      return all.find((message) => buttonsOf(message).includes(OPEN));
    }, 'the digest with its button');
    const form = await bulkForm(world, BEN, digest);
    const inForm = opened.filter(({ id }) => offered(form).includes(id.slice(0, 8)));
    expect(inForm.length).toBeGreaterThan(2);
    await submit(world, BEN, { cases: ['0', '1'], outcome: 'DUPLICATE' });
    expect(told(world, BEN)).toContain('2 cases: Duplicate.');
    const waits = await waitFor(async () => {
      const shown = await Promise.all(
        opened.map(async (one) => ({ one, text: says(await messageOf(world, one)) })),
      );
      const decided = shown.filter(({ text }) => text.includes('Ben Okoro: duplicate'));
      if (decided.length !== 2) throw new Error(`${decided.length} of them are decided`);
      return decided.map(({ one }) => one);
    });
    const [taken, kept] = waits as [(typeof opened)[0], (typeof opened)[0]];
    await press(world, taken, 'decision:undo', BEN);
    await messageSaying(world, taken, 'undone');
    await messageSaying(world, kept, 'Ben Okoro: duplicate, recorded');
    await recorded(world, kept);
    expect(await verdictsAt(world, taken)).toEqual([]);
  });

  it('wait for a second person, each by itself, where the outcome needs one', async () => {
    const cases = [await postCase(world, 'undo'), await postCase(world, 'undo')];
    const answer = await ask(world, 'undo', ANNA, `decide ${personOf('undo')}`, 'Cases to decide');
    await bulkForm(world, ANNA, answer);
    await submit(world, ANNA, { cases: ['0', '1'], outcome: 'FALSE_POSITIVE' });
    for (const one of cases) await messageSaying(world, one, 'Needs a second approver');
    const [first, second] = cases as [(typeof cases)[0], (typeof cases)[0]];
    await press(world, first, 'decision:approve', BEN);
    await press(world, second, 'decision:decline', BEN);
    await messageSaying(world, first, 'recorded');
    await messageSaying(world, second, 'declined');
    await recorded(world, first);
    expect(await verdictsAt(world, second)).toEqual([]);
  });

  it('are nobody else’s to decide: not of a person who may not, nor with the list of another', async () => {
    await postCase(world, 'eve');
    await ask(world, 'eve', EVE, `decide ${personOf('eve')}`, 'Only people who can decide');
    await ask(
      world,
      'other',
      ANNA,
      `decide ${personOf('other')}`,
      'This person has no open, undecided cases',
    );
  });

  it('leave nothing amiss', () => expectNothingAmiss(world));
});

describe('several cases in Teams', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { teams: ['person', 'storm'] },
      { config: { storm: { threshold: 4, severe: 'none' } } },
    );
  });
  afterAll(() => closeAtRest(world));

  const click = (userId: string, on: { channel: string; id: string }, verb: string, inputs = {}) =>
    untilTaken(
      () => world.teams.click({ channel: on.channel, id: on.id, userId, verb, inputs }),
      ({ outcome }) => outcome.kind === 'answered' && outcome.body.includes('"NotTaken"'),
    );

  it('of one person are decided in the chat with the bot', async () => {
    const cases = [await postInTeams(world, 'person'), await postInTeams(world, 'person')];
    const answer = await askInTeams(world, ADA, `decide ${personOf('person')}`, 'Cases to decide');
    const opened = await click(ADA, answer, 'bulk:open');
    expect(answerTo(world, opened)).toContain('Decide several cases');
    const decided = await click(ADA, answer, 'bulk:decide', { cases: ['all'], outcome: 'SAFE' });
    expect(answerTo(world, decided)).toContain('2 cases: Safe.');
    for (const one of cases) {
      await messageSaying(world, one, 'safe, recorded');
      await recorded(world, one);
    }
  });

  it('of a digest are decided there, and what is decided already is named', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => openCase(world, 'storm')));
    for (const one of opened) await messageOf(world, inTeams(one));
    const digest = await found(() => {
      const all = world.teams.messages(teamsChannelOf('storm'));
      return all.find((message) => verbsOf(message).includes('bulk:open'));
    }, 'the digest with its button');
    await click(ADA, digest, 'bulk:open');
    await click(BO, digest, 'bulk:open');
    const first = await click(ADA, digest, 'bulk:decide', { cases: ['0'], outcome: 'DUPLICATE' });
    expect(answerTo(world, first)).toContain('1 case: Duplicate.');
    await waitFor(async () => {
      const all = await Promise.all(opened.map((one) => verdictsAt(world, one)));
      if (all.flat().length !== 1) throw new Error(`${all.flat().length} verdicts`);
    });
    const second = await click(BO, digest, 'bulk:decide', { cases: ['0', '1'], outcome: 'SAFE' });
    expect(answerTo(world, second)).toContain('1 case: Safe.');
    expect(answerTo(world, second)).toContain('duplicate');
    await waitFor(async () => {
      const all = await Promise.all(opened.map((one) => verdictsAt(world, one)));
      if (all.flat().length !== 2) throw new Error(`${all.flat().length} verdicts`);
    });
  });

  it('leave nothing amiss', () => expectNothingAmiss(world));
});
