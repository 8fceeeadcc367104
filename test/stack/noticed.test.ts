import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNBOOK_HEADINGS, type RunbookHeading } from '../../lib/config/runbook-headings.ts';
import { createQuarantine } from '../../lib/dynamo/dynamo-quarantine.ts';
import { createSendCanaries } from '../../lib/features/canary/send-canaries.ts';
import { createCheckHealth } from '../../lib/features/health/check-health.ts';
import { createDynamoSigns } from '../../lib/features/health/dynamo-signs.ts';
import { createLookAtArchive } from '../../lib/features/health/look-at-archive.ts';
import { createLookAtBudgets } from '../../lib/features/health/look-at-budgets.ts';
import { createLookAtDeadLetters } from '../../lib/features/health/look-at-dead-letters.ts';
import { createLookAtFeeds } from '../../lib/features/health/look-at-feeds.ts';
import { createLookAtSigns } from '../../lib/features/health/look-at-signs.ts';
import { listOf, type Sign } from '../../lib/features/health/signs.ts';
import { type FeedState, HEARTBEAT_MS, initialState } from '../../lib/feed/feed-state.ts';
import { signRow } from '../../lib/ledger/bridge-rows.ts';
import { newDelivery } from '../../lib/outbox/delivery.ts';
import { changePriority } from '../../lib/outbox/priority.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { createWake } from '../../lib/outbox/wake-up.ts';
import { createFindings } from '../../lib/reconcile/findings.ts';
import { createOverdueVerdicts } from '../../lib/reconcile/overdue-verdicts.ts';
import { reconcile } from '../../lib/reconcile/reconcile-parts.ts';
import { createRequeueQuarantined } from '../../lib/reconcile/requeue-quarantined.ts';
import { chatWork, createWakeWaiting } from '../../lib/reconcile/wake-waiting.ts';
import { NOT_DEALT_WITH } from '../../lib/verdict/click-queue.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../support/memory/memory-answer-ledger.ts';
import { createMemoryOutbox } from '../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import { healthConfig } from '../unit/features/health/health-world.ts';
import { aDecision, aVerdict } from '../unit/verdict/examples.ts';
import { type Alarm, alarmsIn, secondsUntil } from './alarm-model.ts';
import { drawUp, everything, type Synthesized } from './synthesized.ts';

const MINUTE = 60_000;
const SLACK = 'https://sqs/slack.fifo';
const rules = {
  start: 'now' as const,
  pollEveryMs: MINUTE,
  lookbackMs: 15 * MINUTE,
  sweepEveryMs: 60 * MINUTE,
  sweepWindowMs: 24 * 60 * MINUTE,
};

