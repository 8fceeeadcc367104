import '../support/aws/quiet-sdk.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../local/cloud/local-cloud.ts';
import { type Slack, startSlack } from '../../local/slack/server.ts';
import { startTeams, type Teams } from '../../local/teams/server.ts';
import { SCOPES } from '../support/bridge/bridge-world.ts';
import { type ReferenceServer, startReferenceServer } from '../support/posture-api.ts';
import { found, waitFor, watchProgress } from '../support/wait-for.ts';
import { commandsOf, type Ended, runLine } from '../support/walk-page.ts';

const PAGE = 'docs/getting-started.md';
const CONFIG = 'my-bridge/bridge.config.ts';
/** The ids of the page. */
const [CHANNEL, ANALYST] = ['C0123ABCD', 'U0123ABCD'];
const [TEAMS_CHANNEL, TEAMS_ANALYST] = ['19:abc@thread.tacv2', '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd'];
const [APP, TENANT] = ['11111111-2222-4333-8444-555566667777', '88888888-9999-4aaa-8bbb-ccccddddeeee'];
const UNHURRIED = { answerTimeoutMs: 30_000, rates: false };
const commands = commandsOf(PAGE);

/** What `git clone` and `npm ci` leave behind: what git knows of, and the packages. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'getting-started-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of files.split('\n').filter((one) => one !== '' && !one.startsWith('test/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

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
  const folder = clone();
  const at = join(folder, CONFIG);
  // npx keeps a link to the clone here, and not with those of the user.
  const cache = { npm_config_cache: join(folder, '.npm-cache'), npm_config_update_notifier: 'false' };
  let env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...cache };
  let cloud: LocalCloud | undefined;
  let manifest = '';
  const run = async (line: string, input?: string): Promise<Ended> => {
    const ended = await runLine(line, { cwd: folder, env, ...(input !== undefined && { input }) });
    return ended;
  };
  const well = async (line: string, input?: string): Promise<Ended> => {
    const ended = await run(line, input);
    expect(ended.status, `${line}\n${ended.stdout}${ended.stderr}`).toBe(0);
    return ended;
  };
  const other = chat === 'slack' ? /teams/i : /slack/i;
  const done: string[] = [];

  for (const { line, under } of commands) {
    if (other.test(under) || (other.test(line) && !line.includes(' init '))) continue;
    if (/^(git clone|cd|npm ci)\b/.test(line)) continue;
    if (line.startsWith('npx cdk bootstrap')) continue;
    done.push(line);
    if (line.includes(' init ')) {
      await well(line);
      const written = readFileSync(at, 'utf8')
        .replace('https://posture.example.com/api/v1/external', api.url)
        .replace(`\n  ${chat}: {`, `\n  ${chat}: {\n    apiUrl: '${apiUrl}',`);
      expect(written).toContain(apiUrl);
      writeFileSync(at, written);
      cloud = await account(folder, run, chat);
      const { endpoints } = cloud;
      env = {
        ...env,
        AWS_REGION: endpoints.region,
        AWS_ENDPOINT_URL: endpoints.aws,
        AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
        AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
      };
      const before = await run(`npx posture-bridge doctor --before --config ${CONFIG}`);
      // Without secrets a deployment would be deaf and dumb.
      expect([before.status, before.stdout]).toEqual([1, expect.stringContaining('it is missing')]);
    } else if (line.includes(' secrets set ')) {
      const [, name = ''] = / secrets set (\S+)/.exec(line) ?? [];
      const value = secrets[name] ?? '';
      const { stdout, stderr } = await well(line, `${value}\n`);
      expect(stdout).toContain(`Stored ${name}`);
      expect(stdout + stderr).not.toContain(value);
    } else if (line.includes(' deploy ')) {
      // CDK cannot deploy into the local cloud, which has what this would deploy.
      meet(cloud?.outputs ?? {}, '');
    } else if (line.includes(' slack manifest ')) {
      const url = cloud?.outputs.SlackRequestUrl ?? '';
      manifest = (await well(line.replace(/https:\S+$/, url))).stdout;
      meet(cloud?.outputs ?? {}, manifest);
    } else if (/ (doctor|status) /.test(line) && !line.includes('--before')) {
      await waitFor(() => well(line));
    } else if (line.includes(' verdicts ')) break;
    else await well(line);
  }
  return { done, cloud: cloud as LocalCloud, run, folder };
}

/** The account: it has the stack already, which can do nothing until its secrets are there. */
async function account(
  folder: string,
  run: (line: string) => Promise<Ended>,
  chat: string,
): Promise<LocalCloud> {
  const assemblyDir = join(folder, 'cdk.out');
  const synthesized = await run(`npx posture-bridge synth --config ${CONFIG} --output cdk.out`);
  expect(synthesized.status, synthesized.stderr).toBe(0);
  const lines: string[] = [];
  const cloud = await startLocalCloud({
    assemblyDir,
    missingSecrets: 'refuse',
    speed: 12,
    log: (from, line) => lines.push(`${chat} ${from}: ${line}`),
  });
  onTestFinished(() => cloud.stop());
  onTestFinished(watchProgress(() => lines.length));
  return cloud;
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
      channels: [{ id: CHANNEL, name: 'soc' }],
      scopes: SCOPES,
    });
    onTestFinished(() => slack.close());
    const { done, run } = await follow({
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
        expect(JSON.parse(manifest).settings.interactivity.request_url).toBe(SlackRequestUrl);
        slack.setRequestUrl(SlackRequestUrl);
      },
    });
    expect(done).toHaveLength(10);
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
    expect(stdout).toMatch(/true positive/i);
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
    expect(done).toHaveLength(8);
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
    expect(stdout).toMatch(/true positive/i);
  });
});
