import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../cdk/bundle-functions.ts';
import { functionsFor } from '../../cdk/function-folders.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';

/** Loaded once by each process; and a client for each region, which it keeps. */
const MAKE_CLIENTS = ['functions/shared/aws.ts', 'lib/endpoints/transports/regional-sqs.ts'];

const makersIn = (pattern: RegExp): string[] =>
  ['functions', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts') && pattern.test(readFileSync(path, 'utf8')))
    .toSorted();

describe("a client of AWS's SDK", () => {
  it('is made where each process makes it once, since each has connections of its own', () => {
    expect(makersIn(/\bnew (?:DynamoDB|SQS|SSM)\w*Client\(/)).toEqual(MAKE_CLIENTS);
    expect(makersIn(/\bcreateRegionalSqs\(calls\)/)).toEqual(['functions/shared/aws.ts']);
  });

  it('is made when the module is loaded, and not by those who ask for it', () => {
    const made = readFileSync('functions/shared/aws.ts', 'utf8')
      .split('\n')
      .filter((line) => /Client\(|createRegionalSqs\(/.test(line));
    expect(made).toHaveLength(3);
    for (const line of made) expect(line).toMatch(/^(?:export )?const \w+ = [^>]*;$/);
  });
});

const run = promisify(execFile);
/** Tells, at the end, what of a language was asked for. */
const WATCHED = `data:text/javascript,${encodeURIComponent(`
  const asked = [];
  const watch = (owner, name) => {
    const real = owner[name];
    owner[name] = function (...given) {
      asked.push(new Error(name).stack);
      return new.target ? Reflect.construct(real, given) : real.apply(this, given);
    };
  };
  for (const { prototype } of [Number, Date, BigInt]) watch(prototype, 'toLocaleString');
  for (const name of ['toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name);
  watch(String.prototype, 'localeCompare');
  for (const name of ['DateTimeFormat', 'NumberFormat', 'ListFormat', 'RelativeTimeFormat', 'Segmenter', 'Collator', 'PluralRules']) watch(Intl, name);
  process.on('beforeExit', () => {
    process.stdout.write(asked.length === 0 ? 'loaded\\n' : asked.join('\\n'));
    process.exit();
  });
`)}`;

const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example', apiKey: '/loading/api-key' } },
  slack: { signingSecret: '/loading/signing-secret', botToken: '/loading/bot-token' },
  teams: {
    appId: '00000000-0000-4000-8000-0000000000aa',
    tenantId: '00000000-0000-4000-8000-0000000000bb',
    password: '/loading/password',
    apiUrl: 'http://127.0.0.1:9',
  },
  destinations: {
    slack: { type: 'slack', channel: 'C0123ABCD' },
    teams: { type: 'teams', channel: '19:0123@thread.tacv2' },
    hook: { type: 'webhook', url: 'https://soar.example/hook', secret: '/loading/hook' },
  },
  routes: [
    { name: 'by day', when: { during: 'Mon-Fri 08:00-18:00 Europe/Berlin' }, to: 'slack' },
    { name: 'everything', to: ['slack', 'teams', 'hook'] },
  ],
  verdicts: { allow: 'anyone-in-channel' },
  archive: { lock: 'governance' },
});

const QUEUE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/queue';
/** Nobody answers, which a function takes when it starts. */
const ENV = {
  BRIDGE_NAME: 'loading',
  TABLE_NAME: 'table',
  BUCKET_NAME: 'bucket',
  DEAD_LETTERS: '{}',
  ...Object.fromEntries(
    [
      'QUEUE',
      'DEAD_LETTERS',
      'VERDICT_QUEUE',
      'SLACK_QUEUE',
      'TEAMS_QUEUE',
      'WEBHOOK_QUEUE',
      'TICK_QUEUE',
    ].map((name) => [`${name}_URL`, QUEUE]),
  ),
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'ASIALOADING',
  AWS_SECRET_ACCESS_KEY: 'loading',
  AWS_SESSION_TOKEN: 'loading',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
};

describe('what Node itself speaks of a language takes a function 20 ms to load', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loading-'));
    await bundleFunctions(config, folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.concurrent.each(functionsFor(config))('%s asks for it only when a text needs it', async (name) => {
    const bundle = join(folder, name, 'index.mjs');
    const { stdout } = await run(
      process.execPath,
      ['--import', WATCHED, '--input-type=module', '--eval', `await import('${bundle}')`],
      {
        env: { ...process.env, ...ENV },
        timeout: 30_000,
      },
    );
    expect(stdout).toMatch(/loaded\n$/);
  });
});
