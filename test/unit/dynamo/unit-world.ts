import type { CaseFacts } from '../../../lib/case/case-facts.ts';
import { deliveryIdOf } from '../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { caseHash, placeHash, secondsOf } from '../../../lib/case/past-entry.ts';
import { outcomesWithoutRules } from '../../../lib/chats/document/outcome-choices.ts';
import { slack } from '../../../lib/chats/slack/definition.ts';
import type { SlackMessage } from '../../../lib/chats/slack/message.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoOutcomes, createDynamoPast } from '../../../lib/features/history/dynamo-past.ts';
import { createPast } from '../../../lib/features/history/earlier-cases.ts';
import { createPastFacts } from '../../../lib/features/history/past-facts.ts';
import { createAskPersona } from '../../../lib/features/personas/ask-persona.ts';
import { createFindUntold } from '../../../lib/features/personas/find-untold.ts';
import { createPersonasOf } from '../../../lib/features/personas/pending-persona-notes.ts';
import { createPersonaLedger } from '../../../lib/features/personas/persona-ledger.ts';
import { tellPersonInShort } from '../../../lib/features/personas/tell-person.ts';
import { createCoveredThreats } from '../../../lib/feed/covered-threats.ts';
import { enqueueItems } from '../../../lib/feed/enqueue-items.ts';
import { type FactsByDestination, NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import type { FeedItem } from '../../../lib/feed/feed-source.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { createAsk } from '../../../lib/outbox/ask-notifiers.ts';
import { createDeliver } from '../../../lib/outbox/deliver.ts';
import { createEscalationPlaces } from '../../../lib/outbox/escalation-places.ts';
import { createPace } from '../../../lib/outbox/pace.ts';
import { createAnswerDisplay } from '../../../lib/outbox/show-answer.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import type { Persona } from '../../../lib/posture/schemas/persona.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';
import { SEVERITIES } from '../../../lib/posture/severity.ts';
import { createUnansweredCases } from '../../../lib/reconcile/unanswered-cases.ts';
import { createCasePolicy } from '../../../lib/routing/case-policy.ts';
import { createStepsOf } from '../../../lib/routing/escalation-steps.ts';
import { createEscalationHandler } from '../../../lib/verdict/escalation-handler.ts';
import { countUnits, type Units } from '../../support/aws/count-units.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { CALM_POLICY } from '../../support/case-policy.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { meta } from '../outbox/delivery-world.ts';
import { aVerdict } from '../verdict/examples.ts';

const DAY_MS = 86_400_000;

/** As long as they usually are. */
const PERSONA: Persona = {
  tuid: 't1',
  overview: {
    summary:
      'Marta Duarte works as an accountant in Finance. Activity follows office hours and matches that of close colleagues.',
  },
  identity: { title: 'Accountant', department: 'Finance' },
  role: { observed_role: 'Accountant', title_match: 'match', confidence: 0.6 },
  workstreams: { items: [{ name: 'Month-end close' }, { name: 'Supplier payments' }] },
  access: {
    directory_role_count: 0,
    privileged_entitlement_count: 1,
    dormant_entitlement_count: 2,
    privileged_classes: ['data_admin'],
    applications: ['Mail', 'Team Chat', 'Expense Desk', 'Payroll', 'Contract Archive', 'Data Warehouse'],
  },
  posture: {
    device_classes: ['managed laptop', 'managed phone'],
    os_types: ['Windows', 'iOS'],
    signin_active_days: 21,
    signin_total_logons: 147,
  },
  risk_lens: {
    blast_radius: 'moderate',
    reaches_control_plane: false,
    credential_exposure: 'none seen',
    anomaly_count: 1,
  },
  coverage: { access: 'sufficient', posture: 'insufficient' },
};

/** Something is done after ten minutes, and after an hour. */
const WAITS = defineBridge({
  domains: { acme: { baseUrl: 'https://posture.example/v1', apiKey: '/key' } },
  destinations: { soc: { type: 'slack', channel: 'C0123SOC1' } },
  slack: { signingSecret: '/secret', botToken: '/token' },
  routes: [
    {
      to: 'soc',
      name: 'all',
      escalation: ['10m', '1h'].map((after) => ({
        after: Object.fromEntries(SEVERITIES.map((severity) => [severity, after])),
        mention: ['S0123ABCD'],
      })),
    },
  ],
  verdicts: { allow: 'anyone-in-channel' },
});

const NOWHERE = { destinations: [], broadcast: [], shadowed: [], matched: [], sending: [] };

/** The poller and the notifier of one Slack channel on a table that counts what it would be charged. */
export function createUnitWorld({ getsThreats = true, waits = false, personas = false } = {}) {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const { client, units, byKind } = countUnits(table);
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const ledger = createDeliveryLedger(rows);
  const feeds = createDynamoFeedLedger(parts);
  const verdicts = createDynamoAnswerLedger(parts);
  const queue = createMemoryOutbox();
  const outbox = handOverWith({ outbox: queue, deliveries: ledger, severeFrom: 'critical', clock });
  const memory = createSeenMemory();
  const covered = createCoveredThreats(feeds, 'acme');
  const kept = { keptMs: 93 * DAY_MS };
  const past = createPast({
    ledger: createDynamoPast(parts, kept),
    domain: 'acme',
    clock,
    log: () => undefined,
    windowMs: 90 * DAY_MS,
    most: 20_000,
  });
  const outcomes = createDynamoOutcomes(parts, kept);
  const facts = createPastFacts({
    past,
    sentTo: () => new Map([['soc', placeHash('slack C0SOC00001')]]),
    clock,
  });
  facts.open(undefined, undefined);
  const cases = createCaseLedger(rows);
  const personaLedger = createPersonaLedger({ rows, clock });
  const posted: SlackMessage[] = [];
  let rung = 0;
  const quiet = { log: () => undefined, metrics: () => undefined };
  const deliver = createDeliver<SlackMessage>({
    definition: slack,
    chat: {
      async post(_channel, message) {
        posted.push(message);
        clock.advance(200);
        const ts = `${Math.floor(clock.now() / 1_000)}.${String(posted.length).padStart(6, '0')}`;
        return { is: 'ok', value: { channel: 'C0SOC00001', ts } };
      },
      async update() {
        clock.advance(200);
        return { is: 'ok', value: null };
      },
      find: async () => ({ is: 'ok', value: { is: 'absent' } }),
    },
    renderer: slack.createRenderer(outcomesWithoutRules),
    ledger,
    pace: createPace({ rows, clock }),
    channelOf: () => 'C0SOC00001',
    answerOf: (domain, caseId) => verdicts.load(domain, caseId),
    caseOf: cases.load,
    policy: CALM_POLICY,
    stormThresholdOf: () => 20,
    severeFrom: 'critical',
    getsThreats: () => getsThreats,
    ...(personas && {
      personasOf: createPersonasOf({
        ledger: personaLedger,
        personasAt: () => 'full',
        clock,
        log: quiet.log,
      }),
    }),
    park: async () => undefined,
    tellOps: async () => true,
    clock,
    ...quiet,
  });

  const toMessage = (kind: 'case' | 'threat', item: FeedItem, changed: boolean, beside?: CaseFacts) => {
    const feed = kind === 'case' ? 'cases' : 'threats';
    const id = changed ? `${item.id}@${item.revision}` : item.id;
    const deliveryId = deliveryIdOf({ domain: 'acme', feed, id, destination: 'soc' });
    const about = { deliveryId, domain: 'acme', destination: 'soc', routes: ['all'], kind };
    const at = { handedOverAt: new Date(clock.now()).toISOString(), ...(changed && { changed }) };
    const envelope = {
      ...about,
      ...at,
      item: item.item,
      eventsLinked: kind === 'case',
      facts: beside,
    } as Envelope;
    return [{ destination: 'soc', queueUrl: 'queue', message: { deliveryId, envelope }, inChat: true }];
  };

  /** What the poller does with a page of new or changed items. */
  async function poll(kind: 'case' | 'threat', items: readonly (Case | Threat)[]): Promise<void> {
    const feed = { domain: 'acme', feed: kind === 'case' ? 'cases' : 'threats' } as const;
    const messages = {
      route: () => ({ ...NOWHERE, destinations: ['soc'], matched: ['all'], sending: ['all'] }),
      isChat: () => true,
      tellRouting: () => undefined,
      forPlaces: (item: FeedItem, places: readonly string[], beside?: FactsByDestination) =>
        places.flatMap(() => toMessage(kind, item, false, beside?.get('soc'))),
      forSteps: () => [],
      forChanged: (item: FeedItem, places: readonly string[]) =>
        places.flatMap(() => toMessage(kind, item, true)),
      isCoveredBy: (_item: FeedItem, coveredAt: readonly string[]) => coveredAt.includes('soc'),
      eventsIn: (queued: readonly unknown[]) =>
        getsThreats && kind === 'case' && queued.length > 0
          ? items.flatMap((one) => ((one as Case).events ?? []).map(({ event_id }) => event_id))
          : [],
      keep: () => null,
      forKept: () => null,
    };
    const listed = items.map((item) => ({
      id: String(item.case_id ?? item.event_id),
      createdAtMs: clock.now(),
      ...(typeof item.updated_at === 'string' && { revision: item.updated_at }),
      item,
    }));
    const withholding = createWithholding([]);
    const parts = { feed, ledger: feeds, cases, withholding, outbox, messages, memory, covered, clock };
    const found = kind === 'case' ? facts : NO_FACTS;
    const enqueue = {
      ...parts,
      facts: found,
      hold: async () => undefined,
      stepsOf: waits ? createStepsOf(WAITS) : () => [],
    };
    await enqueueItems(enqueue, listed, null);
    // With the row of the feed, which is written anyway.
    await found.tail();
  }

  /** Hands the notifier what rings, as long as anything is to be shown, each run with a minute. */
  async function notify(): Promise<void> {
    const bells = queue.accepted('queue').slice(rung);
    rung += bells.length;
    for (const { body } of bells) {
      for (;;) {
        const until = clock.now() + 60_000;
        const handled = await deliver(JSON.parse(body), meta({ remainingMs: () => until - clock.now() }));
        if (handled === 'done') break;
        if (typeof handled === 'object' && 'retryAfterMs' in handled) clock.advance(handled.retryAfterMs);
      }
    }
  }

  /** The reconciler has the verdict function look at a case that waits. */
  async function lookAtWaiting(): Promise<void> {
    const display = { ledger, outbox: queue, queueUrlOf: () => 'queue', severeFrom: 'critical' as const };
    const policy = createCasePolicy(WAITS);
    const { look } = createEscalationHandler({
      ledger: verdicts,
      caseOf: cases.load,
      policy,
      places: createEscalationPlaces({ ...display, clock, log: quiet.log }),
      routesOf: () => ['all'],
      silence: async () => () => null,
      show: async () => undefined,
      clock,
      log: quiet.log,
    });
    await createUnansweredCases({
      domains: ['acme'],
      cases,
      answerOf: verdicts.load,
      policy,
      queue: { sendLater: async ({ caseId }) => void (await look('acme', caseId)) },
      lookSoon: () => undefined,
      clock,
    })(Number.POSITIVE_INFINITY);
  }

  const finder = createFindUntold({
    domains: ['acme'],
    cases,
    deliveries: ledger,
    personasAt: () => 'full',
    ask: createAskPersona({
      ledger: personaLedger,
      find: async () => ({
        about: 'person',
        name: 'Marta Duarte',
        parts: tellPersonInShort(PERSONA, null),
        people: [],
      }),
      onRefusedKey: () => undefined,
      clock,
      log: quiet.log,
    }),
    show: createAsk({
      ledger,
      outbox: queue,
      queueUrlOf: () => 'queue',
      severeFrom: 'critical',
      clock,
    }).forPersonas,
    announcedAt: async () => news,
    clock,
    log: quiet.log,
  });
  let news = 0;
  /** The feed says that something came. */
  const hasNews = (): void => void news++;
  /** The reconciler has threads tell who their cases are about. */
  const findUntold = async (): Promise<void> => void (await finder.part(Number.POSITIVE_INFINITY));

  /** A decision that was recorded, shown where the case is. */
  async function decide(caseId: string): Promise<void> {
    const display = createAnswerDisplay({
      severeFrom: 'critical',
      ledger,
      outbox: queue,
      queueUrlOf: () => 'queue',
      repliesOf: () => undefined,
      findCase: async () => null,
      routesOf: () => [],
      clock,
      log: quiet.log,
    });
    const verdict = aVerdict({ caseId });
    await verdicts.save(verdict);
    await outcomes.note(
      'acme',
      { id: caseHash(caseId), outcome: 'SAFE', atSeconds: secondsOf(clock.now()) },
      clock.now(),
    );
    await display.changed(verdict, null);
  }

  /** What these steps cost. */
  async function cost(steps: () => Promise<void>): Promise<Units & { rows: Record<string, Units> }> {
    const before = { ...units };
    byKind.clear();
    await steps();
    const rowsOf = Object.fromEntries([...byKind].map(([kind, one]) => [kind, { ...one }]));
    return { written: units.written - before.written, read: units.read - before.read, rows: rowsOf };
  }

  return { clock, table, posted, poll, notify, decide, lookAtWaiting, hasNews, findUntold, cost };
}
