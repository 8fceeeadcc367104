import '../support/aws/quiet-sdk.ts';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../local/cloud/local-cloud.ts';
import { type Slack, startSlack } from '../../local/slack/server.ts';
import { startTeams, type Teams } from '../../local/teams/server.ts';
import { SCOPES } from '../support/bridge/bridge-world.ts';
import { type DeployingAccount, startDeployingAccount } from '../support/cloud/deploying-account.ts';
import { packProject } from '../support/pack-project.ts';
import { type ReferenceServer, startReferenceServer } from '../support/posture-api.ts';
import { found, waitFor, watchProgress } from '../support/wait-for.ts';
import { commandsOf, type Ended, runLine } from '../support/walk-page.ts';

const PAGE = 'docs/getting-started.md';
/** The ids of the page. */
const [CHANNEL, ANALYST] = ['C0123ABCD', 'U0123ABCD'];
const [TEAMS_CHANNEL, TEAMS_ANALYST] = ['19:abc@thread.tacv2', '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd'];
const [APP, TENANT] = ['11111111-2222-4333-8444-555566667777', '88888888-9999-4aaa-8bbb-ccccddddeeee'];
const UNHURRIED = { answerTimeoutMs: 30_000, rates: false };
const commands = commandsOf(PAGE);
/** CDK asks nobody who is not at a terminal. And these stand-ins are on this machine, which AWS could not reach. */
const FOR_CDK = '--require-approval never -c home=local';

let tarball: string;
let packages: string | undefined;
const scratch = mkdtempSync(join(tmpdir(), 'getting-started-'));
beforeAll(async () => {
  tarball = (await packProject(scratch)).file;
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Walk {
  readonly chat: 'slack' | 'teams';
  readonly api: ReferenceServer;
  /** What the chat's part of the configuration needs to find the stand-in. */
  readonly apiUrl: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Tells the chat where the bridge is, as a person would after `deploy`. */
  meet(outputs: LocalCloud['outputs'], manifest: string): void;
}

/** Follows the page to its end, and stops where it is not true. */
async function follow({ chat, api, apiUrl, secrets, meet }: Walk) {
  const folder = mkdtempSync(join(scratch, `${chat}-`));
  let env: NodeJS.ProcessEnv = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    ...{ npm_config_update_notifier: 'false', npm_config_prefer_offline: 'true' },
  };
  let cwd = folder;
  let cloud: LocalCloud | undefined;
  let account: DeployingAccount | undefined;
  const run = (line: string, input = ''): Promise<Ended> => runLine(line, { cwd, env, input });
  const well = async (line: string, input?: string): Promise<Ended> => {
    const ended = await run(line, input);
    expect(ended.status, `${line}\n${ended.stdout}${ended.stderr}`).toBe(0);
    return ended;
  };
  const other = chat === 'slack' ? /teams/i : /slack/i;
  const done: string[] = [];

  for (const { line, under } of commands) {
    if (other.test(under) || (other.test(line) && !line.includes(' init '))) continue;
    done.push(line);
    if (line.startsWith('cd ')) cwd = join(cwd, line.slice('cd '.length));
    else if (line.includes(' init ')) {
      // The package is not on npm yet.
      await well(line.replace('npx posture-bridge', `npx --yes --package=${tarball} posture-bridge`));
    } else if (line === 'npm install') {
      await install(cwd, well);
      point(join(cwd, 'bridge.config.ts'), chat, api.url, apiUrl);
    } else if (line === 'npm run check') {
      await well(line);
      ({ cloud, account } = await openAccount(cwd, chat));
      const { endpoints } = cloud;
      env = {
        ...env,
        AWS_REGION: endpoints.region,
        AWS_ENDPOINT_URL: account.url,
        AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
        AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
      };
      const before = await run('npx posture-bridge doctor --before');
      // Without secrets a deployment would be deaf and dumb.
      expect([before.status, before.stdout]).toEqual([1, expect.stringContaining('it is missing')]);
      expect((await run(`npx posture-bridge deploy ${FOR_CDK}`)).status).toBe(1);
      expect(account.done).toEqual([]);
    } else if (line.includes(' secrets set ')) {
      const [, name = ''] = / secrets set (\S+)/.exec(line) ?? [];
      const value = secrets[name] ?? '';
      const { stdout, stderr } = await well(line, `${value}\n`);
      expect(stdout).toContain(`Stored ${name}`);
      expect(stdout + stderr).not.toContain(value);
    } else if (line.startsWith('npx cdk bootstrap ')) {
      // This account is prepared already, and takes one stack. CDK understands the line, up to its first call.
      const { stdout, stderr } = await run(line);
      expect(stdout + stderr).not.toContain('Specify an environment');
    } else if (line.endsWith(' deploy')) {
      await deploy(`${line} ${FOR_CDK}`, account as DeployingAccount, run, well);
      meet(cloud?.outputs ?? {}, '');
    } else if (line.includes(' slack manifest ')) {
      const url = cloud?.outputs.SlackRequestUrl ?? '';
      // Slack calls https only.
      const manifest = await well(line.replace(/https:\S+$/, url.replace('http:', 'https:')));
      meet(cloud?.outputs ?? {}, manifest.stdout);
    } else if (/ (doctor|status)$/.test(line)) await waitFor(() => well(line));
    else if (line.endsWith(' verdicts')) break;
    else await well(line);
  }
  return { done, account: account as DeployingAccount, run, well };
}

/** `npm install`, which the second walk does not have to repeat. */
async function install(cwd: string, well: (line: string) => Promise<Ended>): Promise<void> {
  const file = join(cwd, 'package.json');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  written.devDependencies['posture-bridge'] = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(written));
  if (packages) renameSync(packages, join(cwd, 'node_modules'));
  else await well('npm install --no-audit --no-fund');
  packages = join(cwd, 'node_modules');
}

