import '../support/aws/quiet-sdk.ts';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostureApi } from '../../local/posture-api/server.ts';
import { listenersOf } from '../attack/listeners.ts';
import { attackPorts } from '../attack/local-ports.ts';
import { IS_FULL } from '../support/extent.ts';
import { waitFor, watchProgress } from '../support/wait-for.ts';

const LAUNCH = fileURLToPath(new URL('../../local/start/launch.mjs', import.meta.url));

interface Addresses {
  readonly postureApi: object;
  readonly aws: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly configFile: string;
  };
  readonly slack: {
    readonly url: string;
    readonly controlUrl: string;
    readonly channels: Readonly<Record<string, string>>;
    readonly users: Readonly<Record<string, string>>;
  };
  readonly teams: { readonly controlUrl: string; readonly channels: Readonly<Record<string, string>> };
  readonly tableName: string;
  readonly queues: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Without the variables of whoever runs the tests, and in a folder without their .env.
const OURS = [
  'POSTURE_BASE_URL',
  'POSTURE_API_KEY',
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'TEAMS_PASSWORD',
];
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.includes(name)));

function run(
  args: readonly string[],
  env: Record<string, string> = {},
  command = [process.execPath, LAUNCH],
) {
  const [file = '', ...before] = command;
  const cwd = file === 'npm' ? process.cwd() : folder;
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { ...clean, TMPDIR: folder, ...env },
    detached: true,
  });
  onTestFinished(() => endGroup(child));
  const told = { out: '', err: '' };
  onTestFinished(watchProgress(() => told));
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  return { child, told, ended: once(child, 'close') };
}

async function start(args: readonly string[], env: Record<string, string> = {}) {
  const running = run(['--json', ...args], env);
  const [line] = (await Promise.race([
    once(createInterface(running.child.stdout), 'line'),
    running.ended.then(() => Promise.reject(new Error(`it ended: ${running.told.err}`))),
  ])) as [string];
  return { ...running, addresses: JSON.parse(line) as Addresses };
}

interface Message {
  readonly ts: string;
  readonly shown: readonly string[];
}

const ask = async <T>(url: string, body?: object): Promise<T> =>
  (await fetch(url, body && { method: 'POST', body: JSON.stringify(body) })).json() as Promise<T>;

const channelUrl = ({ controlUrl, channels }: Addresses['slack']) =>
  `${controlUrl}/channels/${channels.soc}/messages`;

const messagesAbout = async ({ slack }: Addresses, caseId: string): Promise<Message[]> => {
  const { messages } = await ask<{ messages: Message[] }>(channelUrl(slack));
  return messages.filter(({ shown }) => shown.join('').includes(`case ${caseId}`));
};

/** Waits until the case is in its channel. */
async function untilShown(addresses: Addresses, caseId: string): Promise<Message> {
  return waitFor(async () => {
    const messages = await messagesAbout(addresses, caseId);
    expect(messages).toHaveLength(1);
    return messages[0] as Message;
  });
}

/** Waits until the one card of the case is in its channel of Teams. */
const untilInTeams = ({ teams }: Addresses, caseId: string): Promise<void> =>
  waitFor(async () => {
    const channels = Object.values(teams.channels).map((channel) =>
      ask<{ messages: Message[] }>(`${teams.controlUrl}/channels/${encodeURIComponent(channel)}/messages`),
    );
    const messages = (await Promise.all(channels)).flatMap((one) => one.messages);
    const about = messages.filter(({ shown }) => shown.join('').includes(`case ${caseId}`));
    expect(about).toHaveLength(1);
  });

/** The ids of all cases of the reference server, newest first. */
async function casesIn({ postureApi }: Addresses): Promise<string[]> {
  const { url, key } = postureApi as { url: string; key: string };
  const answer = await fetch(`${url}/cases?page_size=200`, { headers: { 'X-API-Key': key } });
  const { items } = (await answer.json()) as { items: { case_id: string }[] };
  return items.map(({ case_id: id }) => id);
}

