import { describe, expect, it } from 'vitest';
import { deedGroups, playableCases, troubles } from '../../../../local/console/client/world/deeds.ts';
import { BRIDGE, item } from './bridge.ts';

const { world } = BRIDGE;
const titles = (...args: Parameters<typeof deedGroups>) => deedGroups(...args).map(({ title }) => title);
const deedsOf = (...args: Parameters<typeof deedGroups>) => deedGroups(...args).flatMap(({ deeds }) => deeds);

describe('deedGroups', () => {
  it('says of each deed what will happen', () => {
    for (const { id, says } of deedsOf(world, item('a', 'shown'))) expect(says, id).toMatch(/^[A-Z].+\.$/);
  });

  it('has no two deeds of one name', () => {
    const ids = deedsOf(world, item('a', 'shown')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves out what cannot be played', () => {
    const real = { ...world, api: { ...world.api, played: false }, slack: { played: false, up: true } };
    expect(titles(real, null)).toEqual(['The chats', 'The functions']);
    expect(deedsOf(real, null).map(({ id }) => id)).toEqual(['turn-teams', 'kill-poll']);
  });

  it('does nothing to cases of a real API beside a played one', () => {
    const real = { ...item('b', 'shown'), domain: 'globex' };
    const threat = { ...item('c', 'shown'), feed: 'threats' as const };
    expect(playableCases({ items: [real, item('a', 'shown'), threat], world })).toEqual([item('a', 'shown')]);
  });

  it('does nothing to a case when there is none', () => {
    expect(deedsOf(world, null).map(({ act }) => act.do)).not.toContain('close-case');
  });

  it('turns a chat over', () => {
    const down = { ...world, slack: { played: true, up: false } };
    const turn = (now: typeof world) => deedsOf(now, null).find(({ id }) => id === 'turn-slack')?.act;
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
      slack: { played: true, up: false },
      teams: { played: true, up: false },
    };
    expect(troubles(bad).map(({ words, back }) => [words, back.act])).toEqual([
      ['The API is failing.', { do: 'set-api', state: 'well' }],
      ['Slack is down.', { do: 'set-slack', up: true }],
      ['Teams is down.', { do: 'set-teams', up: true }],
    ]);
  });
});
