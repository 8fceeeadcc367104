import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { systemClock } from '../../lib/base/clock.ts';
import { partsIn } from '../../lib/dynamo/row-parts.ts';
import { decide } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { destinationsOf, type Lanes, routesOf } from '../support/bridge/lanes.ts';
import { ANNA } from '../support/bridge/people.ts';
import { channelOf, OPS_CHANNEL } from '../support/bridge/places.ts';
import { messageSaying, openCase, type PostedCase, postCase } from '../support/bridge/posted-case.ts';
import { type Row, readRows } from '../support/bridge/restore-table.ts';
import { runOperator } from '../support/bridge/run-operator.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { until } from '../support/wait-for.ts';

const NAME = 'Quentin Zorrobel';
/** The address is in the routes of this configuration; the name and what was said are the platform's alone. */
const NAMED = /quentin|zorrobel|mailed himself/i;
const EMAIL = 'gone@acme.example';
const LANES: Lanes = { slack: ['gone', 'other'] };
const DAY_MS = 86_400_000;
/** Stand for what is known only once the bridge runs. */
const [TABLE, FILE] = ['<table>', '<file>'];
/** By then every function has read the list again. */
const READ_AGAIN_MS = 65_000;
const about = { user_email: EMAIL, user_name: NAME, threat_brief: `${NAME} mailed himself` };

/** What each command is given besides its bridge and configuration, or why it can show nobody. A new command needs a line. */
const GIVEN: Readonly<Record<string, ((ids: readonly string[]) => string[]) | string>> = {
  init: 'writes a configuration, and asks no bridge',
  'secrets set': 'writes a secret',
  'secrets list': () => [],
  'secrets check': () => [],
  'secrets rotate': 'replaces a key',
  doctor: () => [],
  'config check': 'made of the configuration alone',
  'config schema': 'made of the code alone',
  'config reference': 'made of the code alone',
  'routes test': 'tries the items of a file of the operator',
  'slack manifest': 'made of the configuration alone',
  'teams package': 'made of the configuration alone',
  synth: 'made of the configuration alone',
  diff: 'made of the configuration alone',
  deploy: 'made of the configuration alone',
  upgrade: 'installs and deploys',
  destroy: 'takes the stack away',
  policies: () => [],
  console: 'shows the rows of the table, which are looked at below',
  status: () => ['--all'],
  verdicts: () => [],
  'verdicts export': () => [],
  certify: () => ['--json'],
  report: () => [],
  mutes: () => [],
  deduped: () => [],
  'routes explain': ([id = '']) => [id],
  'routes diff': () => ['--against', FILE, '--config', FILE],
  'cursor show': () => [],
  'dlq list': () => [],
  'dlq show': () => ['none'],
  audit: 'the trail keeps who decided what until retention.trail, and docs/privacy.md says so',
  canary: () => ['--destination', 'gone'],
  'webhook test': 'sends an example',
  'webhook replay': 'this bridge has no webhook',
  'cursor rewind': () => ['--to', '60d'],
  backfill: () => ['--since', '60d', '--no-wait'],
  replay: ([id = '']) => [id, '--since', '60d', '--no-wait'],
  'dlq redrive': () => ['verdicts'],
  'dlq drop': () => ['verdicts'],
  person: () => ['--email', EMAIL, '--json'],
  forget: () => ['--email', EMAIL, '--also', 'Nobody Else', '--yes'],
  start: 'starts another bridge',
  bill: 'counts on another bridge',
  events: 'made of the code alone',
  'table check': () => ['--table', TABLE],
};

let world: BridgeWorld;
let bundle: string;
const config = writeConfigFile({
  destinations: destinationsOf(LANES),
  routes: routesOf(LANES),
  poll: { every: '5s', feeds: ['cases'] },
  verdicts: { allow: { slackUsers: [ANNA] } },
  ops: { to: 'ops' },
});
const cases: PostedCase[] = [];
let before: Row[];
let forgottenAtMs: number;