/** Puts the addresses of the stand-ins into the configuration. */
function point(file: string, chat: string, api: string, chatUrl: string): void {
  const written = readFileSync(file, 'utf8')
    .replace('https://posture.example.com/api/v1/external', api)
    .replace(`\n  ${chat}: {`, `\n  ${chat}: {\n    apiUrl: '${chatUrl}',`);
  expect(written).toContain(chatUrl);
  writeFileSync(file, written);
}

/** Fails once as a first deployment may, and then works: nothing has to be cleaned up by hand. */
async function deploy(
  line: string,
  account: DeployingAccount,
  run: (line: string) => Promise<Ended>,
  well: (line: string) => Promise<Ended>,
): Promise<void> {
  account.failNext('The maximum number of tables is reached');
  const failed = await run(line);
  expect([failed.status, failed.stdout + failed.stderr]).toEqual([
    1,
    expect.stringMatching(/maximum number of tables[\s\S]*deploy again/),
  ]);
  expect([account.isProtected(), account.problems]).toEqual([false, []]);
  const { stderr } = await well(line);
  expect(stderr).toMatch(/The bridge is deployed. What to do next:\n {2}1\. /);
  expect(account.done).toEqual(['create ROLLBACK_COMPLETE', 'delete', 'create CREATE_COMPLETE', 'protect']);
  expect(account.problems).toEqual([]);
}

/** The account: its local cloud runs the stack already, which can do nothing until its secrets are there. */
async function openAccount(folder: string, chat: string) {
  const assemblyDir = `${folder}-cloud`;
  cpSync(join(folder, 'cdk.out'), assemblyDir, { recursive: true });
  const lines: string[] = [];
  const cloud = await startLocalCloud({
    assemblyDir,
    missingSecrets: 'refuse',
    speed: 12,
    log: (from, line) => lines.push(`${chat} ${from}: ${line}`),
  });
  onTestFinished(() => cloud.stop());
  onTestFinished(watchProgress(() => lines.length));
  const account = await startDeployingAccount(cloud, join(assemblyDir, 'Bridge.template.json'));
  onTestFinished(() => account.close());
  return { cloud, account };
}

const recordedAt = (api: ReferenceServer, id: string) =>
  waitFor(async () => {
    const { verdicts } = await api.control<{ verdicts: { case_id: string; body: { outcome: string } }[] }>(
      'GET',
      '/verdicts',
    );
    const own = verdicts.filter(({ case_id }) => case_id === id);
    expect(own.map(({ body }) => body.outcome)).toEqual(['TRUE_POSITIVE']);
  });
