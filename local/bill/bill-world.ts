import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthBridge } from '../../cdk/synth-bridge.ts';
import { toAskIn } from '../../lib/config/authority.ts';
import { scopesFor } from '../../lib/config/chats/slack-schema.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { webhooksIn } from '../../lib/config/webhooks.ts';
import { createEmittedMetrics } from '../cloud/emitted-metrics.ts';
import type { EventSource } from '../cloud/event-source.ts';
import type { AsideRun, FunctionSettings } from '../cloud/function-process.ts';
import { startLocalCloud } from '../cloud/local-cloud.ts';
import type { MeteredCall } from '../cloud/meter/call-meter.ts';
import { CLOUD } from '../cloud/options.ts';
import { startPostureApi } from '../posture-api/server.ts';
import { startSlack } from '../slack/server.ts';
import { inventOrganisation, inventWorkspace } from '../start/invent-people.ts';
import { outsideOf } from '../start/outside.ts';
import { startTeams } from '../teams/server.ts';
import { ASSUMED } from './assumptions.ts';
import { installDrivenClock } from './driven-clock.ts';
import { drawnSecret, startReceiver } from './receiver.ts';
import { createSideBySide } from './side-by-side.ts';
import { createTally, queueRequests, type Tally, type Usage } from './usage.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** A queue that never becomes empty is a mistake, not a bill. */
const MOST_ROUNDS = 500;

/**
 * The bridge in the local cloud, in time that the bill drives: schedules fire when a minute is run, queues are emptied
 * before the clock moves on, and everything that would cost money on AWS is counted.
 */
export async function startBillWorld(given: BridgeConfig, options: BillWorldOptions = {}) {
  const closing: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await start(given, options, closing, stop);
  } catch (problem) {
    await stop();
    throw problem;
  }
}

export interface BillWorldOptions {
  /** How far the clock moves at once while something waits; a second unless given. */
  readonly stepMs?: number;
  /** Whether what AWS would bill for each call is counted, which is half of the work; true unless given. */
  readonly isCounted?: boolean;
  /** Reads every line of a function. */
  readonly onLine?: (from: string, line: string) => void;
}

export type BillWorld = Awaited<ReturnType<typeof start>>;

/** Any day will do, as long as it stays the same: then the counts stay the same too. */
const START_MS = Date.UTC(2026, 10, 2, 12);

