import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsIn } from '../../lib/dynamo/row-parts.ts';
import { decide, openForm, press } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA } from '../support/bridge/people.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import {
  inTeams,
  messageOf,
  messageSaying,
  messagesOf,
  openCase,
  type PostedCase,
  postCase,
  says,
  threadOf,
} from '../support/bridge/posted-case.ts';
import { readRows } from '../support/bridge/restore-table.ts';
import { answerTo, decideInTeams } from '../support/bridge/teams-analyst.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';

const NAME = 'Quentin Zorrobel';
const NAMED = /quentin|zorrobel|(?:veiled|bare|gone)@acme/i;
const about = (email: string) => ({
  user_name: NAME,
  threat_brief: `${NAME} mailed himself at ${email}`,
  threat_type: 'data_exfiltration',
});

let world: BridgeWorld;
const config = writeConfigFile();
beforeAll(async () => {
  world = await startBridgeWorld(
    { both: ['veiled', 'bare', 'gone'] },
    {
      display: {
        'veiled-slack': { show: 'pseudonym' },
        'veiled-teams': { show: 'pseudonym', notify: 'quiet' },
        'bare-slack': { show: 'minimal', notify: 'quiet' },
        'bare-teams': { show: 'minimal' },
      },
    },
  );
});
afterAll(() => {
  config.remove();
  return closeAtRest(world);
});

const open = (lane: string) => postCase(world, lane, about(`${lane}@acme.example`));

/** All that stands in both channels of a case, as it was sent. */
async function everything(posted: PostedCase): Promise<string> {
  const card = inTeams(posted);
  const messages = [await messageOf(world, posted), await messageOf(world, card)];
  const threads = [...(await threadOf(world, posted)), ...(await threadOf(world, card))];
  return JSON.stringify([messages, threads]);
}

async function command(name: 'audit' | 'forget' | 'person', ...flags: string[]): Promise<string> {
  const { endpoints, outputs } = world.cloud;
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: endpoints.region,
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
    TABLE_NAME: outputs.LedgerTableName,
  };
  const bundle = await bundleForNode('cli/main.ts', 'privacy');
  return (await promisify(execFile)('node', [bundle, name, '--config', config.path, ...flags], { env }))
    .stdout;
}

describe('a destination that shows pseudonyms', () => {
  it('has the same one in Slack and Teams, and no name before, while and after it is decided', async () => {
    const posted = await open('veiled');
    const [pseudonym] = /Person [2-9B-Z]{6}/.exec(says(await messageOf(world, posted))) ?? [];
    expect(says(await messageOf(world, inTeams(posted)))).toContain(
      `${pseudonym} mailed himself at ${pseudonym}`,
    );
    // What Teams asks for anew, when somebody looks at the card, is redacted as the card is.
    const { channel, id } = await messageOf(world, inTeams(posted));
    const looked = await world.teams.view({ channel, id, userId: ADA });
    expect(answerTo(world, looked)).toContain(`${pseudonym} mailed himself at ${pseudonym}`);
    expect(JSON.stringify(looked)).not.toMatch(NAMED);
    const form = await openForm(world, ANNA, () =>
      press(world, posted, 'verdict:more', ANNA, { option: 'FORM' }),
    );
    expect(JSON.stringify(form)).not.toMatch(NAMED);
    const click = await decideInTeams(world, inTeams(posted), 'SAFE', ADA);
    expect(JSON.stringify(click)).not.toMatch(NAMED);
    expect(JSON.stringify(click)).toContain(pseudonym);
    expect(await recorded(world, posted)).toMatchObject([{ outcome: 'SAFE' }]);
    await messageSaying(world, posted, 'safe, recorded');
    expect(await everything(posted)).not.toMatch(NAMED);
    // Every function that shows people may read the key.
    expect(world.lines.join('\n')).not.toContain('no key for pseudonyms');
  });
});

describe('a destination that shows little', () => {
  it('has no name, no address and no brief, and its buttons work', async () => {
    const posted = await open('bare');
    await decide(world, posted, 'FALSE_POSITIVE', ANNA);
    expect(await recorded(world, posted)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    await messageSaying(world, posted, 'false positive, recorded');
    const all = await everything(posted);
    expect(all).not.toMatch(NAMED);
    expect(all).not.toContain('mailed himself');
    expect(all).toContain('Data exfiltration');
  });
});

describe('a person who is forgotten', () => {
  it('is gone from the ledger and from the messages, whose buttons work, and nothing is posted again', async () => {
    const [decided, left] = [await open('gone'), await open('gone')];
    await decide(world, decided, 'SAFE', ANNA);
    await messageSaying(world, decided, 'safe, recorded');
    expect(await command('person', '--email', 'gone@acme.example')).toMatch(/delivery: 4 about them/);
    const said = await command('forget', '--email', 'GONE@acme.example', '--also', NAME, '--yes');
    expect(said).toContain('Erased:');
    for (const one of [decided, left]) {
      await messageSaying(world, one, 'Forgotten on request');
      await messageSaying(world, inTeams(one), 'Forgotten on request');
    }
    // Other rows than the trail, which can only grow.
    const rows = (await readRows(world.cloud)).filter(({ pk }) => !pk?.S?.startsWith('audit#'));
    const naming = rows.filter((row) => /gone@acme/i.test(JSON.stringify([row, partsIn(row)])));
    expect(naming).toEqual([]);
    expect(await command('audit', '--verify')).toMatch(/^acme: the trail holds/m);
    await decide(world, left, 'TRUE_POSITIVE', ANNA);
    expect(await recorded(world, left)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    await messageSaying(world, left, 'true positive, recorded');
    expect(says(await messageOf(world, left))).not.toMatch(/quentin/i);
    // A case about somebody else shows that the poller went on, and what it did not bring. One about the person would say only
    // how severe it is until the minute is over, and no route for the person would know it.
    const later = await openCase(world, 'bare', {
      user_name: 'Somebody Else',
      threat_brief: 'Mailed files.',
    });
    await messageOf(world, later);
    for (const one of [decided, left]) expect(messagesOf(world, one)).toHaveLength(1);
  });
});
