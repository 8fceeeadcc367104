import { type CasePlace, isWithheld } from '../../../../lib/case/case-record.ts';
import { itemInShort } from '../../../../lib/case/item-in-short.ts';
import { endpointsIn } from '../../../../lib/config/endpoints.ts';
import { createCaseLedger } from '../../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../../../lib/endpoints/stored-events.ts';
import { dedupeKey } from '../../../../lib/features/dedupe/dedupe-key.ts';
import { createDedupeLedger } from '../../../../lib/features/dedupe/dedupe-ledger.ts';
import type { Mute } from '../../../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../../../lib/features/mutes/mute-ledger.ts';
import { NO_PROPOSALS } from '../../../../lib/features/mutes/proposal.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import { THREAT_TYPES } from '../../../../lib/posture/schemas/case.ts';
import { compileRoutes } from '../../../../lib/routing/compile-routes.ts';
import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { everything } from '../../../stack/synthesized.ts';
import { type BridgeStage, CASES, DOMAINS, THREATS } from '../bridge-stage.ts';
import type { Scenario, Scene } from '../scenario.ts';
import { nothingByItself, onlySchedules, onlyTicks, runsOf } from './at-rest.ts';
import { inLedger } from './ledger.ts';

const HOUR_MS = 3_600_000;
const OF_ONE_DOMAIN = CASES + THREATS;
/** By the kinds of destinations that the bridge of the stage has. Queues only wake somebody up: the ledger has the items. */
const BELLS = { slack: /SlackQueue/, teams: /TeamsQueue/ };
const ENDPOINTS = /WebhookQueue/;
/** Those that choose to be told of everything that is new. */
const endpoints = endpointsIn(everything.destinations).filter(
  ([, { events }]) => events === undefined,
).length;

const everyDestination: Scenario = {
  name: 'every destination gets every item of every domain',
  runs: ['Poll'],
  shows: ['variable'],
  change: nothingByItself,
  async play({ cloud }) {
    for (const domain of DOMAINS) await poll(cloud, domain);
    for (const queue of Object.values(BELLS)) await expectRung(cloud, queue);
    const forVault = DOMAINS.length * CASES;
    await expectToTell(cloud, DOMAINS.length * OF_ONE_DOMAIN * endpoints + forVault);
  },
};

const muted: Scenario = {
  name: 'what is muted is hidden from chats, and noted',
  runs: ['Poll'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      const mutes = createMuteLedger(createDynamoVersionedRows(ledger.at(Date.now())));
      await mutes.save(
        domain,
        { mutes: THREAT_TYPES.map(muteOf), waiting: [], proposals: NO_PROPOSALS },
        0,
        Date.now(),
      );
      await poll(cloud, domain);
      let noted = 0;
      for (const type of THREAT_TYPES)
        for await (const { items } of mutes.hiddenBy(domain, type)) noted += items.length;
      if (noted !== CASES) throw new Error(`${noted} instead of ${CASES} cases were noted as hidden`);
    }),
};

const deduped: Scenario = {
  name: 'what is alike to something that was sent is deduped, and posted once it is worse than that',
  runs: ['Poll'],
  change: nothingByItself,
  restarts: true,
  async play(scene) {
    const { openCase } = scene.stage as BridgeStage;
    const [domain = ''] = DOMAINS;
    const routed = { domain, feed: 'cases', item: openCase } as const;
    const [route] = compileRoutes(everything);
    const key = route && dedupeKey(route, routed);
    if (!key) throw new Error('the case is alike to nothing');
    const short = itemInShort(routed, { id: openCase.case_id, createdAtMs: Date.parse(openCase.created_at) });
    const nowMs = Date.now();
    const about = { id: 'w1', domain, route: route.name, by: ['user'], at: ['soc', 'duty', 'news'] } as const;
    const times = { sinceMs: nowMs - HOUR_MS, untilMs: nowMs + HOUR_MS };
    const window = { ...about, ...times, first: { ...short, id: 'another' } };
    await inLedger(scene.cloud, async (ledger) => {
      const parts = ledger.at(nowMs);
      const windows = createDedupeLedger(createDynamoVersionedRows(parts));
      await windows.open({ key, window, version: 0 });
      await poll(scene.cloud, domain);
      // As if it had been less severe then.
      const milder = (place: CasePlace) => (isWithheld(place) ? { ...place, severity: null } : place);
      const record = await createCaseLedger(createDynamoVersionedRows(parts)).change(
        domain,
        short.id,
        (one) => {
          const places = Object.entries(one.places).map(([name, place]) => [name, milder(place)]);
          return { ...one, revision: 'before', severity: null, places: Object.fromEntries(places) };
        },
      );
      if (!isWithheld(record?.places.soc)) throw new Error('it was not deduped');
      await windows.open({
        key,
        window: { ...window, first: { ...window.first, severity: null } },
        version: 1,
      });
    });
    // What a process has seen, it does not look at again.
    await scene.restart({});
    await poll(scene.cloud, domain);
    await inLedger(scene.cloud, async (ledger) => {
      const deliveries = createDeliveryLedger(createDynamoVersionedRows(ledger.at(nowMs)));
      if (!(await deliveries.load({ domain, feed: 'cases', id: short.id, destination: 'soc' })))
        throw new Error('it is worse now, and was not posted');
    });
  },
};

