import { BatchGetItemCommand, BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { type BridgeConfig, defineBridge } from '../../../lib/config/define-bridge.ts';
import { foldsAlike } from '../../../lib/config/route-places.ts';
import type { Delivery, DeliveryKey } from '../../../lib/delivery/delivery.ts';
import { createDeliveryOutbox } from '../../../lib/delivery/delivery-outbox.ts';
import { createAlikeLedger } from '../../../lib/dynamo/dynamo-alike-ledger.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createHookLedger } from '../../../lib/dynamo/dynamo-hook-ledger.ts';
import { createMuteLedger } from '../../../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoPast } from '../../../lib/dynamo/dynamo-past.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import { createPollers } from '../../../lib/feed/create-pollers.ts';
import { type DomainPoller, pollDomain } from '../../../lib/feed/poll-domain.ts';
import type { Mute } from '../../../lib/mutes/mute.ts';
import type { PostureClient } from '../../../lib/posture/client.ts';
import { RejectedError, UnauthorizedError } from '../../../lib/posture/errors.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';
import { createSqsOutbox } from '../../../lib/queues/sqs-outbox.ts';
import { createCountWithheld } from '../../../lib/reconcile/count-withheld.ts';
import {
  createFoldedPlaces,
  createListFolded,
  createTellFolded,
} from '../../../lib/reconcile/list-folded.ts';
import type { ReconcilePart } from '../../../lib/reconcile/reconcile.ts';
import { createChooses } from '../../../lib/webhook/endpoints.ts';
import { createEventOutbox } from '../../../lib/webhook/event-outbox.ts';
import { createRandom } from '../../support/random.ts';
import { FakeDynamo } from '../fake-dynamo.ts';
import { FakeSqs } from '../fake-sqs.ts';
import { never, type Process, VirtualTime, withoutTimers } from '../virtual-time.ts';
import { caseGoes, createFoldJudge } from './judge-folds.ts';
import { metByMs, THREAT_KINDS, type ToldHistory, TROUBLED_MS } from './told-history.ts';

const START = Date.UTC(2026, 10, 15, 9);
const MINUTE = 60_000;
const RUN_MS = 50_000;
const CALM_POLLS = [1, 2, 3, 8, 70].map((minute) => TROUBLED_MS + minute * MINUTE);
/** Every few seconds while there is trouble; when windows are over, with trouble of its own; and in calm. */
const RECONCILED_MINUTES = [
  ...Array.from({ length: 24 }, (_, n) => n / 12),
  ...[4, 6, 7, 8, 9, 11, 12, 13, 14, 15].map((minute) => minute + 0.5),
  ...[19, 25, 85, 90],
];
/** Between polls, so that those have calm. */
const TROUBLED_LISTS = [
  { fromMs: 5.2 * MINUTE, untilMs: 9.8 * MINUTE },
  { fromMs: 10.2 * MINUTE, untilMs: 16 * MINUTE },
];
const QUEUES = { slack: 'slack', teams: 'teams', webhook: 'endpoints' };
const LAKE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
/** More events than a row holds. They are newer than the others, and so those are left out. */
const FILLING = 640;
const FILLER = 'x'.repeat(450);

const GOES: Readonly<Record<(typeof THREAT_KINDS)[number], readonly string[]>> = {
  soc: ['soc'],
  duty: ['duty'],
  both: ['soc', 'duty'],
  loud: ['soc'],
  lake: ['soc', 'lake'],
  shadow: ['soc'],
  nowhere: [],
};

const CRITICAL = 'critical cases';

const written = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
  teams: {
    appId: '11111111-0000-4000-8000-000000000000',
    tenantId: '22222222-0000-4000-8000-000000000000',
    password: '/password',
  },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    duty: { type: 'teams', channel: '19:duty@thread.tacv2' },
    lake: { type: 'sqs', queueUrl: LAKE },
  },
  routes: [
    {
      name: 'cases in Slack',
      when: { feed: 'cases', user: ['soc@acme.example', 'both@acme.example'] },
      to: 'soc',
    },
    {
      name: 'cases in Teams',
      when: { feed: 'cases', user: ['duty@acme.example', 'both@acme.example'] },
      to: 'duty',
    },
    { name: CRITICAL, when: { feed: 'cases', severity: 'critical' }, to: 'duty' },
    { name: 'cases for the lake', when: { feed: 'cases', user: 'lake@acme.example' }, to: 'lake' },
    ...THREAT_KINDS.filter((kind) => kind !== 'nowhere').map((kind) => ({
      name: `threats ${kind}`,
      when: { feed: 'threats', user: `${kind}@acme.example` } as const,
      to: GOES[kind],
      broadcast: kind === 'loud',
    })),
    { name: 'on trial', when: { feed: 'threats', user: 'shadow@acme.example' }, to: 'duty', shadow: true },
  ],
  verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
});