/** The reconciler with all its parts, on a bridge that a test breaks. Everything else goes well all the time. */
function createWorld() {
  const config = healthConfig();
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const outbox = createMemoryOutbox();
  const deliveries = createDeliveryLedger(rows, { keptMs: 1e12 });
  const verdicts = createMemoryAnswerLedger();
  const quarantine = createQuarantine({ rows, clock });
  const depths: Record<string, number> = {};
  const feeds: Record<'cases' | 'threats', Partial<FeedState>> = { cases: {}, threats: {} };
  const broken = {
    canary: false,
    poller: false,
    reconciler: false,
    part: false,
    archive: false,
    budget: false,
  };
  const healthy: (number | undefined)[] = [];
  let signs = 0;
  let polledAtMs = clock.now();

  const leave = async (sign: Omit<Sign, 'atMs'>) => {
    const whole = { ...sign, atMs: clock.now() };
    const todo = { under: signRow.list(listOf(whole)), at: new Date(whole.atMs).toISOString() };
    await rows.write(signRow.key(whole, `${signs++}`), null, { version: 0, expiresAtMs: 0, todo });
  };
  const findings = createFindings();
  const log = () => undefined;
  const metrics = (_: string, __: object, values: object) => {
    if ('Healthy' in values) said = Math.min(said ?? 1, values.Healthy as number);
  };
  let said: number | undefined;
  const ledger = {
    readFeeds: async (keys: readonly { feed: 'cases' | 'threats' }[]) =>
      keys.map(({ feed }) => ({ ...initialState(rules, 0), polledAtMs, ...feeds[feed] })),
    readBudgets: async () => [
      {
        version: 1,
        writeId: '',
        counts: new Map<number, number>(),
        closedUntilMs: broken.budget ? clock.now() + MINUTE : 0,
      },
    ],
  };
  const signReader = createDynamoSigns(rows.todo);
  const checkHealth = createCheckHealth({
    looks: [
      createLookAtFeeds({ config, ledger, clock }),
      createLookAtBudgets({ config, ledger, clock }),
      createLookAtDeadLetters({
        deadLetters: async () =>
          ['slack deliveries', 'verdicts'].map((subject) => ({ subject, count: depths[subject] ?? 0 })),
      }),
      createLookAtSigns({ signs: signReader, chats: ['slack'], domains: ['acme'], clock }),
      createLookAtArchive({ signs: signReader, clock }),
    ],
    findings,
    rows,
    config,
    queueUrls: { slack: SLACK },
    outbox,
    clock,
    log,
    metrics,
  });
  const parts = [
    createOverdueVerdicts({
      domains: ['acme'],
      ledger: verdicts,
      cases: { loadAll: async () => new Map() },
      queue: { sendLater: async () => undefined },
      clock,
      findings,
    }),
    createWakeWaiting({
      destinations: new Map([['soc', chatWork(deliveries)]]),
      wake: createWake({ outbox, queueUrlOf: () => SLACK }),
      clock,
      log,
      metrics,
      findings,
      ops: 'ops',
    }),
    createRequeueQuarantined({
      quarantine,
      queues: { slack: SLACK, verdict: 'https://sqs/verdict' },
      outbox,
      tellOps: async () => undefined,
      clock,
      log,
      findings,
    }),
    createSendCanaries({
      destinations: ['soc'],
      everyMs: MINUTE,
      rows,
      handOver: async () => undefined,
      look: async () => (broken.canary ? { delivery: null, answer: null } : cameBack),
      press: async () => ({ is: 'taken' }),
      findings,
      newId: () => 'a-canary',
      clock,
      log,
    }),
    async () => {
      if (broken.part) throw new Error('denied');
      return {};
    },
  ];

  /** What happens in a minute: polls, the archive now and then, and a run of the reconciler. */
  async function minute(what: () => Promise<void> | void = () => undefined): Promise<void> {
    clock.advance(MINUTE);
    said = undefined;
    if (!broken.poller && clock.now() - polledAtMs >= HEARTBEAT_MS) polledAtMs = clock.now();
    if (!broken.archive && healthy.length % 360 === 0) {
      await leave({ by: 'archive', what: 'archived', subject: 'archive' });
    }
    await what();
    if (!broken.reconciler) {
      await reconcile(
        { parts, afterAll: [checkHealth], clock, log, metrics: metrics as never },
        clock.now() + 40_000,
      ).catch(() => undefined);
    }
    healthy.push(said);
  }

  return {
    clock,
    deliveries,
    verdicts,
    quarantine,
    depths,
    feeds,
    broken,
    leave,
    say: (value: number) => {
      said = value;
    },
    minute,
    healthy,
    titles: () => outbox.accepted(SLACK).flatMap(({ body }) => JSON.parse(body).notice?.title ?? []),
  };
}
type World = ReturnType<typeof createWorld>;

interface Breakage {
  /** Begins it. */
  readonly begin: (world: World) => Promise<void> | void;
  /** How long it takes until the metric of full is over its threshold. */
  readonly untilMeasuredMinutes?: number;
  /** What the operators read; nothing where another function or nobody can tell them. */
  readonly told?: string;
}

const putWaiting = async ({ deliveries, clock }: World) => {
  const item = { case_id: 'c1', created_at: new Date(clock.now()).toISOString() };
  const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
  const delivery = newDelivery(key, { kind: 'case', item, trimmed: [] } as never, clock.now());
  await deliveries.save(delivery, 0, changePriority(clock.now()), clock.now());
};
const click = ({ quarantine }: World) =>
  quarantine.keep({ id: 'k1', queue: 'verdict', group: null, body: '{}', reason: NOT_DEALT_WITH });

