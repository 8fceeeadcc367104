import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ANNA } from '../support/bridge/people.ts';
import {
  inTeams,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  says,
} from '../support/bridge/posted-case.ts';

const NAME = 'Quentin Zorrobel';

let world: BridgeWorld;
beforeAll(async () => {
  world = await startBridgeWorld(
    { both: ['soc', 'twice', 'veiled', 'bare'] },
    {
      config: {
        connectors: {
          productivity_suite: { sources: ['OfficeActivity'] },
          cloud_directory: { sources: ['SigninLogs'] },
          no_such_connector: { sources: ['Syslog'] },
          crm: { sources: ['CrmEvents'] },
          badge_access: { sources: ['DoorEvents'] },
        },
      },
      display: {
        'veiled-slack': { show: 'pseudonym' },
        'veiled-teams': { show: 'pseudonym' },
        'bare-slack': { show: 'minimal' },
        'bare-teams': { show: 'minimal' },
      },
    },
  );
});
afterAll(() => closeAtRest(world));

const open = (lane: string, source = 'Other') =>
  postCase(world, lane, { user_name: NAME, threat_type: 'sabotage', events: [{ source }] });
const inBoth = async (posted: PostedCase): Promise<string[]> => [
  says(await messageOf(world, posted)),
  says(await messageOf(world, inTeams(posted))),
];

describe('evidence that may be missing', () => {
  it('is told in both chats, with the connector in words and what is the matter with it', async () => {
    for (const text of await inBoth(await open('soc', 'OfficeActivity')))
      expect(text).toContain('Evidence may be missing: the connector Productivity Suite keeps failing.');
    await world.api.control('POST', '/connectors/cloud_directory', { action: 'disable' });
    for (const text of await inBoth(await open('soc', 'signinlogs')))
      expect(text).toContain('Evidence may be missing: the connector Cloud Directory is switched off.');
  });

  it('is not told where all is well, where nobody said which connector it is, and where there is none of that name', async () => {
    for (const source of ['CrmEvents', 'Other', 'Syslog'])
      for (const text of await inBoth(await open('soc', source)))
        expect(text).not.toContain('Evidence may be');
    expect(world.lines.join('\n')).toMatch(/connector not read.*no_such_connector.*not_found/);
  });
});

describe('a platform that answers late', () => {
  it('keeps no case waiting: the line is left out', async () => {
    const fault = { path: '/integrations/badge_access', kind: 'delay', delay_ms: 20_000 };
    await world.api.control('POST', '/faults', fault);
    for (const text of await inBoth(await open('soc', 'DoorEvents')))
      expect(text).not.toContain('Evidence may be');
    expect(world.lines.join('\n')).toMatch(/connector not read.*badge_access.*unreachable/);
  });
});

describe('cases that were before', () => {
  it('are counted in both chats, with what was decided about them', async () => {
    const first = await open('twice');
    await decide(world, first, 'SAFE', ANNA);
    await messageSaying(world, first, 'safe, recorded');
    const line = `${NAME}: 1+ earlier cases here in 90 days: 1 safe. `;
    for (const text of await inBoth(await open('twice'))) expect(text).toContain(line);
  });

  it('are told under a pseudonym, and not of a person who is not shown', async () => {
    for (const lane of ['veiled', 'bare']) await open(lane);
    for (const text of await inBoth(await open('veiled'))) {
      expect(text).toMatch(/Person [2-9B-Z]{6}: 1\+ earlier cases here in 90 days, none decided here/);
      expect(text).not.toContain(NAME);
    }
    for (const text of await inBoth(await open('bare'))) {
      expect(text).toContain('+ similar cases here in 90 days');
      expect(text).not.toMatch(/Person not shown: \d/);
    }
  });

  it('and all of it with the rights that the stack gives', () => {
    expect(world.lines.filter((line) => /AccessDenied|earlier cases not/.test(line))).toEqual([]);
  });
});
