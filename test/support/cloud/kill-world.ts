import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthBridge } from '../../../cdk/synth-bridge.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import type { LocalCloudOptions } from '../../../local/cloud/options.ts';
import { JOURNAL } from '../../../local/cloud/queue-journal.ts';
import { startGate } from '../functions/gate.ts';
import { API_KEY } from '../functions/poll-world.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';

const KEY_PARAMETER = '/posture-bridge/acme/api-key';
/** A user's own queue, by its address in AWS. */
export const LAKE_URL = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
const LAKE_ARN = 'arn:aws:sqs:eu-west-1:123456789012:lake';
export const SIEM_URL = 'https://sqs.eu-west-1.amazonaws.com/123456789012/siem';
const SIEM_ARN = 'arn:aws:sqs:eu-west-1:123456789012:siem';

/** What stays while local clouds come and go: the API, the stack, and the folder that each of them finds. */
export interface KillWorld {
  readonly api: ReferenceServer;
  readonly options: LocalCloudOptions;
  /** For the API at once, for functions within a tenth of a second. */
  passTime(ms: number): Promise<void>;
  /** How much there is on disk of what was sent and deleted. */
  journalBytes(): Promise<number>;
  /** Every process of a function that ever was. */
  functionPids(): Promise<number[]>;
  close(): Promise<void>;
}

export async function openKillWorld(onApiCall: () => void): Promise<KillWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-killed-'));
  const [outdir, dataDir] = [join(folder, 'assembly'), join(folder, 'kept')];
  const [clockFile, pidsFile] = [join(folder, 'clock'), join(folder, 'pids')];
  let aheadMs = 0;
  const api = await startReferenceServer({
    keys: [{ domain: 'acme', key: API_KEY }],
    cases: 30,
    threats: 70,
    users: 20,
    nhi: 0,
    drift: 0,
    readLimit: 0,
    realClock: () => Date.now() + aheadMs,
  });
  const gate = await startGate(api.url, { onCall: onApiCall });
  await synthBridge({
    config: bridgeOf(gate.url + new URL(api.url).pathname),
    outdir,
  });
  await Promise.all([
    writeFile(clockFile, '0'),
    writeFile(pidsFile, ''),
    prepare(outdir, { clockFile, pidsFile }),
  ]);

  return {
    api,
    options: {
      assemblyDir: outdir,
      dataDir,
      secrets: { [KEY_PARAMETER]: API_KEY },
      missingSecrets: 'generate',
      outsideQueues: [LAKE_ARN, SIEM_ARN],
      // Functions live ahead of the cloud's own clock.
      unchecked: { signature: ['date'] },
      // Every firing of the schedule that the function can keep up with.
      speed: 600,
    },
    async passTime(ms) {
      aheadMs += ms;
      await writeFile(clockFile, String(aheadMs));
    },
    journalBytes: () =>
      stat(join(dataDir, JOURNAL)).then(
        ({ size }) => size,
        () => 0,
      ),
    functionPids: async () => (await readFile(pidsFile, 'utf8')).split('\n').filter(Boolean).map(Number),
    async close() {
      await gate.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NEW = ['case.created', 'threat.created'] as const;

const bridgeOf = (baseUrl: string) =>
  defineBridge({
    domains: { acme: { baseUrl, apiKey: KEY_PARAMETER } },
    poll: { start: 'all' },
    destinations: {
      // Nobody takes anything from it while the clouds are being killed.
      siem: { type: 'sqs', queueUrl: SIEM_URL, events: [...NEW] },
      lake: { type: 'sqs', queueUrl: LAKE_URL, events: [...NEW] },
    },
    routes: [{ name: 'everything', to: ['siem', 'lake'] }],
  });

/**
 * The bundles as they are deployed, behind a line that says which process they run in, and moves its clock: a dead
 * function holds its lease for a minute.
 */
async function prepare(dir: string, { clockFile, pidsFile }: Record<'clockFile' | 'pidsFile', string>) {
  const before = [
    `import { appendFileSync as note$, readFileSync as read$ } from 'node:fs';`,
    `note$(${JSON.stringify(pidsFile)}, process.pid + '\\n');`,
    `{ const now = Date.now; let ahead = 0, readAt = 0;`,
    `Date.now = () => { const at = now(); if (at - readAt > 100) {`,
    `ahead = Number(read$(${JSON.stringify(clockFile)}, 'utf8')) || ahead; readAt = at; } return at + ahead; }; }`,
  ].join(' ');
  for (const name of await readdir(dir)) {
    if (!name.startsWith('asset.')) continue;
    const file = join(dir, name, 'index.mjs');
    await writeFile(file, `${before}\n${await readFile(file, 'utf8')}`);
  }
}