const cameBack = {
  delivery: {
    value: { ...newDelivery({} as never, {} as never, 0), main: { ref: {}, hash: '', changedAtMs: 1 } },
  },
  answer: aVerdict({ decision: aDecision({ state: { is: 'recorded', atMs: 0, resolved: true } }) }),
};

/** What stays broken from then on. */
const breaks =
  (what: keyof World['broken']) =>
  ({ broken }: World): void => {
    broken[what] = true;
  };
const parks =
  (queue: string) =>
  ({ depths }: World): void => {
    depths[queue] = 2;
  };
/** By the log of requests, into the same metric: no function hears of it. */
const isLogged = ({ say }: World): void => say(0);

/** Everything that the runbook knows, broken one after the other; the alarm of full by its name. */
const BREAKAGES: Readonly<Record<Exclude<RunbookHeading, 'Bridge is unhealthy'>, Record<string, Breakage>>> =
  {
    'No successful poll': {
      'No successful poll (acme cases)': {
        begin: breaks('poller'),
        told: 'acme cases and 1 more: polling is failing',
      },
    },
    'Feed is behind': {
      'Feed is behind (acme cases)': {
        begin({ feeds, clock }) {
          feeds.cases = { unfinished: true, missingSinceMs: clock.now() - 16 * MINUTE };
        },
        told: 'acme cases: new items are delayed',
      },
    },
    'Key refused': {
      'Key refused (acme)': {
        // The poller tells the operators.
        begin({ feeds }) {
          feeds.cases = { pause: { because: 'unauthorized', untilMs: 0, sinceMs: 0, told: true } };
        },
      },
    },
    'Reconciler is silent': { 'Reconciler is silent (reconcile)': { begin: breaks('reconciler') } },
    'Function fails': {
      'Function fails (poll)': { begin: breaks('poller') },
      'Function fails (notify-slack)': { begin: putWaiting, told: 'soc: deliveries have stalled' },
      'Function fails (verdict)': { begin: click, told: 'verdicts: deliveries have stalled' },
      'Function fails (reconcile)': {
        begin: breaks('part'),
        told: 'reconcile: keeps failing',
      },
      // API Gateway answers with 500.
      'Function fails (action)': { begin: isLogged },
    },
    'Function is throttled': {
      'Function is throttled (poll)': { begin: breaks('poller') },
      'Function is throttled (notify-slack)': { begin: putWaiting },
      'Function is throttled (verdict)': { begin: click },
      'Function is throttled (reconcile)': { begin: breaks('reconciler') },
      // API Gateway answers with 503.
      'Function is throttled (action)': { begin: isLogged },
    },
    'Deliveries gave up': {
      'Deliveries gave up (slack deliveries)': {
        begin: parks('slack deliveries'),
        told: 'slack deliveries: messages are parked',
      },
      'Deliveries gave up (verdicts)': { begin: parks('verdicts') },
    },
    'Destination is closed': {
      'Destination is closed (reconcile)': {
        // The notifier tells the operators.
        async begin(world) {
          await putWaiting(world);
          const sinceMs = world.clock.now();
          const closed = {
            kind: 'place',
            reason: 'is_archived',
            sinceMs,
            probes: 1,
            nextProbeMs: 0,
            told: true,
          };
          await world.deliveries.saveOutage('soc', closed as never, 0, sinceMs);
        },
      },
    },
    'Deliveries are late': {
      'Deliveries are late (slack deliveries)': { begin: putWaiting, untilMeasuredMinutes: 15 },
      'Deliveries are late (verdicts)': { begin: click, untilMeasuredMinutes: 15 },
    },
    'Request budget is used up': {
      '': {
        begin: breaks('budget'),
        told: 'acme: the API requests are nearly used up',
      },
    },
    'Requests are refused': {
      'Requests are refused (slack)': {
        async begin({ leave }) {
          for (let n = 0; n < 3; n++) await leave({ by: 'action', what: 'disputed', subject: 'slack' });
        },
        told: 'slack: clicks are refused',
      },
    },
    'Requests are throttled': { 'Requests are throttled (slack and teams and systems)': { begin: isLogged } },
    'Requests fail': { 'Requests fail (slack and teams and systems)': { begin: isLogged } },
    'Clicks are lost': {
      'Clicks are lost (slack)': {
        begin: ({ leave }) => leave({ by: 'action', what: 'lost', subject: 'slack' }),
        told: 'slack: a click could not be queued',
      },
    },
    'Canary does not come back': {
      'Canary does not come back (soc)': {
        begin: breaks('canary'),
        told: 'soc: an end-to-end test does not come back',
      },
    },
    'Trail is not archived': {
      'Trail is not archived (archive)': {
        begin: breaks('archive'),
        told: 'archive: finished days are not in the archive',
      },
    },
    'Trail was changed': {
      'Trail was changed (archive)': {
        begin: ({ leave }) => leave({ by: 'archive', what: 'changed', subject: 'archive' }),
        told: 'archive: the audit trail was altered',
      },
    },
    'Verdicts fail': {
      'Verdicts fail (acme)': {
        begin: ({ leave }) => leave({ by: 'verdict', what: 'failed', subject: 'acme' }),
        told: 'acme: a verdict could not be recorded',
      },
      'Verdicts fail (again and again)': {
        async begin({ verdicts, clock }) {
          const state = { is: 'undoable', sinceMs: clock.now(), untilMs: clock.now() } as const;
          await verdicts.save(aVerdict({ domain: 'acme', caseId: 'c', decision: aDecision({ state }) }));
        },
        told: 'acme: a verdict could not be recorded',
      },
    },
  };

