import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { rowKey } from '../../lib/dynamo/row-values.ts';
import { NO_FACTS } from '../../lib/facts/find-facts.ts';
import type { ItemMessages } from '../../lib/feed/enqueue-parts.ts';
import { createFeedPoller, type FeedPoller } from '../../lib/feed/feed-poller.ts';
import type { FeedItem } from '../../lib/feed/feed-source.ts';
import { initialState, UNSAID_CLOCK_MS } from '../../lib/feed/feed-state.ts';
import { pollDomain } from '../../lib/feed/poll-domain.ts';
import { createPollHandler, type PollHandler } from '../../lib/feed/poll-handler.ts';
import type { QueuedItem } from '../../lib/feed/queued-items.ts';
import { createSeenMemory } from '../../lib/feed/seen-memory.ts';
import { createTickQueue, slotOf } from '../../lib/feed/tick-queue.ts';
import { createWithholding } from '../../lib/feed/withholding.ts';
import { seenRow } from '../../lib/ledger/item-rows.ts';
import { createSqsOutbox } from '../../lib/queues/sqs-outbox.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import { createRandom } from '../support/random.ts';
import { tellsNothing } from '../support/tells-nothing.ts';
import { FakeDynamo } from './fake-dynamo.ts';
import { type Delivered, FakeSqs } from './fake-sqs.ts';
import { errorOf, FAULTS, ModelApi, type ModelItem } from './model-api.ts';
import { ModelTicks, newestDue, type Run, TICK_QUEUE } from './model-ticks.ts';
import { RULES, type Scenario, TROUBLED_MS, type WorldEvent } from './scenario.ts';
import { never, type Process, VirtualTime, withoutTimers } from './virtual-time.ts';

export interface Result {
  readonly steps: number;
  readonly calls: number;
  readonly crashes: number;
  readonly items: number;
  readonly sent: number;
  readonly repeated: number;
  /** Runs that ticks have started. */
  readonly ticked: number;
  /** What must not be. Empty when all is well. */
  readonly wrong: readonly string[];
  readonly story: readonly string[];
}

const MINUTE = 60_000;
const LEASE_MS = MINUTE;
/** How long a process may go on that another has overtaken: to the end of a page, and its calls take moments. */
const MOST_STALE_MS = 40_000;
/** What a process that was frozen has left before it is ended. */
const THAWED_MS = 5_000;
const START = Date.UTC(2026, 10, 15, 9);
const FEED = { domain: 'acme', feed: 'threats' } as const;
/** When it is calm: some polls at once, then around each sweep. */
const CALM_POLLS = [3, 4, 24, 26, 30, 46, 67, 88].map((m) => TROUBLED_MS + m * MINUTE);
const LAST_POLLS = [89, 90, 91].map((m) => TROUBLED_MS + m * MINUTE);
/** Polls that no sweep is due at: what came within the lookback before them, plain polls must have found. */
const PROMPT_POLLS = [4, 30].map((m) => TROUBLED_MS + m * MINUTE);

/** Plays one history and says what went wrong. The same scenario always gives the same result. */
export const runScenario = (scenario: Scenario, tell = false): Promise<Result> =>
  withoutTimers(() => play(scenario, tell));