/** With windows that last for seconds, which nobody could write. */
const configOf = ({ start, dedupe }: ToldHistory): BridgeConfig => ({
  ...written,
  poll: { ...written.poll, start },
  routes: written.routes
    .filter(({ name }) => dedupe === null || name !== CRITICAL)
    .map((route) => ({ ...route, ...(dedupe && { dedupe: { by: dedupe.by, for: dedupe.forMs } }) })),
});

interface Listed<Item> {
  readonly item: Item;
  readonly atMs: number;
  /** As it is from then on. */
  readonly later?: { readonly atMs: number; readonly item: Item } | undefined;
}
type ListedThreat = Listed<Threat> & { readonly kind: (typeof THREAT_KINDS)[number] };

export interface ToldResult {
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Plays one history of cases whose events are threats of the other feed, and says what went wrong. */
export const playTold = (history: ToldHistory, tell = false): Promise<ToldResult> =>
  withoutTimers(() => play(history, tell));

async function play(history: ToldHistory, tell: boolean): Promise<ToldResult> {
  const time = new VirtualTime(START);
  const random = createRandom(history.seed);
  const chance = (percent: number) => percent > 0 && random() * 100 < percent;
  const story: string[] = [];
  const say = (line: () => string) => {
    if (tell) story.push(`${((time.nowMs - START) / 1000).toFixed(1).padStart(8)} s  ${line()}`);
  };
  const isTroubled = () => {
    const ms = time.nowMs - START;
    const isOver = TROUBLED_LISTS.every(({ fromMs, untilMs }) => ms < fromMs || ms > untilMs);
    return ms < TROUBLED_MS || (history.dedupe !== null && !isOver);
  };
  const wrong: string[] = [];
  const counts = { threats: 0, told: 0, handedOver: 0, hidden: 0, folded: 0, added: 0, crashes: 0, calls: 0 };
  const { cases, threats } = listsOf(history);
  const config = configOf(history);

  const table = new FakeDynamo({
    unprocessed: () => isTroubled() && chance(history.tableFaults),
    throttled: () => isTroubled() && chance(history.tableFaults / 4),
  });
  const quietBeforeMs = new Map<string, number>();
  table.onUpdate = ({ pk, state }) => {
    const [kind, , feed = ''] = pk?.S?.split('#') ?? [];
    if (kind !== 'feed' || !state?.S) return;
    const saved = JSON.parse(state.S) as { quietBeforeMs: number | null };
    if (saved.quietBeforeMs !== null && !quietBeforeMs.has(feed))
      quietBeforeMs.set(feed, saved.quietBeforeMs);
  };
  const sent = new Map<string, number>();
  const queues = new FakeSqs(
    () => isTroubled() && chance(history.queueFaults),
    ({ queueUrl, body }) => {
      if (queueUrl !== QUEUES.webhook) return;
      const { deliveryId } = JSON.parse(body) as { deliveryId: string };
      sent.set(deliveryId, (sent.get(deliveryId) ?? 0) + 1);
      say(() => `the lake takes ${deliveryId}`);
    },
  );

  let reconciler: { readonly process: Process; readonly list: ReconcilePart; busy: boolean } | null = null;
  /** Of the reconciler, since windows were over. */
  let listCalls = 0;
  async function call<T>(process: Process, label: string, effect: () => T): Promise<T> {
    const isReconciler = process === reconciler?.process;
    const crashes = isReconciler ? (history.dedupe?.crashes ?? []) : history.crashes;
    const index = !isReconciler ? counts.calls++ : time.nowMs < START + TROUBLED_MS ? -1 : listCalls++;
    const crash = isTroubled() ? crashes.find(({ atCall }) => atCall === index) : undefined;
    if (crash?.when === 'before') return die(process, `before ${label} (call ${index})`);
    await time.delay(5 + random() * 95, process);
    const value = effect();
    if (crash?.when === 'after') return die(process, `after ${label} (call ${index})`);
    if (!isCalm() && random() < 0.1) await time.delay(random() * 2_000, process);
    return value;
  }
  function die(process: Process, where: string): Promise<never> {
    process.alive = false;
    counts.crashes++;
    say(() => `${process.name} dies ${where}`);
    return never;
  }

  /** Whether a mute is known to have hidden it. */
  const isNoted = (feed: string, id: string) =>
    [...table.rows.keys()].some((key) => key.startsWith('muted#acme#') && key.endsWith(`#${feed}#${id}`));

  const folds = createFoldJudge({ history, rows: table.rows, cases, threats });
  const isFolded = folds.isFolded;

  /** What was noted is true at that moment, and a read that may be old does not see what was written in the last second. */
  const writtenAt = new Map<string, number>();
  function tableOf(process: Process) {
    const inner = table.client((label, effect) => call(process, label, effect));
    const send = async (command: unknown) => {
      const puts = command instanceof BatchWriteItemCommand ? putsIn(command) : [];
      for (const { pk, told, value } of puts) {
        writtenAt.set(pk?.S ?? '', time.nowMs);
        for (const { S: at } of told?.L ?? [])
          if (
            !table.rows.has(`item#acme#cases#${JSON.parse(value?.S ?? '')}|delivery#${at}`) &&
            !isNoted('cases', JSON.parse(value?.S ?? '')) &&
            !isFolded('cases', JSON.parse(value?.S ?? ''), at ?? '')
          )
            wrong.push(`${pk?.S} is noted as told at ${at}, and its case was not handed over there`);
      }
      const answer = await inner.send(command as never);
      if (!(command instanceof BatchGetItemCommand) || !chance(history.stale)) return answer;
      const [request] = Object.values(command.input.RequestItems ?? {});
      const rows = (answer as { Responses: Record<string, Row[]> }).Responses.ledger ?? [];
      const isSeen = ({ pk }: Row) => time.nowMs - (writtenAt.get(pk?.S ?? '') ?? 0) > 1_000;
      return request?.ConsistentRead ? answer : { ...answer, Responses: { ledger: rows.filter(isSeen) } };
    };
    return { send } as never;
  }

  function listOf<Item extends { created_at: string }>(
    process: Process,
    items: readonly Listed<Item>[],
    idOf: (item: Item) => string,
  ) {
    const isCases = (items as readonly unknown[]) === cases;
    return {
      async page({ cursor }: { cursor?: string | undefined }) {
        if (isCases && isTroubled() && history.casesTrouble === 'slow') await time.delay(20_000, process);
        return call(process, isCases ? 'GET cases' : 'GET threats', () => {
          if (isCases && isTroubled()) {
            if (history.casesTrouble === 'failing') throw new RejectedError('500', 500);
            if (history.casesTrouble === 'refused') throw new UnauthorizedError('401');
          }
          const listed = items.filter(({ atMs }) => START + atMs <= time.nowMs).toReversed();
          const at = cursor === undefined ? 0 : listed.findIndex(({ item }) => idOf(item) === cursor) + 1;
          const page = listed
            .slice(at, at + 4)
            .map(({ item, later }) => (later && START + later.atMs <= time.nowMs ? later.item : item));
          const last = page.at(-1);
          const nextCursor = at + 4 < listed.length && last ? idOf(last) : null;
          say(() => `${process.name} reads ${page.map(idOf).join(' ')}`);
          return { items: page, rejected: [], repairs: [], nextCursor, serverTimeMs: time.nowMs };
        });
      },
    };
  }

  /** What a process of the bridge has in its hands. */
  function partsOf(process: Process) {
    const clock = { now: () => time.nowMs, sleep: (ms: number) => time.delay(ms, process) };
    const parts = { client: tableOf(process), tableName: 'ledger', clock, random };
    const sqs = queues.client((label, effect) => call(process, label, effect));
    const send = (command: { input?: { QueueUrl?: string } }) =>
      history.brokenQueue && isTroubled() && command.input?.QueueUrl === QUEUES.teams
        ? call(process, 'SendMessageBatch', () => {
            throw Object.assign(new Error('no such queue'), { name: 'QueueDoesNotExist' });
          })
        : sqs.send(command as never);
    const outbox = createDeliveryOutbox({
      outbox: createSqsOutbox({ client: { send } as never, clock, random, timeoutMs: 5_000, order: 'any' }),
      ledger: createDeliveryLedger(createDynamoVersionedRows(parts)),
      severeFrom: 'none',
      clock,
    });
    return { parts, clock, outbox };
  }

  function pollersOf(process: Process): readonly DomainPoller[] {
    const { parts, clock, outbox } = partsOf(process);
    return createPollers({
      config,
      domain: 'acme',
      client: {
        cases: listOf(process, cases, ({ case_id }) => case_id),
        threats: listOf(process, threats, ({ event_id }) => event_id),
      } as unknown as PostureClient,
      ledger: createDynamoFeedLedger(parts),
      past: createDynamoPast(parts, { keptMs: 93 * 86_400_000 }),
      muted: createMuteLedger(createDynamoVersionedRows(parts)),
      alike: createAlikeLedger(createDynamoVersionedRows(parts)),
      cases: createCaseLedger(createDynamoVersionedRows(parts)),
      log: () => undefined,
      outbox: createEventOutbox({
        outbox,
        ledger: createHookLedger(createDynamoVersionedRows(parts)),
        chooses: createChooses(config.destinations),
        clock,
      }),
      queueUrls: QUEUES,
      clock,
      holder: process.name,
      onShadow: () => undefined,
      onUnrouted: () => undefined,
    });
  }

  interface Slot {
    readonly process: Process;
    readonly pollers: readonly DomainPoller[];
    busy: boolean;
    startedAtMs: number;
  }
  const slots = new Map<number, Slot>();
  function poll(slot: number): void {
    let mine = slots.get(slot);
    if (!mine?.process.alive) {
      const process = { name: `poller-${slot}.${counts.crashes}`, alive: true };
      mine = { process, pollers: pollersOf(process), busy: false, startedAtMs: 0 };
      slots.set(slot, mine);
    }
    if (mine.busy) return;
    const { process } = mine;
    const run = mine;
    const startedAtMs = time.nowMs;
    run.busy = true;
    run.startedAtMs = startedAtMs;
    // Lambda ends a function that does not end by itself.
    time.schedule(startedAtMs + RUN_MS + 2_000, () => {
      if (run.busy && run.startedAtMs === startedAtMs && process.alive) die(process, 'at its timeout');
    });
    const clock = { now: () => time.nowMs, sleep: (ms: number) => time.delay(ms, process) };
    const tellPoll = { report() {}, failure() {} };
    pollDomain({ pollers: run.pollers, clock, tell: tellPoll }, { deadlineMs: time.nowMs + RUN_MS })
      .catch((error: Error) => say(() => `${process.name} fails: ${error.message}`))
      .finally(() => {
        run.busy = false;
      });
  }
  function reconcile(): void {
    if (!reconciler?.process.alive) {
      const process = { name: `reconciler.${counts.crashes}`, alive: true };
      const { parts, clock, outbox } = partsOf(process);
      const ledger = createAlikeLedger(createDynamoVersionedRows(parts));
      const tell = createTellFolded({ config, queueUrls: QUEUES, outbox, clock });
      const count = createCountWithheld({ cases: createCaseLedger(createDynamoVersionedRows(parts)), clock });
      const placesOf = createFoldedPlaces({ config });
      const list = createListFolded({ ledger, folds: foldsAlike(config), count, placesOf, tell, clock });
      reconciler = { process, list, busy: false };
    }
    const run = reconciler;
    if (run.busy) return;
    run.busy = true;
    run
      .list(time.nowMs + RUN_MS)
      .catch((error: Error) => say(() => `${run.process.name} fails: ${error.message}`))
      .finally(() => {
        run.busy = false;
      });
  }
  for (const minute of history.dedupe ? RECONCILED_MINUTES : [])
    time.schedule(START + minute * MINUTE, reconcile);
  for (let slot = 0; slot < history.pollers; slot++) {
    for (let at = 0; at < TROUBLED_MS; at += history.everyMs)
      time.schedule(START + at + Math.floor(random() * 3_000), () => poll(slot));
  }
  const quietTable = {
    client: table.client(async (_, effect) => effect()),
    tableName: 'ledger',
    clock: { now: () => time.nowMs, sleep: async () => undefined },
    random,
  };
  /** Whoever mutes tries again until it is so. */
  async function mute(wanted: ToldHistory['mutes'][number], id: string): Promise<void> {
    const ledger = createMuteLedger(createDynamoVersionedRows(quietTable));
    try {
      const { mutes, proposals, version } = await ledger.load('acme');
      const next = [...mutes.filter((one) => one.id !== id), muteOf(wanted, id)];
      if (!(await ledger.save('acme', { mutes: next, proposals }, version, time.nowMs)))
        throw new Error('another was quicker');
      say(() => `${wanted.kind} is muted for ${wanted.forMs / 1_000} s`);
    } catch {
      time.schedule(time.nowMs + 500, () => mute(wanted, id));
    }
  }
  for (const [n, wanted] of history.mutes.entries())
    time.schedule(START + wanted.atMs, () => mute(wanted, `m${n}`));
  for (const at of CALM_POLLS) time.schedule(START + at, () => poll(0));
  await time.run();

  const rows = createDynamoVersionedRows(quietTable);
  const ledger = createDeliveryLedger(rows);
  const deliveryOf = async (key: Omit<DeliveryKey, 'domain'>): Promise<Delivery | null> =>
    (await ledger.load({ domain: 'acme', ...key }))?.value ?? null;
  /** Recorded, and not announced. */
  const isHistory = (feed: string) => (one: { readonly atMs: number }) =>
    START + one.atMs < (quietBeforeMs.get(feed) ?? 0);

  for (const listed of cases.filter((one) => !isHistory('cases')(one))) {
    const id = listed.item.case_id;
    const kind = String(listed.item.user_email).replace('@acme.example', '');
    const item = listed.later?.item ?? listed.item;
    // No mute hides it.
    const isCritical = item.events?.some(({ severity }) => severity === 'critical');
    for (const destination of caseGoes(item, history)) {
      const isShown = (await deliveryOf({ feed: 'cases', id, destination })) !== null;
      if (isShown && !caseGoes(listed.item, history).includes(destination)) counts.added++;
      const isKept = isNoted('cases', id) || isFolded('cases', id, destination);
      if (!isShown && !isKept) wrong.push(`${id} was lost: ${destination} never got it`);
      if (!isFolded('cases', id, destination))
        judgeMuted(`${id} at ${destination}`, { kind: isCritical ? '' : kind, atMs: listed.atMs, isShown });
      if (isShown && isCalm()) wrong.push(...(await folds.judgePosted(listed, destination, deliveryOf)));
    }
    await judgeFolded('cases', id);
  }
  for (const threat of threats.filter((one) => !isHistory('threats')(one))) await judge(threat);
  return { wrong, story, counts };

  /** Somebody is told of it wherever it should go; and if its case tells it, the notifier would find that. */
  async function judge({ item, kind, atMs }: ListedThreat): Promise<void> {
    const id = item.event_id;
    counts.threats++;
    await judgeFolded('threats', id);
    if (GOES[kind].includes('lake')) {
      const times = sent.get(`acme:threats:${id}:lake`) ?? 0;
      if (times === 0) wrong.push(`${id} was lost: the lake never got it`);
      if (times > 1 && isCalm()) wrong.push(`${id} was handed to the lake ${times} times`);
    }
    for (const destination of GOES[kind].filter((name) => name !== 'lake')) {
      const tellers = await casesThatTell(id, destination);
      const own = await deliveryOf({ feed: 'threats', id, destination });
      if (own) counts.handedOver++;
      else counts.told++;
      const isHidden = isNoted('threats', id) || isFolded('threats', id, destination);
      const isBehind = ownersOf(id).some(
        ({ item: { case_id } }) => isNoted('cases', case_id) || isFolded('cases', case_id, destination),
      );
      if (!own && tellers.length === 0 && !isHidden && !isBehind)
        wrong.push(`${id} is hidden: nobody tells it at ${destination}`);
      if (!isBehind && tellers.length === 0 && !isFolded('threats', id, destination))
        judgeMuted(`${id} at ${destination}`, { kind, atMs, isShown: own !== null });
      if (!own && kind === 'loud' && !isHidden)
        wrong.push(`${id} is not shown in the channel of ${destination}`);
      if (!own || tellers.length === 0 || kind === 'loud') continue;
      const owners = ownersOf(id);
      const found = await ledger.caseOf('acme', id);
      if (found === null) wrong.push(`${id} would be posted at ${destination} besides its case`);
      // Listed while a poll is under way, a threat may be read before its case.
      const isFirst = owners.every((owner) => thereAtMs(owner, destination) + 5_000 <= atMs);
      if (isCalm() && isFirst && owners.length === 1)
        wrong.push(`${id} was handed to ${destination}, though its case was there before`);
    }
  }

  async function judgeFolded(feed: 'cases' | 'threats', id: string): Promise<void> {
    counts.folded += folds.of(feed, id).length;
    wrong.push(...(await folds.judge(feed, id, deliveryOf)));
  }

  /** What is hidden was muted at some time since it was there; and in calm, what is muted is hidden. */
  function judgeMuted(
    what: string,
    { kind, atMs, isShown }: { kind: string; atMs: number; isShown: boolean },
  ): void {
    const ofPerson = history.mutes.filter((mute) => mute.kind === kind);
    if (!isShown) counts.hidden++;
    if (!isShown && !ofPerson.some((mute) => mute.atMs + mute.forMs > atMs))
      wrong.push(`${what} is hidden, and was muted by nothing`);
    // By then, all know of it.
    const isMuted = ofPerson.some(
      (one) => one.atMs + 25_000 < atMs && metByMs(history, atMs) < one.atMs + one.forMs,
    );
    if (isShown && isMuted && isCalm()) wrong.push(`${what} is shown, and was muted before`);
  }

  /** A case that escalates may go there only then. */
  function thereAtMs({ item, atMs, later }: Listed<Case>, destination: string): number {
    return caseGoes(item, history).includes(destination) ? atMs : (later?.atMs ?? atMs);
  }

  /** Those that show this event there. */
  async function casesThatTell(id: string, destination: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { item } of ownersOf(id)) {
      const shown = await deliveryOf({ feed: 'cases', id: item.case_id, destination });
      if (shown?.content.kind !== 'case') continue;
      if (shown.content.item.events?.some(({ event_id }) => event_id === id)) found.push(item.case_id);
    }
    return found;
  }