/** Its id. Without events, which are threats as well and may come before or behind their case. */
async function openCase(controlUrl: string | undefined): Promise<string> {
  const answer = await fetch(`${controlUrl}/cases`, {
    method: 'POST',
    body: JSON.stringify({ event_count: 0 }),
  });
  const { case_ids } = (await answer.json()) as { case_ids: string[] };
  return case_ids[0] ?? 'none was opened';
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** All that belongs to what was started, by the group it was started in. */
function processesOf({ pid }: ChildProcess): string[] {
  const all = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => Number(line.trim().split(/\s+/)[0]) === pid && !/^\s*\d+\s+Z/.test(line));
}

const SECRETS = [
  '/posture-bridge/acme/api-key',
  '/posture-bridge/slack/bot-token',
  '/posture-bridge/slack/signing-secret',
];

/** Nothing gets through at any port or socket that any of its processes listens at. */
async function expectSealed({ child, addresses }: Awaited<ReturnType<typeof start>>): Promise<void> {
  if (!existsSync('/proc/net/tcp')) return;
  const { endpoint, region, credentials } = addresses.aws;
  const ssm = new SSMClient({ endpoint, region, credentials });
  const { Parameters = [] } = await ssm.send(
    new GetParametersCommand({ Names: SECRETS, WithDecryption: true }),
  );
  ssm.destroy();
  expect(Parameters).toHaveLength(SECRETS.length);
  const listeners = listenersOf(child.pid ?? 0);
  // The posture API, AWS, the HTTP API, Slack, the console and Teams; and nothing else, such as a table with a port.
  expect(listeners.map(({ kind }) => kind)).toEqual(Array(6).fill('tcp'));
  const secrets = [credentials.secretAccessKey, ...Parameters.map(({ Value = '' }) => Value)];
  const attack = await attackPorts(listeners, {
    tableName: addresses.tableName,
    verdictQueueUrl: Object.values(addresses.queues).find((url) => /ClicksQueue/.test(url)) ?? '',
    parameters: SECRETS,
    secrets,
    operator: credentials,
    ...(!IS_FULL && { paths: ['/', '/control/users'] }),
  });
  expect(attack.through).toEqual([]);
  expect(attack.requests).toBeGreaterThan(800);
  for (const secret of secrets) expect(processesOf(child).join('\n')).not.toContain(secret);
}

/** Folders 0700, files 0600. */
async function expectPrivate(path: string): Promise<void> {
  const names = await readdir(path, { recursive: true });
  expect(names.length).toBeGreaterThan(5);
  const open = names.map((name) => join(path, name)).filter((one) => (statSync(one).mode & 0o077) !== 0);
  expect([statSync(path).mode & 0o777, open]).toEqual([0o700, []]);
}

/** Outside the range from which the system hands out free ports: nobody else may take them in between. */
const PORT = String(20_000 + (process.pid % 9_000));

