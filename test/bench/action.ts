/**
 * `npm run bench:action`: the function behind the buttons next to a Bolt app on Lambda that does the same work:
 * verify, enqueue, acknowledge. Both in turn in the same run, since machines differ: what counts is the ratio.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { arrive, blockActions, interactionOf, SIGNING_SECRET, TEAM } from '../support/slack-requests.ts';
import { startAwsStandIn } from './action-aws.ts';
import { type Bundle, makeBundles } from './action-bundles.ts';
import type { Started } from './action-runner.ts';

const STARTS = 21;
/** Of what is called as the function starts. */
const AWS_MS = 5;
const BLOCKS = 20;
const BLOCK = 100;
const WARM_UP = 500;
const SECRETS = { signing: '/bench/slack/signing-secret', token: '/bench/slack/bot-token' };

const config = defineBridge({
  domains: { acme: { baseUrl: 'http://127.0.0.1:9', apiKey: '/bench/acme/api-key' } },
  slack: { signingSecret: SECRETS.signing, botToken: SECRETS.token, teamId: TEAM },
  destinations: { soc: { type: 'slack', channel: 'C0SOC00001' } },
  routes: [{ name: 'all', to: 'soc' }],
  verdicts: { allow: { slackUsers: ['U0ANALYST1'] } },
  ops: { to: 'soc' },
});

let clicks = 0;
/** A genuine click, no two of them the same. */
function click() {
  const payload = blockActions();
  const actions = payload.actions.map((one) => ({ ...one, action_ts: `1763197260.${++clicks}` }));
  const { nowMs: _, ...event } = arrive(interactionOf({ ...payload, actions }), { nowMs: Date.now() });
  return { ...event, rawPath: '/slack/interactions', requestContext: { http: { method: 'POST' } } };
}

const aws = await startAwsStandIn({ [SECRETS.signing]: SIGNING_SECRET, [SECRETS.token]: 'xoxb-bench' });
const bundles = await makeBundles(config);

async function start({ path }: Bundle): Promise<{ child: ChildProcess; started: Started }> {
  const child = spawn(process.execPath, [bundles.runnerPath], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      BUNDLE: path,
      FIRST_EVENT: JSON.stringify(click()),
      TABLE_NAME: 'bench',
      VERDICT_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/verdicts',
      SIGNING_SECRET: SECRETS.signing,
      BOT_TOKEN: SECRETS.token,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'ASIABENCH',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_SESSION_TOKEN: 'bench',
      AWS_ENDPOINT_URL: aws.url,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  return { child, started: await reply<Started>(child) };
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const died = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the function ended before it answered');
  });
  died.catch(() => {});
  const [message] = (await Promise.race([once(child, 'message'), died])) as [T];
  ended.abort();
  return message;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const median = (values: readonly number[]): number => quantile(values, 0.5);

const BOTH = ['ours', 'bolt'] as const;
const ALL = [...BOTH, 'bare'] as const;
type Times = Record<(typeof ALL)[number], number[]>;
const noTimes = (): Times => ({ ours: [], bolt: [], bare: [] });

async function measureStarts() {
  const [load, cold] = [noTimes(), noTimes()];
  aws.answerAfter(AWS_MS);
  // One more, and not looked at: it fills the caches of the disk.
  for (let round = 0; round <= STARTS; round++) {
    for (const side of BOTH) {
      const { child, started } = await start(bundles[side]);
      await stop(child);
      if (round === 0) continue;
      load[side].push(started.loadMs);
      cold[side].push(started.coldMs);
    }
  }
  return { load, cold };
}

async function measureWarm(answerMs: number, blocks: number): Promise<Times> {
  const times = noTimes();
  aws.answerAfter(answerMs);
  const running = {
    ours: await start(bundles.ours),
    bolt: await start(bundles.bolt),
    bare: await start(bundles.bare),
  };
  const ask = async (side: keyof typeof running, count: number) => {
    running[side].child.send(Array.from({ length: count }, click));
    return reply<number[]>(running[side].child);
  };
  for (const side of ALL) await ask(side, WARM_UP);
  for (let block = 0; block < blocks; block++) {
    for (const side of ALL) times[side].push(...(await ask(side, BLOCK)));
  }
  for (const side of ALL) await stop(running[side].child);
  return times;
}

const kb = (bytes: number) => `${(bytes / 1_000).toFixed(0)} KB`;
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

function row(what: string, show: (value: number) => string, ours: number, bolt: number, aim = ''): void {
  const cells = [show(ours).padStart(10), show(bolt).padStart(10), (ours / bolt).toFixed(2).padStart(7)];
  console.log(`  ${what.padEnd(40)}${cells.join('')}   ${aim}`);
}

function warmRows(what: string, { ours, bolt, bare }: Times, aim?: string): void {
  row(`${what}, median`, ms, median(ours), median(bolt), aim);
  row(`${what}, p95`, ms, quantile(ours, 0.95), quantile(bolt, 0.95));
  const call = median(bare);
  row(`  median beyond a bare call (${ms(call)})`, ms, median(ours) - call, median(bolt) - call);
}

try {
  const { load, cold } = await measureStarts();
  const atOnce = await measureWarm(0, BLOCKS);
  const delayed = await measureWarm(AWS_MS, BLOCKS / 2);
  if (aws.taken !== clicks) throw new Error(`${clicks} clicks, and the queue has ${aws.taken} messages`);

  const { ours, bolt } = bundles;
  console.log(`One click: verified, queued, answered. ${clicks} of them, all in the queue.`);
  console.log(`  ${''.padEnd(40)}${'ours'.padStart(10)}${'Bolt'.padStart(10)}${'ratio'.padStart(7)}   aim`);
  row('bundle', kb, ours.bytes, bolt.bytes, 'at most 0.30');
  row('bundle, gzip', kb, ours.gzipBytes, bolt.gzipBytes, 'at most 0.30');
  row(`load, median of ${STARTS}`, ms, median(load.ours), median(load.bolt), 'at most 0.40');
  row(`cold answer, AWS in ${AWS_MS} ms, median`, ms, median(cold.ours), median(cold.bolt));
  row(`cold answer, AWS in ${AWS_MS} ms, slowest`, ms, Math.max(...cold.ours), Math.max(...cold.bolt));
  warmRows('warm answer, AWS at once', atOnce, 'at most 0.60');
  warmRows(`warm answer, AWS in ${AWS_MS} ms`, delayed);
  const share = (median(cold.ours) / 3_000) * 100;
  console.log(`  cold answer: ${share.toFixed(1)} % of the 3 s that Slack waits (aim: at most 15 %)`);
} finally {
  await aws.close();
  await bundles.remove();
}
