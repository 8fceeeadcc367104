import '../support/aws/quiet-sdk.ts';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import type { HealthView } from '../../cli/look/status-of-health.ts';
import { createFunctionLogs } from '../../console/local-home/logs/function-logs.ts';
import type { Health, Message } from '../../console/wire.ts';
import { utc } from '../../lib/base/text/format.ts';
import { type HealthAnswer, healthyOf } from '../../lib/features/health/health-answer.ts';
import { showMoment } from '../../local/slack/html/show-text.ts';
import { runBridge } from '../../local/start/run-bridge.ts';
import { asWritten } from '../support/as-written.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { type ConsolePage, openPage } from '../support/console-page.ts';
import { runCommand } from '../support/run-command.ts';
import { waitFor } from '../support/wait-for.ts';

const LONG_MS = 300_000;
const closing: (() => unknown)[] = [];
let running: Awaited<ReturnType<typeof runBridge>>;
let page: ConsolePage;
let sqs: SQSClient;
const file = writeConfigFile(asWritten(example));

beforeAll(async () => {
  const soon = (then: () => void) => void setTimeout(then, 200).unref();
  const logs = createFunctionLogs({ now: Date.now, secrets: [], soon });
  running = await runBridge({ config: example, closing, logs });
  await running.firstLook;
  page = await openPage(running.console.url, 'ada-winter');
  const { aws: endpoint, region, operator: credentials } = running.cloud.endpoints;
  sqs = new SQSClient({ endpoint, region, credentials });
  await waitFor(async () => {
    expect((await byConsole()).problems).toEqual([]);
  });
});
afterAll(async () => {
  await page?.close();
  sqs?.destroy();
  file.remove();
  for (const close of closing.splice(0).reverse()) await close();
});

const act = (body: object) => page.post<object>('/api/world', body);

/** The page Health, and the badge on every other one: they are the same or the page is behind. */
const byConsole = async (): Promise<HealthAnswer> => (await page.get<Health>('/api/health')).answer;

async function byCommand(): Promise<HealthView> {
  const { endpoints, name } = running.cloud;
  const env = {
    ...process.env,
    AWS_REGION: endpoints.region,
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
  };
  const { stdout, stderr } = await runCommand(
    ['status', '--json', '--name', name, '--config', file.path],
    env,
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as HealthView;
}

/** What the bridge answers in a chat, in all its parts. */
async function inChat(chat: 'slack' | 'teams'): Promise<string> {
  const answers = (messages: readonly Message[]) =>
    messages.filter((one) => /The bridge (is healthy|has \d+ problems?)\./.test(JSON.stringify(one)));
  const before = answers(page.now()[chat].messages).length;
  const channel = page.now().slack.channels.find(({ name }) => name === 'soc')?.id ?? '';
  if (chat === 'slack')
    await page.post('/api/slack/command', { person: 'ada-winter', channel, text: '/posture status' });
  else await page.post('/api/teams/write', { person: 'ada-winter', text: 'status' });
  const found = await page.until((now) => answers(now[chat].messages)[before], LONG_MS);
  return JSON.stringify(found);
}

/** A run of the reconciler, as each minute has one. */
async function inMetric(): Promise<number> {
  const { cloud } = running;
  const found = cloud.template
    .of('AWS::Lambda::Function')
    .find(({ logicalId }) => /Reconcile/.test(logicalId));
  const outcome = await cloud.invoke(found?.logicalId ?? '', {});
  if (!outcome.ok) throw new Error(`the reconciler failed: ${outcome.errorMessage}`);
  const dimensions = { Bridge: cloud.name };
  return cloud.valuesOf({ namespace: 'PostureBridge', name: 'Healthy', dimensions }).at(-1) ?? Number.NaN;
}

/** Asks all four, until nothing has changed between the first and the last. */
const askAll = (chat: 'slack' | 'teams', heading: string) =>
  waitFor(async () => {
    const metric = await inMetric();
    const shown = await byConsole();
    expect(shown.problems.map((one) => one.heading)).toContain(heading);
    expect(metric).toBe(healthyOf(shown));
    const [told, said] = [await byCommand(), await inChat(chat)];
    expect(await byConsole()).toEqual(shown);
    expect(page.now().health).toEqual(shown);
    return { metric, shown, told, said };
  });

const deadLetter = async () => {
  const QueueUrl = running.cloud.outputs.SlackDeliveriesDeadLetters ?? '';
  await sqs.send(
    new SendMessageCommand({
      ...{ QueueUrl, MessageBody: 'nobody can show this' },
      ...{ MessageGroupId: 'one-answer', MessageDeduplicationId: 'one-answer' },
    }),
  );
};

/** As the chat shows a moment: Slack in the reader's zone, Teams in everybody's. */
const momentIn = (chat: 'slack' | 'teams', atMs: number): string =>
  chat === 'slack' ? showMoment(atMs, Date.now()) : utc(atMs);

describe('how the bridge of npm start is, said by the command, the console, a chat and the metric', () => {
  it.each<[string, 'slack' | 'teams', string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'while Slack is down',
      'teams',
      'Destination is closed',
      () => act({ do: 'set-slack', up: false }),
      () => act({ do: 'set-slack', up: true }),
    ],
    [
      'while Teams is down',
      'slack',
      'Destination is closed',
      () => act({ do: 'set-teams', up: false }),
      () => act({ do: 'set-teams', up: true }),
    ],
    [
      'while the API fails',
      'slack',
      'No successful poll',
      () => act({ do: 'set-api', state: 'failing' }),
      () => act({ do: 'set-api', state: 'well' }),
    ],
    ['with a dead letter', 'slack', 'Deliveries gave up', deadLetter, async () => undefined],
  ])('is the same in all four %s', async (_, chat, heading, breakIt, mendIt) => {
    await breakIt();
    await act({ do: 'open-cases', events: 0 });
    const { metric, shown, told, said } = await askAll(chat, heading);
    await mendIt();
    expect(metric).toBeLessThan(1);
    expect(told.headline).toBe(shown.headline);
    expect(told.problems).toEqual(
      shown.problems.map(({ heading: problem, of, sinceMs, note }) => ({
        ...{ problem, of, note },
        since: new Date(sinceMs ?? Number.NaN).toISOString(),
      })),
    );
    expect(said).toContain(shown.headline);
    for (const { heading: problem, of, sinceMs, note } of shown.problems) {
      for (const words of [problem, of, note ?? problem]) expect(said).toContain(words);
      expect(said).toContain(momentIn(chat, sinceMs ?? Number.NaN));
    }
    await waitFor(async () => {
      const left = (await byConsole()).problems.filter(({ note }) => note !== 'seems to be over');
      expect(left.map((one) => one.heading).filter((one) => one !== 'Deliveries gave up')).toEqual([]);
    });
  });
});