  function ownersOf(id: string): readonly Listed<Case>[] {
    return cases.filter(({ item }) => item.events?.some(({ event_id }) => event_id === id));
  }

  /** One poller, and nothing goes wrong: then nothing is handed over in vain. */
  function isCalm(): boolean {
    const faults = history.tableFaults + history.queueFaults + history.crashes.length;
    return faults === 0 && history.pollers === 1 && !history.brokenQueue && history.casesTrouble === 'none';
  }
}

const muteOf = ({ kind, atMs, forMs }: ToldHistory['mutes'][number], id: string): Mute => ({
  id,
  field: 'user',
  value: `${kind}@acme.example`,
  critical: false,
  reason: 'known',
  by: { surface: 'slack', id: 'U0ANN00001', name: 'Ann' },
  atMs: START + atMs,
  untilMs: START + atMs + forMs,
});

const putsIn = ({ input }: BatchWriteItemCommand): readonly Row[] =>
  Object.values(input.RequestItems ?? {})
    .flat()
    .flatMap(({ PutRequest }) => (PutRequest?.Item ? [PutRequest.Item] : []));

const textOf = (atMs: number) => new Date(START + atMs).toISOString();

function listsOf({ cases, alone, history }: ToldHistory) {
  const threats: ListedThreat[] = [];
  const listed: Listed<Case>[] = [];
  const addThreat = (id: string, kind: ListedThreat['kind'], atMs: number) => {
    const item = { event_id: id, created_at: textOf(atMs), user_email: `${kind}@acme.example` };
    threats.push({ item, kind, atMs });
    return { event_id: id, created_at: textOf(atMs) };
  };
  const addCase = (
    id: string,
    kind: string,
    atMs: number,
    events: Exclude<Case['events'], null | undefined>,
    { type: threat_type, escalatesMs = null }: Partial<ToldHistory['cases'][number]> = {},
  ) => {
    const about = { case_id: id, created_at: textOf(atMs), updated_at: textOf(atMs), threat_type };
    const item = { ...about, user_email: `${kind}@acme.example`, threat_brief: '', events };
    if (escalatesMs === null) return listed.push({ atMs, item });
    const changedAt = textOf(atMs + escalatesMs);
    const worst = { event_id: `${id}-worst`, created_at: changedAt, severity: 'critical' };
    const worse = { ...item, updated_at: changedAt, events: [...events, worst] };
    return listed.push({ atMs, item, later: { atMs: atMs + escalatesMs, item: worse } });
  };
  for (let n = 0; n < history; n++)
    addCase(`h${n}`, 'both', -MINUTE - n, [addThreat(`h${n}-0`, 'both', -MINUTE - n)]);
  const before: { first?: ReturnType<typeof addThreat> | undefined } = {};
  for (const [n, told] of cases.entries()) {
    const { atMs, kind, threats: ofCase, shares, huge, severity } = told;
    const own = ofCase.map((one, m) => addThreat(`e${n}-${m}`, one.kind, Math.max(0, atMs + one.laterMs)));
    const filling = Array.from({ length: huge ? FILLING : 0 }, (_, m) => ({
      ...{ event_id: `f${n}-${m}`, created_at: textOf(atMs + MINUTE), title: FILLER },
    }));
    const telling = severity === 'unknown' ? [] : [{ event_id: `s${n}`, created_at: textOf(atMs), severity }];
    const events = [...own, ...telling, ...filling, ...(shares && before.first ? [before.first] : [])];
    addCase(`c${n}`, kind, atMs, events, told);
    before.first = own[0];
  }
  for (const [n, { atMs, kind }] of alone.entries()) addThreat(`t${n}`, kind, atMs);
  const byAge = (a: { atMs: number }, b: { atMs: number }) => a.atMs - b.atMs;
  return { cases: listed.sort(byAge), threats: threats.sort(byAge) };
}
