import { describe, expect, it } from 'vitest';
import { buttonGroups, casesOfStandIn, troubles } from '../../../console/client/world/scenario-buttons.ts';
import { BRIDGE, item } from './bridge.ts';

const { world } = BRIDGE;
const titles = (...args: Parameters<typeof buttonGroups>) => buttonGroups(...args).map(({ title }) => title);
const buttonsOf = (...args: Parameters<typeof buttonGroups>) =>
  buttonGroups(...args).flatMap(({ buttons }) => buttons);

describe('buttonGroups', () => {
  it('says of each button what will happen', () => {
    for (const { id, says } of buttonsOf(world, item('a', 'shown'))) expect(says, id).toMatch(/^[A-Z].+\.$/);
  });

  it('says of Teams that it is asked, where it may be', () => {
    const functions = [{ id: 'notify-teams', armed: false }];
    const [kill] = buttonsOf({ ...world, functions }, null).filter(({ id }) => id === 'kill-notify-teams');
    expect(kill?.says).toMatch(/lets the bridge read the channel, it looks there before it posts again\./);
  });

  it('has no two buttons of one name', () => {
    const ids = buttonsOf(world, item('a', 'shown')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves out what does not work here', () => {
    const real = { ...world, api: { ...world.api, isStandIn: false }, slack: { isStandIn: false, up: true } };
    expect(titles(real, null)).toEqual(['The chats', 'The functions']);
    expect(buttonsOf(real, null).map(({ id }) => id)).toEqual(['turn-teams', 'kill-poll']);
  });

  it('does nothing to cases of a real API beside a stand-in', () => {
    const real = { ...item('b', 'shown'), domain: 'globex' };
    const threat = { ...item('c', 'shown'), feed: 'threats' as const };
    expect(casesOfStandIn({ items: [real, item('a', 'shown'), threat], world })).toEqual([
      item('a', 'shown'),
    ]);
  });

  it('does nothing to a case when there is none', () => {
    expect(buttonsOf(world, null).map(({ scenario }) => scenario.do)).not.toContain('move-case');
  });

  it('turns a chat over', () => {
    const down = { ...world, slack: { isStandIn: true, up: false } };
    const turn = (now: typeof world) => buttonsOf(now, null).find(({ id }) => id === 'turn-slack')?.scenario;
    expect([turn(world), turn(down)]).toEqual([
      { do: 'set-slack', up: false },
      { do: 'set-slack', up: true },
    ]);
  });
});

describe('troubles', () => {
  it('has none when all is well', () => {
    expect(troubles(world)).toEqual([]);
  });

  it('has a way back from each', () => {
    const bad = {
      ...world,
      api: { ...world.api, state: 'failing' as const },
      slack: { isStandIn: true, up: false },
      teams: { isStandIn: true, up: false },
    };
    expect(troubles(bad).map(({ words, back }) => [words, back.scenario])).toEqual([
      ['The API is failing.', { do: 'set-api', state: 'well' }],
      ['Slack is down.', { do: 'set-slack', up: true }],
      ['Teams is down.', { do: 'set-teams', up: true }],
    ]);
  });
});