// As few starts as tell everything: each costs seconds. The second begins where the first has ended, the third too.
describe('npm start', () => {
  const urls = {
    postureApi: `http://127.0.0.1:${PORT}/api/v1/external`,
    aws: `http://127.0.0.1:${Number(PORT) + 1}`,
    console: `http://127.0.0.1:${Number(PORT) + 4}/`,
  };
  const answering = async () => {
    const told = await Promise.all(Object.values(urls).map(answers));
    return Object.keys(urls).filter((_, at) => told[at]);
  };

  it('runs the bridge, tells what happens, and leaves nothing behind when npm is told to stop', async () => {
    const { child, told, ended } = run(['--port', PORT], {}, ['npm', 'start', '--']);
    await waitFor(() => {
      expect(told.out).toMatch(/\d\d:\d\d:\d\d {2}acme: 1 new case/);
      expect(told.out).toMatch(/\d\d:\d\d:\d\d {2}soc: case posted\n/);
    });
    for (const url of Object.values(urls)) expect(told.out).toContain(url);
    const [, key = ''] = /X-API-Key of acme\s+(\S+)/.exec(told.out) ?? [];
    expect((await fetch(`${urls.postureApi}/cases`, { headers: { 'X-API-Key': key } })).status).toBe(200);
    expect(await answering()).toEqual(Object.keys(urls));
    expect(told.out).not.toMatch(/[{}]/);
    child.kill('SIGTERM');
    await ended;
    await waitFor(() => expect(processesOf(child)).toEqual([]));
    expect(await answering()).toEqual([]);
  });

  it.runIf(IS_FULL)(
    'goes on in the same world with the same --data, and says when a chat cannot be reached',
    async () => {
      // From a run of before: everybody could look into it.
      await mkdir(join(folder, 'world'), { mode: 0o755 });
      const first = await start(['--data', 'world']);
      const { controlUrl } = first.addresses.postureApi as { controlUrl: string };
      const known = await openCase(controlUrl);
      await untilShown(first.addresses, known);
      await untilInTeams(first.addresses, known);
      const before = await casesIn(first.addresses);
      await expectSealed(first);
      await expectPrivate(join(folder, 'world'));
      first.child.kill('SIGKILL');
      await first.ended;
      endGroup(first.child);

      const second = await start(['--data', 'world']);
      const { addresses, told } = second;
      const after = await casesIn(addresses);
      // Cases arrive by themselves meanwhile.
      expect(after.slice(-before.length)).toEqual(before);
      await ask(`${addresses.slack.controlUrl}/faults`, { kind: 'down' });
      const fresh = await openCase((addresses.postureApi as { controlUrl: string }).controlUrl);
      await untilInTeams(addresses, fresh);
      await waitFor(() => expect(told.err).toMatch(/ {2}Slack cannot be reached\. What is for it waits/));
      await fetch(`${addresses.slack.controlUrl}/faults`, { method: 'DELETE' });
      await untilShown(addresses, fresh);
      await waitFor(() => expect(told.err).toMatch(/ {2}Slack can be reached again/));
      expect(told.err.match(/Slack cannot be reached/g)).toHaveLength(1);
      await untilInTeams(addresses, known);
      const { messages } = await ask<{ messages: Message[] }>(channelUrl(addresses.slack));
      const shown = messages.flatMap(
        (one) => /(?:case|threat) [0-9a-f]{8}/.exec(one.shown.join(''))?.[0] ?? [],
      );
      expect(shown).toContain(`case ${known.slice(0, 8)}`);
      expect(shown).toEqual([...new Set(shown)]);
      second.child.kill('SIGTERM');
      expect(await second.ended).toEqual([0, null]);
    },
  );

  describe.runIf(IS_FULL)('where there is a key', () => {
    const key = 'k-not-to-be-seen';
    let real: Awaited<ReturnType<typeof startPostureApi>>;
    let told: string;
    beforeAll(async () => {
      const keys = [{ domain: 'theirs', key }];
      real = await startPostureApi({ keys, control: true, cases: 9, threats: 9 });
      await writeFile(join(folder, '.env'), `POSTURE_BASE_URL="${real.url}"\nPOSTURE_API_KEY=${key}\n`);
    });
    afterAll(() => Promise.all([real?.close(), rm(join(folder, '.env'))]));

    it('starts on the same ports, shows a case of the real API in Slack, records a click, and leaves no trace after Ctrl-C', async () => {
      const { child, told: said, ended, addresses } = await start(['--port', PORT, '--data', 'kept']);
      const { postureApi, aws, slack, outputs } = addresses;
      expect(postureApi).toEqual({ real: true, url: real.url, domains: ['acme'] });
      expect(aws.endpoint).toBe(urls.aws);
      expect(outputs.SlackRequestUrl).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]{36}\/slack\/interactions$/,
      );
      told = await openCase(real.controlUrl);
      await untilShown(addresses, told);
      const caseId = await openCase(real.controlUrl);
      const { ts } = await untilShown(addresses, caseId);

      const userId = slack.users['Ada Winter'];
      const click = { userId, channel: slack.channels.soc, ts, actionId: 'verdict:TRUE_POSITIVE' };
      const pressed = () => ask<{ seen: { what: string }[] }>(`${slack.controlUrl}/click`, click);
      // Pressed again where the app was too slow and said so, as on a busy machine it is when it starts. The verdict
      // function may start then too, and the analyst is told that the click was received.
      await waitFor(async () =>
        expect((await pressed()).seen.filter(({ what }) => what !== 'ephemeral')).toEqual([]),
      );
      await waitFor(async () =>
        expect(await ask(`${real.controlUrl}/verdicts`)).toMatchObject({
          verdicts: [{ case_id: caseId, body: { outcome: 'TRUE_POSITIVE' } }],
        }),
      );
      const shown = async () => (await messagesAbout(addresses, caseId))[0]?.shown.join('');
      await waitFor(async () => expect(await shown()).toMatch(/Ada Winter: true positive, recorded/));
      await waitFor(() => expect(said.err).toMatch(/ {2}soc: Ada Winter: true positive, recorded .*\n/));
      expect(processesOf(child).length).toBeGreaterThan(1);

      // As a terminal does it: to everyone at once.
      process.kill(-(child.pid ?? 0), 'SIGINT');
      expect(await ended).toEqual([0, null]);
      expect(said.out.trimEnd().split('\n')).toHaveLength(1);
      // On a busy machine a click may be too slow for Slack: then it is pressed again.
      const lines = said.err.split('\n').filter((line) => !/a click was not dealt with|was told/.test(line));
      expect(lines.join('\n')).not.toMatch(/died|failed/);
      expect(said.out + said.err).not.toContain(key);
      expect(processesOf(child)).toEqual([]);
      expect(await answering()).toEqual([]);
    });

    it('goes on where it was with the same --data', async () => {
      // Opened while nobody looked: it is not lost, and what was told is not told again.
      const missed = await openCase(real.controlUrl);
      const { child, told: said, ended, addresses } = await start(['--data', 'kept']);
      await untilShown(addresses, missed);
      await untilShown(addresses, await openCase(real.controlUrl));
      expect(await messagesAbout(addresses, told)).toHaveLength(1);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(said.out + said.err).not.toContain(key);
    });
  });
});

