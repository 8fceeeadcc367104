import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BELIEFS } from '../../cli/certify/beliefs.ts';
import type { Finding } from '../../cli/doctor/check.ts';
import { homesFolder, type LocalHome } from '../../lib/config/file/local-home.ts';
import { PROFILE, writeProfile } from '../../local/start/operator-profile.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { API_KEY, type BridgeWorld, SLACK_TOKEN, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { destinationsOf, type Lanes, routesOf } from '../support/bridge/lanes.ts';
import { ANNA } from '../support/bridge/people.ts';
import { runOperator } from '../support/bridge/run-operator.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';

const LANES: Lanes = { slack: ['here'] };

let world: BridgeWorld;
let bundle: string;
let folder: string;
let config: ReturnType<typeof writeConfigFile>;
beforeAll(async () => {
  [world, bundle, folder] = await Promise.all([
    startBridgeWorld(LANES, { api: { cases: 30, threats: 40, nhi: 5 } }),
    bundleForNode('cli/main.ts', 'certify'),
    mkdtemp(join(tmpdir(), 'certify-')),
  ]);
  const { slack, domains } = world.config;
  config = writeConfigFile({
    domains: { acme: { baseUrl: domains.acme?.baseUrl ?? '', apiKey: API_KEY } },
    slack: { signingSecret: slack?.signingSecret ?? '', botToken: SLACK_TOKEN },
    destinations: destinationsOf(LANES),
    routes: routesOf(LANES),
    verdicts: { allow: { slackUsers: [ANNA] } },
    ops: { to: 'ops' },
  });
});
afterAll(async () => {
  config.remove();
  await closeAtRest(world);
  await rm(folder, { recursive: true });
});

const certify = (...args: string[]) =>
  runOperator(world, bundle, ['certify', ...args, '--name', world.cloud.name, '--config', config.path]);
const findingsOf = async (...args: string[]) => {
  const { status, stdout, stderr } = await certify(...args, '--json');
  if (!stdout) throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const of = (is: string) => findings.filter((one) => one.is === is).map(({ about }) => about);
  return { status, findings, wrong: of('wrong'), well: of('well') };
};

describe('certify, of the local cloud as if it were AWS', () => {
  it('passes, and sees what the local cloud has', async () => {
    const { status, wrong, well, findings } = await findingsOf('--canary');
    expect([wrong, status]).toEqual([[], 0]);
    expect(well).toEqual([
      ...['whole-way', 'stack-id', 'fifo-names', 'threat-filters', 'user-filter', 'nhi-filters', 'nhi-pages'],
      ...['order-of-lists', 'cursor-is-an-id', 'list-statuses', 'unauthorized', 'api-time'],
    ]);
    const partly = findings.filter(({ sentence }) => sentence.startsWith('only partly: '));
    expect(partly.map(({ about }) => about)).toEqual([
      ...['leading-keys-insert', 'leading-keys-index', 'retain-except-on-create'],
    ]);
    expect(findings.map(({ about }) => about)).toEqual(BELIEFS.map(({ id }) => id));
  });

  it('writes a report without a name, an address or a secret', async () => {
    const out = join(folder, 'report.md');
    const { status, stdout } = await certify('--out', out);
    const report = readFileSync(out, 'utf8');
    expect([status, report]).toEqual([0, expect.stringContaining(' as believed, 0 not, ')]);
    const { outputs, endpoints } = world.cloud;
    const told = [
      ...Object.values(world.secrets),
      // A bridge may be called what the product is called.
      ...Object.values(outputs).filter((value) => value.length > 7 && value !== 'posture-bridge'),
      ...[endpoints.region, 'acme', 'Anna', '127.0.0.1', '123456789012', 'example.com'],
    ];
    const text = `${report}\n${stdout.replace(out, '')}`;
    expect(told.filter((one) => text.includes(one))).toEqual([]);
  });

  it('passes with --local, without a look at systems outside', async () => {
    const homes = homesFolder(folder, process.getuid?.());
    const configFile = join(folder, 'aws-config');
    await Promise.all([mkdir(homes, { mode: 0o700 }), writeProfile(configFile, world.cloud)]);
    const home: LocalHome = {
      ...{ pid: process.pid, name: world.cloud.name, startedAt: new Date().toISOString() },
      ...{ profile: PROFILE, configFile, console: 'http://127.0.0.1:1/', config: config.path },
    };
    await writeFile(join(homes, '1.json'), JSON.stringify(home));
    const args = ['certify', '--local', '--json'];
    const { status, stdout } = await runOperator(world, bundle, args, { TMPDIR: folder });
    const { well, findings } = JSON.parse(stdout) as { well: boolean; findings: Finding[] };
    expect([status, well]).toEqual([0, true]);
    const of = (about: string) => findings.find((one) => one.about === about);
    expect(of('leading-keys-insert')?.sentence).toMatch(/^only partly: IAM allows/);
    expect(of('order-of-lists')).toMatchObject({
      is: 'unknown',
      sentence: 'npm start runs stand-ins of its own',
    });
  });

  it('names what an API does otherwise, and ends with 1', async () => {
    await world.api.control('POST', '/settings', { order: 'shuffled' });
    try {
      const { status, wrong } = await findingsOf();
      expect([wrong, status]).toEqual([['order-of-lists'], 1]);
    } finally {
      await world.api.control('POST', '/settings', { order: 'newest-first' });
    }
  });
});