const newCase = async (api: ReferenceServer): Promise<string> =>
  (await api.control<{ case_ids: string[] }>('POST', '/cases', { event_count: 1 })).case_ids[0] ?? '';
const startApi = async () => {
  const api = await startReferenceServer({ cases: 3, threats: 0, users: 10, nhi: 0, drift: 0 });
  onTestFinished(() => api.close());
  return api;
};

describe('somebody who follows docs/getting-started.md in an empty folder', () => {
  it('has a case in Slack, and its verdict in the platform', async () => {
    const api = await startApi();
    const slack: Slack = await startSlack({
      ...UNHURRIED,
      users: [ANALYST, 'U0456EFGH'].map((id, at) => ({
        id,
        name: `analyst-${at}`,
        realName: `Analyst ${at}`,
      })),
      channels: [
        { id: CHANNEL, name: 'soc' },
        { id: 'C0789JKLM', name: 'ops' },
      ],
      scopes: SCOPES,
    });
    onTestFinished(() => slack.close());
    const { done, run, well, account } = await follow({
      chat: 'slack',
      api,
      apiUrl: slack.url,
      secrets: {
        '/posture-bridge/acme/api-key': api.key,
        '/posture-bridge/slack/signing-secret': slack.signingSecret,
        '/posture-bridge/slack/bot-token': slack.botToken,
      },
      meet({ SlackRequestUrl = '' }, manifest) {
        if (manifest === '') return;
        expect(JSON.parse(manifest).settings.interactivity.request_url).toBe(
          SlackRequestUrl.replace('http:', 'https:'),
        );
        slack.setRequestUrl(SlackRequestUrl);
      },
    });
    expect(done).toHaveLength(15);
    const id = await newCase(api);
    const message = await found(
      () => slack.messages(CHANNEL).find(({ shown }) => shown.join('').includes(`case ${id.slice(0, 8)}`)),
      'the message of the case',
    );
    await slack.click({
      channel: CHANNEL,
      ts: message.ts,
      userId: ANALYST,
      actionId: 'verdict:TRUE_POSITIVE',
    });
    await recordedAt(api, id);
    const { stdout } = await run(done.at(-1) ?? '');
    expect(stdout).toMatch(/true positive +recorded/);
    // docs/upgrade.md, to its end.
    const removed = await well('npx posture-bridge destroy --force -c home=local');
    expect(removed.stderr).toMatch(/The bridge is gone[\s\S]*the table /);
    expect(account.done.slice(-2)).toEqual(['unprotect', 'delete']);
  });

  it('has a case in Teams, and its verdict in the platform', async () => {
    const api = await startApi();
    const teams: Teams = await startTeams({
      ...UNHURRIED,
      appId: APP,
      tenantId: TENANT,
      users: [{ name: 'Ada Winter', aadObjectId: TEAMS_ANALYST }],
      teams: [{ name: 'Security', channels: [{ id: TEAMS_CHANNEL, name: 'soc' }] }],
    });
    onTestFinished(() => teams.close());
    const { done, run } = await follow({
      chat: 'teams',
      api,
      apiUrl: new URL(teams.serviceUrl).origin,
      secrets: { '/posture-bridge/acme/api-key': api.key, '/posture-bridge/teams/password': teams.password },
      meet: ({ TeamsMessagingUrl = '' }) => teams.setRequestUrl(TeamsMessagingUrl),
    });
    expect(done).toHaveLength(13);
    const id = await newCase(api);
    const message = await found(
      () =>
        teams.messages(TEAMS_CHANNEL).find(({ shown }) => shown.join('').includes(`case ${id.slice(0, 8)}`)),
      'the card of the case',
    );
    await teams.click({
      channel: TEAMS_CHANNEL,
      id: message.id,
      userId: TEAMS_ANALYST,
      verb: 'verdict:TRUE_POSITIVE',
    });
    await recordedAt(api, id);
    const { stdout } = await run(done.at(-1) ?? '');
    expect(stdout).toMatch(/true positive +recorded/);
  });
});