async function start(
  given: BridgeConfig,
  { stepMs = SECOND_MS, isCounted = true, onLine = () => {} }: BillWorldOptions,
  closing: (() => unknown)[],
  stop: () => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'posture-bridge-bill-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const clock = installDrivenClock(START_MS);
  closing.push(() => clock.remove());

  const opposite = await startOpposite(given, closing);
  const { config } = opposite;
  const assembly = await synthBridge({ config, outdir: folder });

  let tally = createTally();
  let metrics = createEmittedMetrics();
  const calledByApi = new Set<string>();
  const names = new Map<string, string>();
  /** Functions for which Lambda logs each run. */
  const logsRuns = new Set<string>();
  const nameOf = (functionName: string) => names.get(functionName) ?? functionName;
  let endsMs = clock.now();

  function onRun({ name, memoryMb }: FunctionSettings, tookMs: number): void {
    const of = nameOf(name);
    endsMs = Math.max(endsMs, clock.now() + tookMs);
    tally.add('lambdaRequests', of, 1);
    if (calledByApi.has(name)) {
      tally.add('apiRequests', of, 1);
      tally.add('logsTaken', 'HTTP API', ASSUMED.logBytesOfRequest + ASSUMED.logBytesOfLine);
    }
    tally.add('lambdaGbSeconds', of, (Math.ceil(tookMs) / 1_000) * (memoryMb / 1_024));
    if (logsRuns.has(name))
      tally.add('logsTaken', of, ASSUMED.logBytesOfRun + ASSUMED.logLinesOfRun * ASSUMED.logBytesOfLine);
  }

  const cloud = await startLocalCloud({
    assemblyDir: assembly.directory,
    secrets: opposite.secrets,
    missingSecrets: 'generate',
    ...outsideOf(config),
    time: { now: clock.now, latenciesMs: ASSUMED.latenciesMs, cpuMsOf, onRun, beside: (one) => beside(one) },
    ...(isCounted && { onCall: (call) => countCall(tally, call, nameOf(call.caller)) }),
    log(from, line) {
      if (from === CLOUD) return;
      onLine(from, line);
      metrics.read(line);
      tally.add('logsTaken', nameOf(from), Buffer.byteLength(line) + ASSUMED.logBytesOfLine);
    },
  });
  closing.push(() => cloud.stop());
  for (const { settings } of cloud.functions) names.set(settings.name, shortName(settings.logicalId));
  for (const { logicalId, properties } of cloud.template.of('AWS::Lambda::Function')) {
    const { settings } = cloud.functions.find((one) => one.settings.logicalId === logicalId) ?? {};
    if (settings && properties.LoggingConfig?.SystemLogLevel !== 'WARN') logsRuns.add(settings.name);
  }
  for (const { properties } of cloud.template.of('AWS::Lambda::Permission')) {
    const { settings } =
      cloud.functions.find(({ settings: { name, arn } }) => [name, arn].includes(properties.FunctionName)) ??
      {};
    if (settings && properties.Principal === 'apigateway.amazonaws.com') calledByApi.add(settings.name);
  }
  opposite.meet(cloud.outputs);

  /** Handles one batch of a queue, and returns the number of messages. */
  async function take(source: EventSource): Promise<number> {
    const { messages, bytes } = await source.take();
    // One to receive them, and one to delete them.
    const part = source.settings.fifo ? 'queueRequestsFifo' : 'queueRequestsStandard';
    if (messages > 0) tally.add(part, 'receives and deletes', queueRequests(bytes) + 1);
    return messages;
  }

  /** While a function runs, others handle what it queued. */
  const taking = new Map<EventSource, Promise<unknown>>();
  const sides = createSideBySide();
  let onBegun = () => {};
  function beside({ name }: FunctionSettings): AsideRun | null {
    if (!calledByApi.has(name) && !sides.isBusy()) return null;
    const run = sides.begin();
    onBegun();
    return calledByApi.has(name) ? { ...run, until: untilWithOthers(run) } : run;
  }
  const untilWithOthers = (run: AsideRun) => async (atMs: number, nowMs: number) => {
    clock.moveTo(nowMs + ASSUMED.handoverMs);
    for (const source of cloud.sources) {
      if (taking.has(source)) continue;
      const hasBegun = new Promise<void>((resolve) => {
        onBegun = resolve;
      });
      const taken = take(source).finally(() => taking.delete(source));
      taking.set(source, taken);
      await Promise.race([taken, hasBegun]);
    }
    await run.until(atMs, nowMs);
  };

  /** Empties the queues of everything visible now, one batch after the other. */
  async function drain(): Promise<void> {
    await Promise.all(taking.values());
    for (let round = 0, taken = 1; taken > 0; round++) {
      if (round === MOST_ROUNDS) throw new Error('the queues are never empty');
      taken = 0;
      for (const source of cloud.sources) {
        const messages = await take(source);
        if (messages === 0) continue;
        taken += messages;
        clock.moveTo(endsMs);
      }
    }
  }

  async function isWaiting(): Promise<boolean> {
    const depths = Object.entries(await cloud.queues()).filter(([name]) => !/DeadLetters/.test(name));
    return depths.some(([, { waiting, inFlight, delayed }]) => waiting + inFlight + delayed > 0);
  }

  /** Until the queues are empty or the time has come, second by second. */
  async function until(atMs: number): Promise<void> {
    await drain();
    while (clock.now() < atMs && (await isWaiting())) {
      clock.moveTo(Math.min(atMs, clock.now() + stepMs));
      await drain();
    }
    clock.moveTo(atMs);
  }

  return {
    config,
    cloud,
    clock,
    slack: opposite.slack,
    teams: opposite.teams,
    ask: opposite.ask,
    control: opposite.control,
    /** What the schedules start in one minute, and everything that follows. */
    async minute(): Promise<void> {
      const startMs = clock.now();
      for (const schedule of cloud.schedules) {
        const turns = (startMs - START_MS) / MINUTE_MS;
        if (Math.floor(turns) % (schedule.everyMs / MINUTE_MS) !== 0) continue;
        await schedule.fire(new Date(clock.now()));
        // One after the other: on AWS they start in different seconds, and one is done before the next begins.
        clock.moveTo(endsMs);
        await drain();
      }
      await until(startMs + MINUTE_MS);
    },
    until,
    /** Nothing runs meanwhile. */
    skipTo: (atMs: number) => clock.moveTo(atMs),
    /** What is used while this runs. */
    async count(what: () => Promise<void>): Promise<Usage & { readonly metrics: readonly string[] }> {
      await linesRead();
      tally = createTally();
      metrics = createEmittedMetrics();
      await what();
      await linesRead();
      const counted = { used: tally.used(), rows: tally.rows(), metrics: metrics.names() };
      tally = createTally();
      return counted;
    },
    stop,
  };
}