const muteOf = (value: string): Mute => ({
  ...{ id: value, field: 'threatType', value, critical: true, reason: 'a drill' },
  by: { surface: 'slack', id: 'U0ANN00001', name: 'Ann' },
  ...{ atMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS },
});

const lateQueue: Scenario = {
  name: 'what a queue does not take is kept, and sent once it does',
  runs: ['Poll'],
  change: nothingByItself,
  restarts: true,
  async play(scene) {
    const [domain = ''] = DOMAINS;
    const queue = scene.stage.resolved
      .of('AWS::SQS::Queue')
      .find(({ logicalId }) => /ToWebhookQueue/.test(logicalId));
    await scene.cloud.outside.deleteQueue(queue?.identity.attributes.Arn ?? '');
    await poll(scene.cloud, domain);
    await expectRung(scene.cloud, BELLS.slack);
    await scene.restart({});
    await poll(scene.cloud, domain);
    await expectToTell(scene.cloud, OF_ONE_DOMAIN * endpoints + CASES);
  },
};

const scheduled: Scenario = {
  name: 'the schedules have every domain polled',
  runs: ['Poll'],
  change: onlySchedules(/Poller/),
  shows: ['schedule'],
  // Twice a second.
  options: { speed: 120 },
  play: (scene) =>
    untilEvery(
      scene,
      'polled',
      () => scene.said.flatMap(({ outcome, domain }) => (outcome === 'polled' ? [String(domain)] : [])),
      // Polls in which nothing happens are not all told.
      () => runsOf(scene.cloud, 'PollFunction'),
    ),
};

const ticked: Scenario = {
  name: 'ticks have the poller look between two runs of its schedules',
  runs: ['Poll'],
  change: onlyTicks,
  shows: ['event source mapping'],
  async play({ cloud, until }) {
    for (const domain of DOMAINS) await poll(cloud, domain);
    const byHand = runsOf(cloud, 'PollFunction');
    await until('a tick has started the poller', () => runsOf(cloud, 'PollFunction') > byHand);
  },
};

export const pollScenarios: readonly Scenario[] = [
  everyDestination,
  muted,
  deduped,
  lateQueue,
  scheduled,
  ticked,
];

async function poll({ functions, invoke }: LocalCloud, domain: string): Promise<void> {
  const { settings } = functions.find(({ settings: { name } }) => name.includes('PollFunction')) ?? {};
  const outcome = await invoke(settings?.name ?? 'poll', { domains: [domain] });
  if (!outcome.ok)
    throw new Error(`the poll of ${domain} failed: ${outcome.errorType}: ${outcome.errorMessage}`);
}

async function waitingIn(cloud: LocalCloud, queue: RegExp): Promise<number> {
  const found = Object.entries(await cloud.queues()).filter(([name]) => queue.test(name));
  return found.reduce((sum, [, depth]) => sum + depth.waiting, 0);
}

async function expectRung(cloud: LocalCloud, queue: RegExp): Promise<void> {
  if ((await waitingIn(cloud, queue)) === 0) throw new Error(`no message waits in ${queue.source}`);
}

/** So many items wait for the endpoints in the ledger, and somebody is woken up for them. */
async function expectToTell(cloud: LocalCloud, count: number): Promise<void> {
  await expectRung(cloud, ENDPOINTS);
  await inLedger(cloud, async (table) => {
    const events = createEventLedger(createDynamoVersionedRows(table.at(Date.now())));
    const names = endpointsIn(everything.destinations).map(([name]) => name);
    const lists = await Promise.all(names.map((name) => events.todo(name, { limit: 1_000 })));
    // Of a case that closed before it was seen, that is an event of its own.
    const items = lists.flatMap((list) => [...new Set(list.map(({ key }) => key.pk))]).length;
    if (items !== count) throw new Error(`endpoints are to be told of ${items} items instead of ${count}`);
  });
}

/** Less than one look at a queue shows. */
const OFTEN = 8;

/** Waits until something has happened to each domain, unless it happens to others again and again. */
const untilEvery = (
  { until }: Scene,
  what: string,
  happenedTo: () => string[] | Promise<string[]>,
  toOthers?: () => number,
) =>
  until(`every domain was ${what}`, async () => {
    const names = await happenedTo();
    const late = DOMAINS.find((domain) => !names.includes(domain));
    if (late && (toOthers?.() ?? names.length) > OFTEN)
      throw new Error(`${late} was not ${what}, while others were again and again`);
    return late === undefined;
  });