describe('npm start says in a sentence', () => {
  const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { child, told, ended } = run(['--json', ...args], env);
    const [code] = await ended;
    expect(told.out).toBe('');
    expect(processesOf(child)).toEqual([]);
    return [code, told.err];
  };

  it('which port is busy', async () => {
    const blocker = createServer().listen(Number(PORT) + 100, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as { port: number };
    // tsx keeps what it compiled there.
    const left = async () => (await readdir(folder)).filter((name) => !name.startsWith('tsx-'));
    const before = await left();
    const sentence = `Port ${port} on 127.0.0.1 is in use already. Choose another with --port.\n`;
    if (IS_FULL) expect(await refused(['--port', String(port)])).toEqual([1, sentence]);
    // The second port is taken when much runs already, and that must end too.
    expect(await refused(['--port', String(port - 1)])).toEqual([1, sentence]);
    expect(await left()).toEqual(before);
  });

  it('everything that is wrong with a configuration', async () => {
    await writeFile(join(folder, 'bad.json'), JSON.stringify({ domains: {}, destinations: {}, routes: [] }));
    const [code, text] = await refused(['--config', 'bad.json']);
    expect(code).toBe(1);
    expect(String(text).split('\n')).toEqual([
      'bad.json: The bridge configuration has 3 problems:',
      '  domains: is empty: at least one domain is needed',
      '  destinations: is empty: at least one destination is needed',
      '  routes: is empty: nothing would be sent anywhere',
      '',
    ]);
  });

  it.runIf(IS_FULL).each([
    [['--config', 'none.ts'], {}, 1, 'There is no configuration none.ts. Create it, or name another file.'],
    [['--prot', '1'], {}, 2, '--prot is not a flag of npm start, did you mean --port? --help lists them.'],
    [['--speed', 'fast'], {}, 2, '--speed is a whole number from 1 to 1000, not "fast".'],
    [
      [],
      { POSTURE_API_KEY: 'k' },
      1,
      'POSTURE_API_KEY is set and POSTURE_BASE_URL is not. Set both to poll the real API, or neither to use the reference server.',
    ],
    [
      [],
      { SLACK_BOT_TOKEN: 'xoxb-1' },
      1,
      'SLACK_BOT_TOKEN is set and SLACK_SIGNING_SECRET is not. Set both to use your Slack app, or neither to use the Slack of our own.',
    ],
  ])('what else is wrong: %j', async (args, env, code, sentence) => {
    expect(await refused(args, env)).toEqual([code, `${sentence}\n`]);
  });
});

/** Also what it started, should the test have failed. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it, as it should be.
  }
}
