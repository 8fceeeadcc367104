/** What is tried on every port of `npm start`, by a web page and by a process of somebody else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { signedHeaders } from '../../support/aws/signed-fetch.ts';
import type { Attack, AttackGroup } from '../group.ts';
import { knocksSoFar } from '../knock.ts';
import { type Listener, listenersOf, nameOf } from '../listeners.ts';
import { LOCAL_PORT_TRIES, type Prey } from '../local-ports.ts';

interface Addresses {
  readonly aws: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  readonly tableName: string;
  readonly queues: Readonly<Record<string, string>>;
}

interface Home {
  readonly listeners: readonly Listener[];
  readonly prey: Prey;
  close(): Promise<void>;
}

const SECRETS = [
  '/posture-bridge/acme/api-key',
  '/posture-bridge/slack/bot-token',
  '/posture-bridge/slack/signing-secret',
];

/** Without the variables of whoever runs this, and in a folder without their .env. */
const OURS = /^(?:POSTURE_|SLACK_|TEAMS_)/;

async function startHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'attack-'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const child = spawn(process.execPath, [resolve('local/start/launch.mjs'), '--json'], {
    ...{ cwd: folder, env: { ...env, TMPDIR: folder }, detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  // Whatever ends this program, nothing of the home stays behind.
  process.once('exit', () => endGroup(child));
  const ended = once(child, 'close');
  const close = async () => {
    endGroup(child);
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const gone = ended.then(() => Promise.reject(new Error('npm start ended at once')));
    const [line] = (await Promise.race([once(createInterface(child.stdout as never), 'line'), gone])) as [
      string,
    ];
    const addresses = JSON.parse(line) as Addresses;
    return { listeners: listenersOf(child.pid ?? 0), prey: await preyOf(addresses), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Only the group that we started. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (!pid || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

async function preyOf({ aws, tableName, queues }: Addresses): Promise<Prey> {
  const values = await Promise.all(SECRETS.map((name) => readParameter(aws, name)));
  return {
    tableName,
    verdictQueueUrl: Object.values(queues).find((url) => /ClicksQueue/.test(url)) ?? '',
    parameters: SECRETS,
    secrets: [aws.credentials.secretAccessKey, ...values],
    operator: aws.credentials,
  };
}

/** As the operator of this run may; null is an answer that the attacks should get. */
async function readParameter({ endpoint, credentials }: Addresses['aws'], name: string): Promise<string> {
  const body = JSON.stringify({ Name: name, WithDecryption: true });
  const headers = signedHeaders(endpoint, {
    ...{ service: 'ssm', credentials, body, nowMs: Date.now() },
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
  });
  const answer = await fetch(endpoint, { method: 'POST', headers, body });
  const { Parameter } = (await answer.json()) as { Parameter?: { Value?: string } };
  if (!Parameter?.Value) throw new Error(`the operator cannot read ${name}: ${answer.status}`);
  return Parameter.Value;
}

let home: Promise<Home> | undefined;
const start = (): Promise<Home> => {
  home ??= startHome();
  return home;
};

/** The posture API, AWS, the HTTP API, Slack, the console and Teams. */
const PORTS = 6;

/** Where the system does not say who listens, nobody can be sure to have tried every port. */
export const canFindPorts = existsSync('/proc/net/tcp');

export const localPorts: AttackGroup = {
  name: 'local ports',
  attacks:
    'every port of npm start: foreign hosts and origins, unsigned and badly signed calls to AWS, control surfaces',
  // Each can be left out by an option: test/unit/local/ports/planted-holes.test.ts does, and sees something get through.
  checks: [],
  share: 0,
  async control() {
    const { listeners } = await start();
    return listeners.length === PORTS ? null : `it listens at ${listeners.map(nameOf).join()}`;
  },
  async *tries() {
    const { listeners, prey } = await start();
    // Nobody but a function has the key of a session here: test/unit/local/ports/planted-holes.test.ts tries those.
    const tries = LOCAL_PORT_TRIES.filter(({ name }) => !name.includes('the key of a session'));
    for (const { name, run } of tries)
      for (const at of listeners) yield knocking(name, at, async () => (await run(at, prey)) ?? null);
  },
  async close() {
    const started = home;
    home = undefined;
    await (await started)?.close();
  },
};

function knocking(name: string, at: Listener, knock: () => Promise<string | null>): Attack {
  let times = 1;
  return {
    name,
    times: () => times,
    async run() {
      const before = knocksSoFar();
      const through = await knock();
      times = Math.max(1, knocksSoFar() - before);
      return through && `${nameOf(at)}: ${through}`;
    },
  };
}