/** One run of the reconciler, and one look of CloudWatch. */
const MORE_MINUTES = 2;
/** For so long nobody says how the bridge is before the alarm of lean goes off. */
const SILENT_MINUTES = 5;

let full: Synthesized;
let alarms: ReadonlyMap<string, Alarm>;
beforeAll(async () => {
  full = await drawUp({ ...everything, monitoring: 'full' });
  alarms = new Map(alarmsIn(full).map((alarm) => [alarm.AlarmName.replace('posture-bridge: ', ''), alarm]));
});
afterAll(() => full.remove());

it('breaks everything that the runbook knows', () => {
  expect(Object.keys(BREAKAGES).toSorted()).toEqual(
    RUNBOOK_HEADINGS.filter((heading) => heading !== 'Bridge is unhealthy').toSorted(),
  );
});

describe.each(
  Object.values(BREAKAGES).flatMap((some) =>
    Object.entries(some).map(([name, breakage]) => [name || 'the request budget', breakage] as const),
  ),
)('%s', (name, { begin, untilMeasuredMinutes = 0, told }) => {
  it('is noticed in lean within the time of full, and said in words', async () => {
    const alarm = alarms.get(name);
    // Of the request budget AWS measures nothing.
    const fullMinutes = alarm ? untilMeasuredMinutes + secondsUntil(alarm) / 60 : 15;
    const world = createWorld();
    for (let n = 0; n < 30; n++) await world.minute();
    expect(world.healthy.every((value) => value === 1)).toBe(true);
    const before = world.healthy.length;
    let minutes = 0;
    const isNoticed = () =>
      world.healthy.slice(before).includes(0) ||
      world.healthy.slice(-SILENT_MINUTES).every((value) => value === undefined);
    while (!isNoticed()) {
      await world.minute(() => (minutes === 0 ? begin(world) : undefined));
      if (++minutes > fullMinutes + MORE_MINUTES) break;
    }
    expect(isNoticed(), `not noticed within ${fullMinutes} minutes`).toBe(true);
    if (told) {
      expect(world.titles()).toContain(told);
      for (let n = 0; n < 10; n++) await world.minute();
      expect(world.titles().filter((title) => title === told)).toHaveLength(1);
    }
  }, 60_000);
});
