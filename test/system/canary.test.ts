import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY_KEY } from '../../lib/base/key-names.ts';
import { createSeal } from '../../lib/base/seal.ts';
import { CANARY_DOMAIN } from '../../lib/config/canary.ts';
import { writePress } from '../../lib/features/canary/sealed-press.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { destinationsOf, type Lanes, routesOf } from '../support/bridge/lanes.ts';
import { ADA, ANNA } from '../support/bridge/people.ts';
import { channelOf, OPS_CHANNEL, teamsChannelOf } from '../support/bridge/places.ts';
import { verdictTraffic } from '../support/bridge/platform-view.ts';
import { postCase } from '../support/bridge/posted-case.ts';
import { readKey } from '../support/bridge/read-key.ts';
import { readRows } from '../support/bridge/restore-table.ts';
import { runOperator } from '../support/bridge/run-operator.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES: Lanes = { both: ['here'], slack: ['real'] };
const STEPS = ['hand-over', 'card', 'press', 'decision', 'record', 'change'];
const verdicts = { allow: { slackUsers: [ANNA], teamsUsers: [ADA] } };

let world: BridgeWorld;
let bundle: string;
const config = writeConfigFile({
  teams: {
    appId: '11111111-1111-4111-8111-111111111111',
    tenantId: '22222222-2222-4222-8222-222222222222',
    password: '/teams/password',
  },
  destinations: destinationsOf(LANES),
  routes: routesOf(LANES),
  verdicts,
  ops: { to: 'ops' },
});
beforeAll(async () => {
  [world, bundle] = await Promise.all([
    startBridgeWorld(LANES, { config: { verdicts, canary: { every: '1h', to: ['ops'] } } }),
    bundleForNode('cli/main.ts', 'canary'),
  ]);
});
afterAll(async () => {
  config.remove();
  await closeAtRest(world);
});

const canary = (...args: string[]) =>
  runOperator(world, bundle, ['canary', ...args, '--name', world.cloud.name, '--config', config.path]);
const textsIn = (channel: string) => world.slack.messages(channel).map((message) => JSON.stringify(message));

describe('a canary', () => {
  it('goes the whole way in both chats, and says how long each step took', async () => {
    const ended = await canary('--destination', 'here-slack', '--destination', 'here-teams', '--json');
    expect(ended.stderr).toBe('');
    const { well, canaries } = JSON.parse(ended.stdout);
    expect(canaries.map(({ failed }: { failed: unknown }) => failed)).toEqual([null, null]);
    expect(well).toBe(true);
    for (const { steps, totalMs } of canaries) {
      expect(steps.map(({ step }: { step: string }) => step)).toEqual(STEPS);
      expect(totalMs).toBeGreaterThan(0);
    }
    const [inSlack = '', ...more] = textsIn(channelOf('here'));
    expect(more).toEqual([]);
    expect(inSlack).toContain('Test of the bridge, not a case');
    expect(inSlack).toContain('The test came back');
    expect(inSlack).not.toContain('"type":"button"');
    expect(JSON.stringify(world.teams.messages(teamsChannelOf('here')))).toContain('The test came back');
  }, 120_000);

  it('is in no trail, and nothing of it reached the platform', async () => {
    const rows = await readRows(world.cloud);
    const ofCanaries = rows.map(({ pk }) => String(pk?.S)).filter((pk) => pk.includes(CANARY_DOMAIN));
    // What is shown and decided, and the message to the verdict queue as the ledger keeps it.
    expect(
      ofCanaries.filter((pk) => !/^(?:answer#_canary|item#_canary#cases|quarantine#verdict)#/.test(pk)),
    ).toEqual([]);
    expect(ofCanaries.length).toBeGreaterThan(0);
    expect(await verdictTraffic(world)).toEqual({ posted: 0, recorded: 0 });
    const exported = await runOperator(world, bundle, [
      ...['verdicts', 'export', '--json', '--since', '1d'],
      ...['--name', world.cloud.name, '--config', config.path],
    ]);
    expect(exported.stdout).not.toContain(CANARY_DOMAIN);
  }, 60_000);

  it('cannot be forged, and its key decides no case', async () => {
    const posted = await postCase(world, 'real');
    const url = world.cloud.outputs.CanaryUrl ?? '';
    const seal = createSeal({ secret: await readKey(world.cloud, CANARY_KEY) });
    const other = createSeal({ secret: Buffer.alloc(32, 7) });
    const send = async (body: string, proof: string) =>
      (await fetch(url, { method: 'POST', body, headers: { 'x-canary-proof': proof } })).status;
    const real = { id: posted.id, destination: 'real' };
    const genuine = writePress(real, seal, Date.now());
    const forged = writePress(real, other, Date.now());
    const old = writePress(real, seal, Date.now() - 3_600_000);
    const body = JSON.stringify({ ...JSON.parse(genuine.body), domain: 'acme', outcome: 'SAFE' });
    expect(await send(genuine.body, '')).toBe(401);
    expect(await send(forged.body, forged.proof)).toBe(401);
    expect(await send(old.body, old.proof)).toBe(401);
    expect(await send(body, genuine.proof)).toBe(401);
    expect(await send(body, seal.of(`canary-press.v1.${body}`))).toBe(401);
    // With the key itself: there is no canary of this id, whatever case has it.
    expect(await send(genuine.body, genuine.proof)).toBe(404);
  }, 60_000);

  it('is sent by the reconciler itself, and comes back', async () => {
    await waitFor(async () => {
      const row = (await readRows(world.cloud)).find(({ pk }) => pk?.S === 'reported#canary');
      expect(JSON.stringify(row)).toMatch(/backAtMs[^0-9]{1,6}\d{13}/);
    });
    expect(textsIn(OPS_CHANNEL).filter((text) => text.includes('The test came back'))).toHaveLength(1);
  }, 300_000);

  it('goes to no place that cannot take it', async () => {
    const { status, stdout, stderr } = await canary('--destination', 'nowhere');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('"nowhere" is no channel with a bot in it');
  });
});