beforeAll(async () => {
  [world, bundle] = await Promise.all([startBridgeWorld(LANES), bundleForNode('cli/main.ts', 'forgotten')]);
  const own = await postCase(world, 'gone', about);
  const decided = await postCase(world, 'gone', about);
  await decide(world, decided, 'SAFE', ANNA);
  await messageSaying(world, decided, 'safe, recorded');
  const others = await postCase(world, 'other', { threat_brief: `Asked ${NAME} for a file` });
  // From before the bridge began, so that it knows nothing of it but the id.
  const old = await openCase(world, 'gone', {
    ...about,
    created_at: new Date(Date.now() - 40 * DAY_MS).toISOString(),
  });
  cases.push(own, decided, others, old);
  before = await readRows(world.cloud);
  const said = await bridge('forget', '--email', EMAIL, '--also', NAME, '--yes');
  expect([said.stdout, said.stderr].join()).toContain('Erased:');
  forgottenAtMs = Date.now();
  for (const one of [own, decided]) await messageSaying(world, one, 'Forgotten on request');
  await messageSaying(world, others, 'Asked Forgotten on request');
});
afterAll(async () => {
  config.remove();
  await closeAtRest(world);
});

const bridge = (...args: string[]) =>
  runOperator(world, bundle, [...args, '--name', world.cloud.name, '--config', config.path]);

/** All rows but those of the trail, which can only grow. */
async function rowsNaming(): Promise<string[]> {
  const rows = (await readRows(world.cloud)).filter(({ pk }) => !pk?.S?.startsWith('audit#'));
  return rows
    .filter((row) => NAMED.test(JSON.stringify([row, partsIn(row)])))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
}
const shown = () =>
  JSON.stringify(
    [channelOf('gone'), channelOf('other'), OPS_CHANNEL].map((channel) =>
      world.slack.messages(channel).map((message) => message.shown),
    ),
  );
/** Two looks of the poller later, what it was asked to look at again has come to something. */
async function polledAgain(): Promise<void> {
  let runs = 0;
  const poll = world.cloud.functions.find(({ settings }) => settings.logicalId.includes('Poll'));
  poll?.onInvoke(() => void runs++);
  await until('it has polled five times more', () => runs > 5);
}

describe('a person who is forgotten', () => {
  it('is in no message, no row and no output, whichever command of all is run afterwards', async () => {
    expect(Object.keys(GIVEN).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
    await systemClock.sleep(Math.max(0, forgottenAtMs + READ_AGAIN_MS - Date.now()));
    const ids = cases.map(({ id }) => id);
    const known = new Map([
      [TABLE, world.cloud.outputs.LedgerTableName ?? ''],
      [FILE, config.path],
    ]);
    for (const { name, load } of COMMANDS) {
      const given = GIVEN[name];
      if (typeof given !== 'function') continue;
      const { needsBridge, needsConfig, changes } = (await load()).default;
      for (const some of name === 'replay' || name === 'routes explain' ? ids.map((id) => [id]) : [ids]) {
        const { status, stdout, stderr } = await runOperator(world, bundle, [
          ...[...name.split(' '), ...given(some)].map((one) => known.get(one) ?? one),
          ...(needsBridge ? ['--name', world.cloud.name] : []),
          ...(needsConfig ? ['--config', config.path] : []),
          ...(changes ? ['--yes'] : []),
        ]);
        expect(stderr, name).not.toMatch(/Usage|--help/);
        expect(stdout + stderr, `${name} ended with ${status}`).not.toMatch(NAMED);
      }
    }
    await polledAgain();
    expect(await rowsNaming()).toEqual([]);
    expect(shown()).not.toMatch(NAMED);
    expect(world.lines.join('\n')).not.toMatch(NAMED);
  });

  it('is taken out of a table that was restored from before, by the list alone', async () => {
    const { aws: endpoint, operator: credentials, region } = world.cloud.endpoints;
    const client = new DynamoDBClient({ endpoint, region, credentials });
    const isOf = ({ pk }: Row) => cases.some(({ id }) => pk?.S?.includes(id));
    const table = world.cloud.outputs.LedgerTableName ?? '';
    for (const Item of before.filter(isOf))
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: [{ PutRequest: { Item } }] } }));
    client.destroy();
    expect(await rowsNaming()).not.toEqual([]);
    await bridge('forget', '--again', '--yes');
    await bridge('replay', cases[0]?.id ?? '', '--since', '60d', '--yes', '--no-wait');
    await polledAgain();
    expect(await rowsNaming()).toEqual([]);
    expect(shown()).not.toMatch(NAMED);
  });
});