async function play(scenario: Scenario, tell: boolean): Promise<Result> {
  const time = new VirtualTime(START);
  const random = createRandom(scenario.seed);
  const chance = (percent: number) => percent > 0 && random() * 100 < percent;
  const story: string[] = [];
  const say = (line: () => string) => {
    if (tell) story.push(`${((time.nowMs - START) / 1000).toFixed(1).padStart(8)} s  ${line()}`);
  };

  const api = new ModelApi(scenario);
  api.order = scenario.order;
  api.cursorPolicy = scenario.cursorPolicy;
  const isTroubled = () => time.nowMs < START + TROUBLED_MS;
  const outages: { untilMs: number; fault: (typeof FAULTS)[number] }[] = [];
  const wrong: string[] = [];
  /** When an item was sent to a queue last. */
  const sends = new Map<string, number>();
  /** When last a process died or gave up: only that may repeat a sending. */
  let lastTroubleMs = 0;
  let repeated = 0;
  let calls = 0;
  let crashes = 0;
  let stalls = 0;
  let lastCursor: string | undefined;
  const clocks = [...scenario.clocks];
  const aheadOf = (slot: number) => clocks[slot] ?? 0;
  const isFrozen = ({ frozenUntilMs = 0 }: Process) => frozenUntilMs > time.nowMs;
  /** The process that wrote the feed's row last, since when, and who acts now. */
  let owner: Process | null = null;
  let ownedSinceMs = 0;
  let acting: Process | null = null;
  let lastStaleMs = Number.NEGATIVE_INFINITY;
  /** By the row as each process has read it first of all in its run; 0 where it did something else first. */
  const takenUntilMs = new Map<Process, number>();
  /** Frozen for longer than a lease, and whether they have asked the ledger for items since. */
  const stale = new Map<Process, { looked: boolean }>();
  const policies = [
    scenario.cursorPolicy,
    ...scenario.events.map((event) => (event.what === 'cursor-policy' ? event.policy : null)),
  ];
  const isDisturbed = scenario.stalls.length + scenario.clocks.length > 0 || hasClockEvents(scenario);

  const table = new FakeDynamo({
    unprocessed: () => isTroubled() && chance(scenario.tableFaults),
    throttled: () => isTroubled() && chance(scenario.tableFaults / 4),
  });
  let quietBeforeMs: number | null = null;
  let startedAtMs: number | null = null;
  table.onUpdate = ({ pk, state }) => {
    if (!pk?.S?.startsWith('feed#')) return;
    noteOwner();
    if (startedAtMs !== null || !state?.S) return;
    const saved = JSON.parse(state.S);
    quietBeforeMs ??= saved.quietBeforeMs;
    if (saved.started && saved.quietBeforeMs === null) startedAtMs = time.nowMs;
  };
  function noteOwner(): void {
    if (owner === acting) return;
    [owner, ownedSinceMs] = [acting, time.nowMs];
    // The other may have sent what it has not recorded yet.
    if (isDisturbed) lastTroubleMs = time.nowMs;
  }
  const rowOf = (id: string) => {
    const key = rowKey(seenRow.key(FEED, id));
    return table.rows.get(`${key.pk?.S}|${key.sk?.S}`);
  };
  const queues = new FakeSqs(() => isTroubled() && chance(scenario.queueFaults), noteSend);

  function historyTimeMs(index: number): number {
    const ageMs = scenario.historyTies ? Math.floor(index / 10) * 60 * MINUTE : index * 20 * MINUTE;
    return START + scenario.clockOffsetMs - 1_000 - ageMs;
  }

  function noteSend({ queueUrl, body }: Delivered): void {
    const sending = `${body} to ${queueUrl}`;
    const before = sends.get(sending);
    sends.set(sending, time.nowMs);
    if (before !== undefined) {
      repeated++;
      if (lastTroubleMs < before) wrong.push(`${sending} was handed over twice without a crash in between`);
    }
    say(() => `queue ${queueUrl} takes ${body}${before === undefined ? '' : ' AGAIN'}`);
    const row = rowOf(body);
    const missing = (row?.missing?.L ?? []).map((value) => value.S);
    // Two may be at one item when one of them was overtaken or frozen meanwhile: the delivery id is the same.
    const overtaken = time.nowMs - Math.max(lastStaleMs, acting?.frozenUntilMs ?? 0) <= MOST_STALE_MS;
    if (row && !missing.includes(queueUrl) && !overtaken)
      wrong.push(`${sending} was handed over again after it was recorded`);
  }

  /** Every call to a port goes through here: it takes time, and the process may die before or after its effect. */
  async function call<T>(process: Process, label: string, effect: () => T): Promise<T> {
    const crash = isTroubled() ? scenario.crashes.find(({ atCall }) => atCall === calls) : undefined;
    const stall = isTroubled() ? scenario.stalls.find(({ atCall }) => atCall === calls) : undefined;
    const index = calls++;
    if (stall?.when === 'before') freeze(process, stall.forMs, `before ${label} (call ${index})`);
    if (crash?.when === 'before') return die(process, `before ${label} (call ${index})`);
    await time.delay(5 + random() * 95, process);
    noteEffect(process, label);
    const outcome = attempt(effect);
    if (stall?.when === 'after') freeze(process, stall.forMs, `after ${label} (call ${index})`);
    if (stall) await time.delay(1, process);
    if (crash?.when === 'after') return die(process, `after ${label} (call ${index})`);
    if (random() < 0.15) await time.delay(random() * 400, process);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  function freeze(process: Process, forMs: number, where: string): void {
    process.frozenUntilMs = time.nowMs + forMs;
    // What it had begun, it may repeat when it wakes.
    lastTroubleMs = process.frozenUntilMs;
    if (forMs > LEASE_MS) stale.set(process, { looked: false });
    stalls++;
    say(() => `${process.name} is frozen ${where} for ${(forMs / 1000).toFixed(0)} s`);
  }

  /** Who may do what when another process has taken over. `acting` is what the fakes below see. */
  function noteEffect(process: Process, label: string): void {
    acting = process;
    noteTaken(process, label);
    const frozen = stale.get(process);
    if (label === 'UpdateItemCommand') stale.delete(process);
    else if (frozen && label === 'BatchGetItemCommand') frozen.looked = true;
    const hasEffect = label === 'SendMessageBatch' || label === 'BatchWriteItemCommand';
    if (!hasEffect || owner === process) return;
    if (!isDisturbed) wrong.push(`${process.name} began ${label} without the lease`);
    if (frozen?.looked)
      wrong.push(`${process.name} woke and began with ${label} without a look at its lease`);
    const sinceMs = Math.max(ownedSinceMs, process.frozenUntilMs ?? 0);
    if (time.nowMs - sinceMs > MOST_STALE_MS)
      wrong.push(`${process.name} went on with ${label} long after another took over`);
    lastStaleMs = time.nowMs;
    lastTroubleMs = time.nowMs;
  }

  /** Whoever reads in the row that another has the feed can hand over nothing, and asks the API nothing. */
  function noteTaken(process: Process, label: string): void {
    if (isDisturbed || label === 'send ticks') return;
    if (label === 'GET page' && (takenUntilMs.get(process) ?? 0) > time.nowMs)
      wrong.push(`${process.name} asks the API though it has read that another is at the feed`);
    // Read later, there may be pages under way that it has asked for before.
    const isFirst = !takenUntilMs.has(process);
    const row = isFirst && label === 'GetItemCommand' ? table.rows.get('feed#acme#threats|feed') : undefined;
    const isTaken = row?.leaseHolder !== undefined && row.leaseHolder.S !== process.name;
    if (isFirst) takenUntilMs.set(process, isTaken ? Number(row.leaseExpiresAtMs?.N) : 0);
  }

  function die(process: Process, where: string): Promise<never> {
    process.alive = false;
    lastTroubleMs = time.nowMs;
    crashes++;
    say(() => `${process.name} dies ${where}`);
    return never;
  }

  // To the millisecond when something was created, so that the bound itself is tried.
  const since = historyTimeMs(10);
  const everyMs = scenario.ticks?.everyMs ?? RULES.pollEveryMs;
  const start = scenario.start === 'since' ? { since } : scenario.start;
  const rules = { ...RULES, pollEveryMs: everyMs, start } as const;
  /** What each process is at. */
  const runs = new Map<Process, Run>();
  const ticks =
    scenario.ticks &&
    new ModelTicks({
      trouble: scenario.ticks,
      now: () => time.nowMs,
      random,
      isTroubled,
      schedule: (atMs, run) => time.schedule(atMs, run),
      start: startByTick,
      wrong: (line) => wrong.push(line),
    });

  const clockOf = (process: Process, slot: number) => ({
    now: () => time.nowMs + aheadOf(slot),
    sleep: (ms: number) => time.delay(ms, process),
  });

  /** What a process of the poll function consists of. */
  function createHandler(process: Process, slot: number): PollHandler {
    const clock = clockOf(process, slot);
    const send = (command: never) =>
      call(process, 'send ticks', () => ticks?.take(command, runs.get(process)));
    const outbox = createSqsOutbox({ client: { send } as never, clock, random, timeoutMs: 5_000 });
    const poller = createPoller(process, slot);
    const tell = { report() {}, failure() {} };
    return createPollHandler({
      everyMs,
      ticks: ticks && createTickQueue({ outbox, queueUrl: TICK_QUEUE, everyMs, clock }),
      async pollOne(_domain, look) {
        const run = runs.get(process);
        const askedForMs = run?.dueAtMs ?? slotOf(clock.now(), everyMs);
        const mine = run && ticks?.look(run, clock.now(), askedForMs);
        const reports = await pollDomain({ pollers: [{ feed: FEED, poller }], clock, tell }, look);
        behind.set(process, reports[0]?.behind ?? false);
        if (!reports[0]?.behind) mine?.wasGood();
        say(() => `${process.name} ends: ${reports[0]?.outcome}, ${reports[0]?.announced} announced`);
        return reports;
      },
      clock,
      log: () => {},
    });
  }

  function createPoller(process: Process, slot: number): FeedPoller {
    const clock = clockOf(process, slot);
    const through = <T>(label: string, effect: () => T) => call(process, label, effect);
    const sqs = queues.client(through);
    const send = (command: never) =>
      scenario.brokenQueue && isTroubled() && isFor(command, 'b')
        ? through('SendMessageBatch', () => {
            throw Object.assign(new Error('no such queue'), { name: 'QueueDoesNotExist' });
          })
        : sqs.send(command);
    return createFeedPoller({
      feed: FEED,
      source: {
        filtersByTime: scenario.filtersByTime,
        page: (request) =>
          through('GET page', () => {
            const outage = outages.find(({ untilMs }) => untilMs > time.nowMs);
            const fault =
              outage?.fault ?? (isTroubled() && chance(scenario.apiFaults) ? anyOf(FAULTS, random) : null);
            if (fault) {
              say(() => `${process.name} asks behind ${request.cursor ?? 'the head'} and gets ${fault}`);
              throw errorOf(fault);
            }
            const page = api.page(request, time.nowMs);
            if (page.nextCursor) lastCursor = page.nextCursor;
            say(
              () =>
                `${process.name} asks behind ${request.cursor ?? 'the head'} and gets [${page.items.map(({ id }) => id).join(' ')}]${page.nextCursor ? ' and more' : ''}`,
            );
            return page;
          }),
      },
      ledger: createDynamoFeedLedger({ client: table.client(through), tableName: 'ledger', clock, random }),
      outbox: createSqsOutbox({ client: { send } as never, clock, random, timeoutMs: 5_000, order: 'any' }),
      messages,
      rules,
      clock,
      memory: createSeenMemory(),
      facts: NO_FACTS,
      told: tellsNothing,
      cases: createCaseLedger(createMemoryVersionedRows()),
      withholding: createWithholding({}),
      stepsOf: () => [],
      holder: process.name,
      notice: async () => true,
      clockNotice: async () => true,
    });
  }

  const pollers = new Map<number, { process: Process; handler: PollHandler; busy: boolean }>();
  const behind = new Map<Process, boolean>();
  /** The process of a slot, unless it is busy. */
  function freeIn(slot: number) {
    let entry = pollers.get(slot);
    // A run that does not end does not keep the schedule from starting another process.
    if (!entry?.process.alive || isFrozen(entry.process)) {
      const process = { name: `poller-${slot}.${crashes}.${stalls}`, alive: true };
      entry = { process, handler: createHandler(process, slot), busy: false };
      pollers.set(slot, entry);
    }
    return entry.busy ? null : entry;
  }

  function run(
    slot: number,
    by: Run['by'],
    work: (handler: PollHandler, deadlineMs: number) => Promise<void>,
  ) {
    const mine = freeIn(slot);
    if (!mine) return;
    const { process } = mine;
    mine.busy = true;
    takenUntilMs.delete(process);
    const startedAtMs = time.nowMs;
    const deadlineMs = time.nowMs + (isTroubled() ? scenario.runMs : 50_000);
    // Lambda ends a function that does not end by itself. One that sleeps with its machine is ended when it wakes.
    const endAt = (atMs: number) =>
      time.schedule(atMs, () => {
        if (isFrozen(process)) endAt((process.frozenUntilMs ?? 0) + THAWED_MS);
        else if (mine.busy && runs.get(process) === current) die(process, 'at its timeout');
      });
    const current = runs.get(process);
    endAt(deadlineMs + 1_000);
    work(mine.handler, deadlineMs + aheadOf(slot)).then(
      () => {
        mine.busy = false;
        if (by === 'schedule') ticks?.scheduleEnded(process, startedAtMs, behind.get(process) ?? false);
      },
      (error: Error) => {
        mine.busy = false;
        lastTroubleMs = time.nowMs;
        if (by === 'tick') wrong.push(`${process.name} fails of a tick: ${error.message}`);
        say(() => `${process.name} fails: ${error.message}`);
      },
    );
  }

  function poll(slot: number): void {
    const free = freeIn(slot);
    if (!free) return;
    runs.set(free.process, { process: free.process, by: 'schedule' });
    run(slot, 'schedule', (handler, deadlineMs) => handler.scheduled([FEED.domain], deadlineMs));
  }

  /** As Lambda does: in the first process that is free. */
  function startByTick(bodies: readonly string[]): boolean {
    for (let slot = 0; slot < Math.max(2, scenario.pollers); slot++) {
      const free = freeIn(slot);
      if (!free || !ticks) continue;
      runs.set(free.process, { process: free.process, by: 'tick', dueAtMs: newestDue(bodies) });
      ticks.atOnce++;
      let ended = false;
      const end = () => {
        if (!ended) ticks.atOnce--;
        ended = true;
      };
      // One that dies or is frozen does not say so. Its message comes back too late for anybody.
      time.schedule(time.nowMs + 60_000, end);
      run(slot, 'tick', (handler, deadlineMs) => handler.ticked(bodies, deadlineMs).finally(end));
      return true;
    }
    return false;
  }

  function happen(event: WorldEvent): void {
    const apiNow = time.nowMs + scenario.clockOffsetMs;
    if (event.what !== 'items') say(() => `world: ${JSON.stringify(event)}`);
    switch (event.what) {
      case 'items':
        for (let i = 0; i < event.count; i++) {
          const item = api.add(apiNow - event.bornMsAgo + (event.tie ? 0 : i * 10), time.nowMs);
          say(() => `world: ${item.id} appears, created ${(event.bornMsAgo / 1000).toFixed(0)} s ago`);
        }
        break;
      case 'delete':
        remove(api.items[event.which % Math.max(1, api.items.length)]);
        break;
      case 'delete-cursor':
        remove(api.items.find(({ id }) => id === lastCursor));
        break;
      case 'purge':
        for (const item of api.items.toSorted((a, b) => b.createdAtMs - a.createdAtMs).slice(event.but))
          remove(item);
        break;
      case 'order':
        api.order = event.order;
        break;
      case 'cursor-policy':
        api.cursorPolicy = event.policy;
        break;
      case 'clock':
        clocks[event.slot] = event.aheadMs;
        break;
      case 'outage':
        outages.push({ untilMs: time.nowMs + event.forMs, fault: event.fault });
        break;
    }
  }
  const remove = (item: ModelItem | undefined) => {
    if (item) item.deletedAtMs ??= time.nowMs;
  };

  for (let i = 0; i < scenario.history; i++) {
    api.add(historyTimeMs(i), START - 1);
  }
  for (const event of scenario.events) time.schedule(START + event.atMs, () => happen(event));
  const { purgedAtMs = null } = scenario.ticks ?? {};
  if (purgedAtMs !== null) time.schedule(START + purgedAtMs, () => ticks?.purge());
  for (let slot = 0; slot < scenario.pollers; slot++) {
    for (let at = 0; at < TROUBLED_MS; at += RULES.pollEveryMs) {
      time.schedule(START + at + Math.floor(random() * 3_000), () => poll(slot));
    }
  }
  const { silence } = scenario;
  const isSilent = (at: number) => silence && at >= silence.fromMs && at < silence.fromMs + silence.forMs;
  // A place that is answered with a 500 is given up in the third poll that finds it so: the others may be silent.
  const last = policies.includes('broken') ? LAST_POLLS : [];
  for (const at of [...CALM_POLLS, ...last]) if (!isSilent(at)) time.schedule(START + at, () => poll(0));
  for (const at of PROMPT_POLLS) {
    const tooFew = at === PROMPT_POLLS[0] && policies.includes('broken');
    if (!isSteady() || isSilent(at) || tooFew) continue;
    time.schedule(START + at + MINUTE, () => {
      if (looksOrdered()) return;
      wrong.push(...whatIsMissing((item) => item.visibleAtMs < START + at && isPrompt(item)));
    });
  }

  await time.run();
  wrong.push(...whatIsMissing(() => true));
  return {
    steps: time.steps,
    calls,
    crashes,
    items: api.items.length,
    sent: sends.size,
    repeated,
    ticked: ticks?.started ?? 0,
    wrong,
    story,
  };

  function lateMs({ createdAtMs, visibleAtMs }: ModelItem): number {
    return visibleAtMs + scenario.clockOffsetMs - createdAtMs;
  }

  function isPrompt(item: ModelItem): boolean {
    return lateMs(item) < RULES.lookbackMs - unsaidMs();
  }

  /** How much later than the API's our clocks are than is allowed for, where the API does not say its time. */
  function unsaidMs(): number {
    const ahead = scenario.events.map((event) => (event.what === 'clock' ? event.aheadMs : 0));
    const mostMs = Math.max(...scenario.clocks, ...ahead, 0) - scenario.clockOffsetMs - UNSAID_CLOCK_MS;
    return scenario.saysTime ? 0 : Math.max(0, mostMs);
  }

  /** A walk then takes an item that is dated into the future for as new as our clock says. */
  function blindMs(): number {
    const early = scenario.events.some((event) => event.what === 'items' && event.bornMsAgo < 0);
    return early ? unsaidMs() : 0;
  }

  /** The list keeps its order and its places, and no answer makes the feed pause. */
  function isSteady(): boolean {
    const steady = !scenario.events.some(({ what }) => what === 'order');
    const pausing = scenario.events.some((event) => event.what === 'outage' && event.fault === '401');
    return steady && !pausing && scenario.apiFaults === 0 && !policies.includes('positional');
  }

  function savedState() {
    return JSON.parse(table.rows.get('feed#acme#threats|feed')?.state?.S ?? 'null');
  }

  /** A list in groups that the feed takes for one: what is not in the first waits for a survey. */
  function looksOrdered(): boolean {
    return scenario.order === 'grouped' && savedState()?.order !== 'unordered';
  }

  function whatIsMissing(concerns: (item: ModelItem) => boolean): string[] {
    const state = savedState();
    // A feed that met nothing of its own has written nothing.
    const notBeforeMs: number = state?.notBeforeMs ?? initialState(rules, START).notBeforeMs;
    const firstSweepableMs = START + scenario.clockOffsetMs - RULES.sweepWindowMs + 30 * MINUTE;
    const unsteady =
      policies.includes('positional') || scenario.events.some((event) => event.what === 'order');
    return api.items.filter(concerns).flatMap((item) => {
      const wanted = addressed(item.id);
      const got = wanted.filter((queue) => sends.has(`${item.id} to ${queue}`));
      const history = item.visibleAtMs < START;
      if (history && item.createdAtMs < (quietBeforeMs ?? 0)) {
        return got.length && !unsteady ? [`${item.id} is history and was announced`] : [];
      }
      if (item.createdAtMs < notBeforeMs) {
        return got.length ? [`${item.id} is from before the start and was announced`] : [];
      }
      const excused =
        item.deletedAtMs !== null ||
        (history && scenario.start === 'now') ||
        (!history && lateMs(item) >= RULES.sweepWindowMs - blindMs()) ||
        // Read once, at the start: a list that changes its order meanwhile may hide what no sweep reaches.
        (unsteady && history && item.createdAtMs < firstSweepableMs) ||
        // Created before the start and shown before the list was seen whole: taken for history.
        (item.createdAtMs < (quietBeforeMs ?? 0) && item.visibleAtMs <= (startedAtMs ?? 0));
      return excused || got.length === wanted.length
        ? []
        : [
            `${item.id} was lost: ${wanted.filter((queue) => !got.includes(queue)).join(' and ')} never got it`,
          ];
    });
  }
}

const hasClockEvents = ({ events }: Scenario): boolean => events.some(({ what }) => what === 'clock');

const addressed = (id: string): string[] => {
  const serial = Number(id.split('-')[1]);
  return serial % 5 === 4 ? [] : serial % 2 ? ['a'] : ['a', 'b'];
};

const queueFor = (id: string, queue: string): QueuedItem => ({
  destination: queue,
  queueUrl: queue,
  message: { deliveryId: `${id}:${queue}`, group: queue, body: id },
});

const NOWHERE = { destinations: [], broadcast: [], shadowed: [], matched: [], sending: [] };

const messages: ItemMessages = {
  // The item of a scenario is its id.
  route: (item) => ({ ...NOWHERE, destinations: addressed(String(item)) }),
  isChat: () => false,
  tellRouting: () => undefined,
  forPlaces: ({ id }: FeedItem, places) => places.map((queue) => queueFor(id, queue)),
  forChanged: () => [],
  forSteps: () => [],
  isToldBy: () => false,
  eventsIn: () => [],
  keep: ({ id }) => id,
  forKept: ({ id }, queue) => queueFor(id, queue),
};

const isFor = (command: { input?: { QueueUrl?: string } }, queueUrl: string) =>
  command.input?.QueueUrl === queueUrl;

function attempt<T>(effect: () => T): { value: T } | { error: unknown } {
  try {
    return { value: effect() };
  } catch (error) {
    return { error };
  }
}

const anyOf = <T>(values: readonly T[], random: () => number): T =>
  values[Math.floor(random() * values.length)] as T;