/** On the share of a processor that Lambda gives it. */
function cpuMsOf({ memoryMb }: FunctionSettings): { run: number; call: number } {
  const slower = Math.max(1, ASSUMED.mbOfProcessor / memoryMb);
  return { run: ASSUMED.cpuMsOfRun * slower, call: ASSUMED.cpuMsOfCall * slower };
}

/** What a function printed before it ended is still in its pipe. After some turns of the event loop it has been read. */
async function linesRead(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** `BridgePollerPollFunction3A1B2C3D` is `poll`: the part before Function, in lower case. */
const shortName = (logicalId: string): string => {
  const [, name = logicalId] = /([A-Z][a-z]+)(?:Function)?[0-9A-F]{8}$/.exec(logicalId) ?? [];
  const [, chat] = /(\w+?)Notif/.exec(logicalId.replace(/^Bridge/, '')) ?? [];
  return chat ? `notify-${chat.toLowerCase()}` : name.toLowerCase();
};

function countCall(tally: Tally, call: MeteredCall, by: string): void {
  const { service, operation, bytes, resource } = call;
  tally.addRows(call, by);
  if (service === 'sqs') {
    const part = resource.endsWith('.fifo') ? 'queueRequestsFifo' : 'queueRequestsStandard';
    tally.add(part, `${operation} by ${by}`, queueRequests(bytes));
  }
  if (service === 's3') tally.add(operation.startsWith('Get') ? 'bucketReads' : 'bucketWrites', by, 1);
  if (service === 'sns') tally.add('notices', by, 1);
  if (service === 'secretsmanager') tally.add('secretRequests', by, 1);
}

/** The API, the chats and the receivers in the configuration, and a configuration that points to them. */
async function startOpposite(given: BridgeConfig, closing: (() => unknown)[]) {
  const names = Object.keys(given.domains);
  const keys = names.map((domain) => ({ domain, key: `key-of-${domain}` }));
  const api = await startPostureApi({
    ...{ cases: 20, threats: 60, users: 20, nhi: 0, drift: 0 },
    ...{ readLimit: 0, writeLimit: 0, control: true, keys },
  });
  closing.push(() => api.close());
  const ask = { rates: false, control: true, answerTimeoutMs: 60_000 };
  const scopes = scopesFor(toAskIn(given, 'slack'), true);
  const slack = given.slack && (await startSlack({ ...ask, scopes, ...inventWorkspace(given) }));
  if (slack) closing.push(() => slack.close());
  const teams = given.teams && (await startTeams({ ...ask, ...inventOrganisation(given) }));
  if (teams) closing.push(() => teams.close());

  const webhooks = webhooksIn(given.destinations);
  const receiver = webhooks.length > 0 ? await startReceiver(closing) : '';
  const domains = Object.fromEntries(
    Object.entries(given.domains).map(([name, domain]) => [name, { ...domain, baseUrl: api.url }]),
  );
  const config: BridgeConfig = {
    ...given,
    domains,
    destinations: {
      ...given.destinations,
      ...Object.fromEntries(webhooks.map(([name, one]) => [name, { ...one, url: receiver, local: true }])),
    },
    ...(given.slack && slack && { slack: { ...given.slack, apiUrl: slack.url, teamId: [slack.teamId] } }),
    ...(given.teams && teams && { teams: { ...given.teams, apiUrl: new URL(teams.serviceUrl).origin } }),
  };
  const tokens = Object.values(given.destinations).flatMap((one) =>
    one.type === 'slack' && one.token !== undefined ? [one.token] : [],
  );
  return {
    config,
    slack,
    teams,
    secrets: {
      ...Object.fromEntries(keys.map(({ domain, key }) => [given.domains[domain]?.apiKey ?? '', key])),
      ...(given.slack &&
        slack && {
          [given.slack.signingSecret]: slack.signingSecret,
          [given.slack.botToken]: slack.botToken,
          ...Object.fromEntries(tokens.map((name) => [name, slack.botToken])),
        }),
      ...(given.teams && teams && { [given.teams.password]: teams.password }),
      ...Object.fromEntries(
        webhooks.flatMap(([, { secret }]) => secret.map((name) => [name, drawnSecret()])),
      ),
    },
    meet(outputs: Readonly<Record<string, string>>): void {
      if (outputs.SlackRequestUrl !== undefined) slack?.setRequestUrl(outputs.SlackRequestUrl);
      if (outputs.TeamsMessagingUrl !== undefined) teams?.setRequestUrl(outputs.TeamsMessagingUrl);
    },
    ask: <T>(path: string): Promise<T> => asked(path, {}),
    /** Calls the control surface of the API. */
    control: <T>(path: string, body: object): Promise<T> =>
      asked(path, { method: 'POST', body: JSON.stringify(body) }),
  };
  async function asked<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(api.controlUrl + path, init);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  }
}
