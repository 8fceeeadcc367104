import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formOf, openForm, submit } from '../support/bridge/analyst.ts';
import { answerHolding, ask, askInTeams } from '../support/bridge/asker.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { forgetProposals } from '../support/bridge/ledger-view.ts';
import { lookAnew } from '../support/bridge/look-anew.ts';
import { ADA, ANNA, BEN, CLEO, EVE } from '../support/bridge/people.ts';
import { OPS_CHANNEL, personOf, TEAMS_OPS } from '../support/bridge/places.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import { buttonsOf, openCase, postCase, postInTeams, says, verbsOf } from '../support/bridge/posted-case.ts';
import { answerTo } from '../support/bridge/teams-analyst.ts';
import { untilTaken } from '../support/bridge/until-taken.ts';
import { waitFor } from '../support/wait-for.ts';

const LANE = 'calm';
const HARMLESS = { threat_type: 'sabotage', events: [{ severity: 'low' }] };

describe('a mute that is proposed in Slack', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ slack: [LANE, 'other'] }, { opsIn: 'slack' });
  });
  afterAll(() => world.close());

  const note = () =>
    waitFor(() => {
      const all = world.slack.messages(OPS_CHANNEL);
      const found = all.find((message) => says(message).includes('mostly harmless'));
      if (!found) throw new Error(`no note; only: ${all.map(says).join(' | ')}`);
      return found;
    });
  /** And again where the function was too slow, as a person would. */
  const press = (userId: string, actionId: string, ts: string) =>
    untilTaken(
      () => world.slack.click({ channel: OPS_CHANNEL, ts, userId, actionId }),
      ({ seen }) => {
        const shown = seen.filter(({ what }) => what === 'ephemeral').map(({ detail }) => detail);
        const told = world.slack.ephemeral(userId).filter(({ ts }) => shown.includes(ts));
        return told.some((message) => says(message).includes("didn't go through"));
      },
    );
  const saying = (words: string) =>
    waitFor(async () => {
      const text = says(await note());
      if (!text.includes(words)) throw new Error(`the note says: ${text}`);
    });

  it('comes from what was decided, is muted by two people, and shows what became of it', async () => {
    const cases = [];
    for (let n = 0; n < 8; n++) cases.push(await postCase(world, LANE, HARMLESS));
    const answer = await ask(world, LANE, ANNA, `decide ${personOf(LANE)}`, 'Cases to decide');
    await openForm(world, ANNA, () =>
      world.slack.click({ channel: answer.channel, ts: answer.ts, userId: ANNA, actionId: 'bulk:open:1' }),
    );
    await waitFor(() => {
      if (!JSON.stringify(formOf(world, ANNA).blocks).includes('"block_id":"cases"'))
        throw new Error('not yet');
    });
    await submit(world, ANNA, { cases: ['all'], outcome: 'SAFE' });
    for (const one of cases) await recorded(world, one);
    await forgetProposals(world);
    await lookAnew(world);
    const shown = await note();
    expect(says(shown)).toContain(
      `${personOf(LANE)}: 8 of 8 decided cases in 30 days were harmless (8 safe)`,
    );
    expect(says(shown)).toContain('the type sabotage');
    const [mutePerson = '', noPerson = '', muteNext = '', noNext = ''] = buttonsOf(shown);
    expect([mutePerson, noPerson, muteNext, noNext].map((one) => one.split(':')[1])).toEqual([
      'mute',
      'no',
      'mute',
      'no',
    ]);

    await press(EVE, mutePerson, shown.ts);
    await waitFor(() => {
      const told = world.slack.ephemeral(EVE).filter(({ channel }) => channel === OPS_CHANNEL);
      if (!told.some((message) => says(message).includes('Only people who can decide')))
        throw new Error('not told');
    });
    expect(says(await note())).not.toContain('muted it');
    await press(ANNA, mutePerson, shown.ts);
    await saying('Anna Berg wants to mute it for 7 days. Needs a second person.');
    const id = mutePerson.split(':')[2] ?? '';
    await ask(world, 'other', ANNA, `mutes ${id} approve`, 'A second person has to approve');
    await ask(world, 'other', BEN, `mutes ${id} approve`, 'Muted: ');
    await press(BEN, noNext, shown.ts);
    await saying('Ben Okoro said no.');
    const left = buttonsOf(await note());
    expect(left).not.toContain(mutePerson);
    expect(left).not.toContain(noNext);
    const mutes = await ask(world, 'other', BEN, 'mutes', 'What is muted');
    expect(says(mutes).match(/Proposed by the bridge: 8 of 8 decided cases were harmless/g)).toHaveLength(1);
    // It is not proposed again, neither what is muted nor what was declined.
    const open = await ask(world, 'other', BEN, 'proposals', 'Proposed mutes');
    expect(says(open)).not.toContain(mutePerson.split(':')[2]);
  });

  it('hides new cases, as any mute does', async () => {
    const id = /id ([0-9a-f]{8})/.exec(says(await answerHolding(world, 'other', BEN, 'What is muted')))?.[1];
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    const hidden = await openCase(world, LANE, HARMLESS);
    await postCase(world, 'other');
    await waitFor(async () => {
      const answer = await ask(world, 'other', BEN, `mutes ${id}`, 'What is muted');
      if (!says(answer).includes(hidden.id)) throw new Error(says(answer));
    });
  });
});

describe('a mute that is proposed in Teams', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ teams: [LANE] }, { opsIn: 'teams' });
  });
  afterAll(() => world.close());

  const note = () =>
    waitFor(() => {
      const all = world.teams.messages(TEAMS_OPS);
      const found = all.find((message) => says(message).includes('mostly harmless'));
      if (!found) throw new Error(`no note; only: ${all.map(says).join(' | ')}`);
      return found;
    });

  const click = (userId: string, on: { channel: string; id: string }, verb: string, inputs = {}) =>
    untilTaken(
      () => world.teams.click({ channel: on.channel, id: on.id, userId, verb, inputs }),
      ({ outcome }) => outcome.kind === 'answered' && /NotTaken|could not take/.test(outcome.body),
    );

  it('is asked for with one click, by somebody who may, and shows what became of it', async () => {
    const cases = [];
    for (let n = 0; n < 8; n++) cases.push(await postInTeams(world, LANE, HARMLESS));
    const answer = await askInTeams(world, ADA, `decide ${personOf(LANE)}`, 'Cases to decide');
    await click(ADA, answer, 'bulk:open');
    await click(ADA, answer, 'bulk:decide', { cases: ['all'], outcome: 'FALSE_POSITIVE' });
    for (const one of cases) await recorded(world, one);
    await forgetProposals(world);
    await lookAnew(world);
    const shown = await note();
    expect(says(shown)).toContain('were harmless (8 false positive)');
    const [mute = '', , , no = ''] = verbsOf(shown);
    const press = (userId: string, verb: string) => click(userId, shown, verb);
    expect(answerTo(world, await press(CLEO, mute))).toContain('Only people who can decide');
    expect(answerTo(world, await press(ADA, mute))).toContain('Looking it up');
    await waitFor(async () => {
      if (!says(await note()).includes('wants to mute it for 7 days.')) throw new Error(says(await note()));
    });
    await press(ADA, no);
    await waitFor(async () => {
      if (!says(await note()).includes('said no.')) throw new Error(says(await note()));
    });
    expect(verbsOf(await note())).not.toContain(mute);
    await askInTeams(world, ADA, 'mutes', 'needs a second person');
  });
});
