import { createSeal } from '../../lib/base/seal.ts';
import { writeTarget } from '../../lib/chats/document/button-target.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { arrive, blockActions, interactionOf, SIGNING_SECRET, TEAM } from '../support/slack-requests.ts';
import { KEY, startAwsStandIn } from './action-aws.ts';
import { type Bundle, makeSlackBundles } from './action-bundles.ts';
import { kb, median, ms, quantile, type Rounds, rotateStart } from './action-figures.ts';
import { startFunction } from './action-process.ts';
import { ratiosOf, reportFigure } from './report-figure.ts';

/** Of what is called as the function starts. */
const AWS_MS = 5;
const SECRETS = { signing: '/bench/slack/signing-secret', token: '/bench/slack/bot-token' };

const configFor = (apiUrl: string) =>
  defineBridge({
    domains: { acme: { baseUrl: 'http://127.0.0.1:9', apiKey: '/bench/acme/api-key' } },
    slack: { signingSecret: SECRETS.signing, botToken: SECRETS.token, teamId: TEAM, apiUrl },
    destinations: { soc: { type: 'slack', channel: 'C0SOC00001' } },
    routes: [{ name: 'all', to: 'soc' }],
    verdicts: { allow: { slackUsers: ['U0ANALYST1'] } },
    ops: { to: 'soc' },
  });

/** What the button of a case that was posted carries. */
const value = writeTarget(
  { domain: 'acme', caseId: '7f3e2a10', destination: 'soc', createdAtMs: 1, decisionId: null },
  createSeal(KEY).of,
);

let clicks = 0;
/**
 * A genuine click, no two of them the same. Without an address to answer to: with one, ours also waits for what the
 * verdict function says, which an app that only takes clicks has nothing to hold against.
 */
function click() {
  const { response_url: _, ...payload } = blockActions();
  const action_ts = `${Math.floor(Date.now() / 1_000)}.${String(++clicks).padStart(6, '0')}`;
  const actions = payload.actions.map((one) => ({ ...one, value, action_ts }));
  const { nowMs: __, ...event } = arrive(interactionOf({ ...payload, actions }), { nowMs: Date.now() });
  return { ...event, rawPath: '/secret/slack/interactions', requestContext: { http: { method: 'POST' } } };
}

const BOTH = ['ours', 'bolt'] as const;
const ALL = [...BOTH, 'bare'] as const;
type Side = (typeof ALL)[number];
type Times = Record<Side, number[]>;

/**
 * Next to a Bolt app on Lambda that does the same work: verify, keep in a table and in a queue, acknowledge. Ours also asks
 * Slack who clicked.
 */
export async function benchSlack({ starts, blocks, block, warmUp }: Rounds): Promise<void> {
  const aws = await startAwsStandIn({ [SECRETS.signing]: SIGNING_SECRET, [SECRETS.token]: 'xoxb-bench' });
  const bundles = await makeSlackBundles(configFor(aws.slackUrl));

  const start = ({ path }: Bundle) =>
    startFunction({
      runnerPath: bundles.runnerPath,
      bundlePath: path,
      firstEvent: click(),
      env: {
        BRIDGE_NAME: 'posture-bridge',
        TABLE_NAME: 'bench',
        VERDICT_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/verdicts',
        SLACK_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/123456789012/slack.fifo',
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

  async function measureStarts() {
    const cold: Record<(typeof BOTH)[number], number[]> = { ours: [], bolt: [] };
    aws.answerAfter(AWS_MS);
    // One more, and not looked at: it fills the caches of the disk.
    const load = await rotateStart(BOTH, starts + 1, async (side, round) => {
      const { started, stop } = await start(bundles[side]);
      await stop();
      if (round === 0) return [];
      cold[side].push(started.coldMs);
      return [started.loadMs];
    });
    return { load, cold };
  }

  async function measureWarm(answerMs: number, rounds: number): Promise<Times> {
    aws.answerAfter(answerMs);
    const running = {
      ours: await start(bundles.ours),
      bolt: await start(bundles.bolt),
      bare: await start(bundles.bare),
    };
    const clicked = (count: number) => Array.from({ length: count }, click);
    for (const side of ALL) await running[side].time(clicked(warmUp));
    const times = await rotateStart(ALL, rounds, (side) => running[side].time(clicked(block)));
    for (const side of ALL) await running[side].stop();
    return times;
  }

  try {
    const { load, cold } = await measureStarts();
    const atOnce = await measureWarm(0, blocks);
    const delayed = await measureWarm(AWS_MS, blocks / 2);
    if (aws.taken !== clicks) throw new Error(`${clicks} clicks, and the queue has ${aws.taken} messages`);

    const { ours, bolt } = bundles;
    console.log(`Slack. One click: verified, kept, queued, answered. ${clicks} of them, all in the queue.`);
    console.log(`  ${''.padEnd(40)}${'ours'.padStart(10)}${'Bolt'.padStart(10)}${'ratio'.padStart(7)}   aim`);
    row('bundle', kb, ours.bytes, bolt.bytes, 'at most 0.30');
    row('bundle, gzip', kb, ours.gzipBytes, bolt.gzipBytes, 'at most 0.30');
    row(`load, median of ${starts}`, ms, median(load.ours), median(load.bolt), 'at most 0.40');
    row(`cold answer, AWS in ${AWS_MS} ms, median`, ms, median(cold.ours), median(cold.bolt));
    row(`cold answer, AWS in ${AWS_MS} ms, slowest`, ms, Math.max(...cold.ours), Math.max(...cold.bolt));
    warmRows('warm answer, AWS at once', atOnce, 'at most 0.60');
    warmRows(`warm answer, AWS in ${AWS_MS} ms`, delayed);
    const to = 'Bolt';
    reportFigure({ what: 'Slack, bundle', to, ratios: [ours.gzipBytes / bolt.gzipBytes], aim: 0.1 });
    reportFigure({ what: 'Slack, load', to, ratios: ratiosOf(load.ours, load.bolt), aim: 0.25 });
    reportFigure({ what: 'Slack, cold', to, ratios: ratiosOf(cold.ours, cold.bolt), aim: 0.4 });
    const warm = ratiosOf(atOnce.ours, atOnce.bolt, block);
    reportFigure({ what: 'Slack, warm', to, ratios: warm, aim: 0.4 });
    const share = (median(cold.ours) / 3_000) * 100;
    console.log(`  cold answer: ${share.toFixed(1)} % of the 3 s that Slack waits (aim: at most 15 %)`);
  } finally {
    await aws.close();
    await bundles.remove();
  }
}

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
