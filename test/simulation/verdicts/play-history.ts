import { verdictIn } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import type { Closed } from '../../../lib/delivery/closed.ts';
import type { Delivery, DeliveryKey } from '../../../lib/delivery/delivery.ts';
import { withItems } from '../../../lib/delivery/groups.ts';
import { keyOf } from '../../../lib/delivery/item-content.ts';
import { readAnswerRow } from '../../../lib/dynamo/answer-row.ts';
import { readDelivery } from '../../../lib/dynamo/delivery-row.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { partsIn } from '../../../lib/dynamo/row-parts.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { deliveryIdOf } from '../../../lib/queues/delivery-id.ts';
import type { Envelope } from '../../../lib/queues/envelope.ts';
import type { OutMessage } from '../../../lib/queues/outbox.ts';
import type { ReconcilePart } from '../../../lib/reconcile/reconcile.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import type { FakeDynamo } from '../fake-dynamo.ts';
import { withoutTimers } from '../virtual-time.ts';
import { CHANNELS, createBridge, DOMAIN, GAP_MS } from './bridge.ts';
import { type History, type Item, TROUBLED_MS } from './history.ts';
import { CLAIMED, judgeClaims } from './judge-claims.ts';
import { judgePlace, judgeQueuesAndDigests } from './judge-deliveries.ts';
import { isUpToDate, judgeLife, judgeLives } from './judge-lives.ts';
import { judgePersonas, lacksPersona } from './judge-personas.ts';
import { createSaveJudge } from './judge-saves.ts';
import { judgeSystem } from './judge-system.ts';
import { judgeTrail } from './judge-trail.ts';
import { judgeVerdicts } from './judge-verdicts.ts';
import { createModelCases } from './model-cases.ts';
import { createModelPersonas } from './model-personas.ts';
import { ModelPlatform } from './model-platform.ts';
import { ModelQueue } from './model-queue.ts';
import { ModelSlack } from './model-slack.ts';
import { createModelSmall } from './model-small.ts';
import { ModelTeams } from './model-teams.ts';
import { createPeople } from './people.ts';
import { createSmallPeople } from './people-in-small.ts';
import { createTeamsPeople } from './people-in-teams.ts';
import { type BatchHandlerOf, type FunctionKind, rollOut, type Versioned } from './roll-out.ts';
import { runFunctions } from './run-functions.ts';
import { seenInSlack, seenInTeams } from './seen.ts';
import { createSystem } from './system.ts';
import { createWorld, type Instance, START } from './world.ts';

const PACE = 'pace#slack#post#';

export interface Played {
  /** What must not be. Empty when all is well. */
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Plays one history from new cases to recorded verdicts. The same history always ends in the same way. */
export const playHistory = (history: History, tell = false): Promise<Played> =>
  withoutTimers(() => play(history, tell));

async function play(history: History, tell: boolean): Promise<Played> {
  const world = createWorld(history, tell);
  const { time, table, wrong, say, count, random } = world;
  const second = history.teams || history.small ? 'duty' : 'lead';
  const destinations = history.destinations === 2 ? (['soc', second] as const) : (['soc'] as const);
  const isRefused = (name: string) => name === 'lead' && history.refused;
  const slack = new ModelSlack(
    world,
    new Set(history.refused ? [CHANNELS.lead] : []),
    GAP_MS,
    new Map([
      [CHANNELS.soc, 'soc'],
      [CHANNELS.lead, 'other'],
    ]),
  );
  const teams = new ModelTeams(world);
  const smallChat = createModelSmall(world);
  const functions = { batchSize: history.batchSize, consumers: history.functions };
  const slackQueue = new ModelQueue(world, { name: 'slack', fifo: true, ...functions });
  const teamsQueue = new ModelQueue(world, { name: 'teams', fifo: true, ...functions });
  const smallQueue = new ModelQueue(world, { name: 'small', fifo: true, ...functions });
  const dutyQueue = history.small ? smallQueue : teamsQueue;
  const queueOf = (destination: string) => (destination === 'duty' ? dutyQueue : slackQueue);
  const verdictQueue = new ModelQueue(world, { name: 'verdict', fifo: false, ...functions, batchSize: 1 });
  const saves = createSaveJudge(wrong);
  table.onUpdate = (row) => {
    const { pk, sk, value } = row;
    const [, channel] = pk?.S?.split(PACE) ?? [];
    if (channel) slack.sawTurns(channel, JSON.parse(value?.S ?? '{}'));
    if (sk?.S === 'case' && pk?.S?.startsWith('item#')) sawRecord(JSON.parse(value?.S ?? 'null'));
    if (sk?.S !== 'answer') return;
    const next = readAnswerRow(row);
    const { id, state } = next.decision ?? {};
    say(() => `ledger: ${next.caseId} version ${next.version}, ${id} ${state?.is}`);
    saves.saw(next);
  };
  const cases = new Map<string, Case>();
  const platform = new ModelPlatform(world, (caseId) => verdictIn(saves.rowOf(caseId)));
  const caseOf = (id: string) => cases.get(id) ?? null;
  const modelCases = createModelCases(world);
  const personas = createModelPersonas(world);
  const lastRecords = new Map<string, CaseRecord>();
  function sawRecord(record: CaseRecord): void {
    say(() => `ledger: ${record.caseId} is known as ${record.status}${record.owed ? ', owed' : ''}`);
    judgeLife(record, lastRecords.get(record.caseId), modelCases, world);
    lastRecords.set(record.caseId, record);
  }
  const surroundings = {
    ...{ world, slack, teams, smallChat, platform, slackQueue, teamsQueue, smallQueue, verdictQueue, caseOf },
    modelCases,
    personas,
  };
  const bridge = createBridge(surroundings);
  const { deployed, versionOf } = rollOut(world, bridge, surroundings, second);
  const run = (queue: ModelQueue, kind: FunctionKind, pick: (from: Versioned) => BatchHandlerOf) =>
    runFunctions(
      world,
      queue,
      kind,
      (process) => pick(versionOf(kind))(process),
      () => deployed(kind),
    );
  run(slackQueue, 'notify', ({ notifier }) => notifier);
  run(teamsQueue, 'notify-teams', ({ teamsNotifier }) => teamsNotifier);
  run(smallQueue, 'notify-small', ({ smallNotifier }) => smallNotifier);
  run(verdictQueue, 'verdict', ({ verdict }) => verdict);
  const clickOnDuty = history.small
    ? createSmallPeople(world, smallChat, bridge)
    : createTeamsPeople(world, teams, bridge);
  const people = createPeople(world, slack, bridge, clickOnDuty);

  function handOver(item: Item, index: number): void {
    if (item.what === 'case') {
      handOverCase(newCase(index, item.events));
      return;
    }
    const [owner] = [...cases.values()].slice(item.ofCase);
    const event_id = owner?.events?.[0]?.event_id ?? `t${index}`;
    const threat = { event_id, created_at: nowText(), title: 'a threat' };
    threats.add(event_id);
    const told = isNoting() && !item.broadcast ? toldAt(event_id) : [];
    for (const destination of told) {
      count('told threats');
      spared.set(`${event_id} at ${destination}`, owner?.case_id ?? '');
    }
    const content = { kind: 'threat', item: threat, broadcast: item.broadcast };
    send(
      'threats',
      event_id,
      '',
      content,
      destinations.filter((name) => !told.includes(name)),
    );
  }
  const threats = new Set<string>();
  /** Threats that were not handed over, by the case that tells them. */
  const spared = new Map<string, string>();
  const isNoting = () => history.notes === true && deployed('poll') === 'now';
  const toldAt = (id: string) =>
    (table.rows.get(`event#${DOMAIN}#${id}|case`)?.told?.L ?? []).flatMap(({ S = '' }) => S);

  const nowText = () => new Date(time.nowMs).toISOString();
  function newCase(index: number, events: number): Case {
    const { inEvent = {}, ...person } = history.personas ? personas.of(index) : {};
    return {
      case_id: `c${index}`,
      ...person,
      created_at: nowText(),
      updated_at: nowText(),
      events: Array.from({ length: Math.max(events, history.unanswered ? 1 : 0) }, (_, n) => ({
        event_id: `e${index}-${n}.`,
        ...inEvent,
        ...(history.unanswered && { severity: history.unanswered }),
      })),
    };
  }

  function handOverCase(item: Case): void {
    const changed = cases.has(item.case_id);
    cases.set(item.case_id, item);
    modelCases.says(item);
    const about = changed ? { changed } : { eventsNoted: isNoting() };
    // To every chat that may have it by now, as the poller does.
    const to = changed && history.unanswered ? [...new Set([...destinations, 'lead'])] : destinations;
    send('cases', item.case_id, item.updated_at ?? '', { kind: 'case', item, ...about }, to);
  }

  function update(which: number): void {
    const known = [...cases.keys()][which % Math.max(1, cases.size)] ?? '';
    const item = modelCases.itemOf(known);
    if (!item) return;
    const events = [...(item.events ?? []), { event_id: `n${item.case_id}-${item.events?.length}.` }];
    handOverCase({ ...item, updated_at: nowText(), events });
  }

  /** Mostly the poller is quicker than the reconciler to bring what a verdict did to its case. */
  function decided(id: string, outcome: string): void {
    modelCases.decided(id, outcome);
    if (random() < 0.7) bringSoon(id);
  }
  /** Of a case that it still looks at, the poller brings every change. */
  const lookedAt = new Set<string>();
  function bringSoon(id: string): void {
    time.schedule(time.nowMs + random() * 90_000, () => {
      const item = modelCases.itemOf(id);
      lookedAt.add(id);
      if (item) handOverCase(item);
    });
  }
  function move(one: NonNullable<History['moves']>[number]): void {
    const id = modelCases.move(one);
    if (id !== undefined && lookedAt.has(id)) bringSoon(id);
  }
  if (history.moves) platform.onTaken = decided;

  /** Half of what is new comes as the poller of the version before would send it. */
  function send(
    feed: string,
    id: string,
    edition: string,
    content: object,
    to: readonly string[] = destinations,
  ): void {
    for (const destination of to) {
      const named = 'changed' in content ? `${id}@${edition}` : id;
      const deliveryId = deliveryIdOf({ domain: DOMAIN, feed, id: named, destination });
      const about = { v: 1, deliveryId, domain: DOMAIN, destination, routes: [], handedOverAt: nowText() };
      const envelope = { ...about, ...content } as unknown as Envelope;
      const body = JSON.stringify(envelope);
      say(() => `${id} is handed over for ${destination}`);
      const queue = queueOf(destination);
      const isOld =
        random() < 0.5 &&
        !history.unanswered &&
        !history.moves &&
        !history.purges?.length &&
        underWay.size === 0 &&
        (!history.rolling || deployed('poll') !== 'now');
      if (isOld) {
        const MessageBody = body.replace(',"eventsNoted":true', '');
        queue.send({ MessageBody, MessageGroupId: destination, MessageDeduplicationId: deliveryId });
      } else {
        const onlyIfKept = !destinations.some((name) => name === destination);
        handOverUntilTaken(queue, { deliveryId, group: destination, body, envelope, onlyIfKept });
      }
    }
  }

  /** As the poller does: again until the ledger and the queue have it, and a change only after what it changes. */
  const underWay = new Map<string, OutMessage>();
  function handOverUntilTaken(queue: ModelQueue, message: OutMessage): void {
    const { group, envelope } = message;
    const name = `${group} ${envelope && JSON.stringify(keyOf(envelope))}`;
    if (underWay.has(name)) {
      time.schedule(time.nowMs + 5_000, () => handOverUntilTaken(queue, message));
      return;
    }
    underWay.set(name, message);
    const attempt = () => {
      if (underWay.get(name) !== message) return;
      const process = world.createInstance('poll');
      const handOver = async () => {
        const unsent = await bridge.handOver(process).send(queue.url, [message]);
        if (unsent.length > 0) return;
        if (envelope?.kind === 'case' && !envelope.changed && history.moves)
          await bridge.recordHanded(process, envelope.item, group);
        if (envelope?.kind === 'case' && envelope.eventsNoted) await noteTold(process, envelope.item, group);
        if (underWay.get(name) === message) underWay.delete(name);
      };
      handOver().catch(() => undefined);
      time.schedule(time.nowMs + 20_000, attempt);
    };
    attempt();
  }

  /** Where it was handed over so far. */
  async function noteTold(process: Instance, item: Case, destination: string): Promise<void> {
    const at = handedTo.get(item.case_id) ?? new Set();
    handedTo.set(item.case_id, at.add(destination));
    const told = (item.events ?? []).map(({ event_id: id }) => ({ id, caseId: item.case_id, at: [...at] }));
    if (told.length > 0) await bridge.noteTold(process, told);
  }
  const handedTo = new Map<string, Set<string>>();

  /** Once a minute, for as long as something waits. */
  function reconcile(): void {
    const soonest = new Date(time.nowMs + 3_600_000).toISOString();
    const waits = [...table.rows.values()].some(({ todo, todoAt }) => {
      const [kind, name = ''] = todo?.S?.split('#') ?? [];
      // What refuses everything waits for ever, once the operators know.
      const isKnownToRefuse = isRefused(name) && closedIn(table, name)?.told === true;
      if (kind === 'case') return false;
      return kind === 'deliver' ? !isKnownToRefuse : todoAt?.S !== undefined && todoAt.S < soonest;
    });
    const isBehind =
      history.moves &&
      [...cases].some(
        ([id, item]) =>
          !isUpToDate(lifeIn(table, id), id, modelCases) ||
          (history.personas && lacksPersona(item, lifeIn(table, id), placesIn(table, id), personas)),
      );
    const soon = time.nowMs < START + TROUBLED_MS * 2;
    const queued = [slackQueue, teamsQueue, smallQueue, verdictQueue].some(({ held }) => held.length > 0);
    if (!soon && !waits && !queued && !isBehind) return;
    if (time.nowMs > START + TROUBLED_MS * 100) {
      wrong.push('something still waits to be shown after hours');
      return;
    }
    // Where nothing waits it would find nothing.
    const parts = waits || history.moves ? reconcilerNow() : [];
    for (const part of parts) part(Number.POSITIVE_INFINITY).catch(() => undefined);
    time.schedule(time.nowMs + 60_000, reconcile);
  }

  /** Where it has something to remember it stays warm, unless it dies; once it is calm, always. */
  let warm: { readonly process: Instance; readonly parts: readonly ReconcilePart[] } | null = null;
  function reconcilerNow(): readonly ReconcilePart[] {
    const isKept = history.personas && warm?.process.alive && (!world.isTroubled() || random() > 0.3);
    if (warm && isKept) return warm.parts;
    const process = world.createInstance('reconcile');
    warm = { process, parts: bridge.reconciler(process) };
    return warm.parts;
  }

  /** A person deletes a message of the bridge. */
  function remove(which: number): void {
    const posts = [
      ...slack.posts.filter(({ threadTs }) => threadTs === null),
      ...teams.posts.filter(({ under }) => under === null),
      ...smallChat.posts.filter(({ thread }) => thread === null),
    ];
    const all = slack.posts.length + teams.posts.length + smallChat.posts.length;
    const post = posts[which % Math.max(1, all)];
    if (!post) return;
    post.deleted = true;
    count('deletions');
    say(() => `somebody deletes a message in ${post.channel}: ${post.mark}`);
  }

  reconcile();
  const at = (atMs: number, run: () => void) => time.schedule(START + atMs, run);
  for (const [index, item] of history.items.entries()) at(item.atMs, () => handOver(item, index));
  for (const one of history.moves ?? []) at(one.atMs, () => move(one));
  for (const one of history.updates) at(one.atMs, () => update(one.which));
  for (const one of history.deletions) at(one.atMs, () => remove(one.which));
  for (const one of history.purges ?? []) {
    at(one.atMs, () => {
      count('purges');
      for (const queue of [slackQueue, teamsQueue, smallQueue]) queue.purge();
      // What was denied decides nothing, and is in its queue only.
      verdictQueue.purge(({ body }) => !body.includes('"kind":"denied"'));
    });
  }
  for (const click of history.clicks) at(click.atMs, () => people.click(click));
  for (const one of history.several ?? []) at(one.atMs, () => people.several(one));
  const system = createSystem(world, bridge, () => [...cases.keys()]);
  for (const one of history.sendings ?? []) at(one.atMs, () => system.send(one));
  await time.run();

  const clock = { now: () => time.nowMs, sleep: async () => undefined };
  const client = table.client(async (_, effect) => effect());
  const rows = createDynamoVersionedRows({ client, tableName: 'ledger', clock, random: world.random });
  const ledger = createDeliveryLedger(rows);
  const groups = await Promise.all(groupKeysIn(table).map(loadGroup));
  async function loadGroup(key: DeliveryKey): Promise<Delivery> {
    const group = (await ledger.load(key))?.value;
    if (group?.content.kind !== 'threats') throw new Error(`${key.id} is no group`);
    const { destination } = key;
    const rows = group.content.threats.map(({ domain, id }) =>
      ledger.load({ domain, feed: 'threats', id, destination }),
    );
    return withItems(
      group,
      (await Promise.all(rows)).filter((row) => row !== null),
    );
  }
  const deliveries = {
    world,
    groups,
    slack,
    teams,
    smallChat,
    bridge,
    slackQueue,
    teamsQueue,
    smallQueue,
    isRefused,
    isClosed: (destination: string) => closedIn(table, destination),
    handedOver: cases.size + threats.size,
  };
  for (const destination of destinations) {
    for (const id of cases.keys()) {
      const key = { domain: DOMAIN, feed: 'cases', id, destination } as const;
      const row = (await ledger.load(key))?.value ?? null;
      const shownAt = row?.content.kind === 'case' ? row.content.item.updated_at : null;
      // Of what ended, nobody looks what it says.
      const isOver = (lifeIn(table, id)?.endedAtMs ?? null) !== null;
      const updatedAt = (isOver ? shownAt : modelCases.itemOf(id)?.updated_at) || null;
      judgePlace(deliveries, { key, row, answer: saves.rowOf(id), record: lifeIn(table, id), updatedAt });
    }
    for (const id of threats) {
      const key = { domain: DOMAIN, feed: 'threats', id, destination } as const;
      const row = (await ledger.load(key))?.value ?? null;
      const teller = spared.get(`${id} at ${destination}`);
      if (row || teller === undefined) {
        judgePlace(deliveries, { key, row, answer: null, record: null, updatedAt: null });
        continue;
      }
      const told = (await ledger.load({ ...key, feed: 'cases', id: teller }))?.value.content;
      const isThere = told?.kind === 'case' && told.item.events?.some(({ event_id }) => event_id === id);
      if (!isThere) wrong.push(`${id} was not handed to ${destination}, and no case tells it there`);
    }
  }
  for (const row of groups) {
    judgePlace(deliveries, { key: row.key, row, answer: null, record: null, updatedAt: null });
    count('groups');
    if (row.content.kind === 'threats') count('threats told together', row.content.threats.length);
  }
  judgeQueuesAndDigests(deliveries, verdictQueue);
  const audit = [...table.rows.values()]
    .filter(({ pk }) => pk?.S?.startsWith('audit#'))
    .sort((a, b) => ((a.sk?.S ?? '') < (b.sk?.S ?? '') ? -1 : 1))
    .map(({ entry }) => JSON.parse(entry?.S ?? 'null') as AuditEntry);
  const verdicts = [...cases.keys()].flatMap((id) => saves.rowOf(id) ?? []);
  const { submissions } = platform;
  judgeVerdicts(
    { saves, submissions, messages: verdictQueue.taken, audit, told: slack.told, wrong },
    verdicts,
  );
  await judgeSystem({ system, saves, audit, messages: verdictQueue.taken, submissions, wrong, count });
  for (const id of cases.keys()) {
    const answer = saves.rowOf(id);
    if (answer) judgeClaims(answer, wrong);
    count('claims', answer?.trail.filter(({ what }) => CLAIMED.has(what)).length ?? 0);
  }
  const records = createCaseLedger(rows);
  for (const id of history.moves ? cases.keys() : []) {
    const places = (await ledger.places({ domain: DOMAIN, feed: 'cases', id })).map(({ value }) => value);
    const life = await records.load(DOMAIN, id);
    judgeLives({ id, life, places, verdict: verdictIn(saves.rowOf(id)) ?? null, cases: modelCases, world });
    const item = cases.get(id);
    const seenAt = (name: string) => (name === 'duty' ? seenInTeams(teams) : seenInSlack(slack, name));
    if (history.personas && item) judgePersonas({ item, life, places, seenAt, personas, world });
  }
  await judgeTrail(world);
  count('steps', time.steps);
  count('cases', cases.size);
  for (const { decision } of verdicts) count(`ended ${decision?.state.is ?? 'undecided'}`);
  if (time.nowMs > START + TROUBLED_MS * 400) wrong.push('it took more than 20 hours to settle');
  return { wrong, story: world.story, counts: world.counts };
}

const lifeIn = ({ rows }: FakeDynamo, id: string): CaseRecord | null =>
  JSON.parse(rows.get(`item#${DOMAIN}#cases#${id}|case`)?.value?.S ?? 'null');

const placesIn = ({ rows }: FakeDynamo, id: string): Delivery[] =>
  [...rows.values()]
    .filter(({ pk, sk }) => pk?.S === `item#${DOMAIN}#cases#${id}` && sk?.S?.startsWith('delivery#'))
    .map((row) => readDelivery(partsIn(row)));

const closedIn = ({ rows }: FakeDynamo, destination: string): Closed | null =>
  JSON.parse(rows.get(`closed#${destination}|closed`)?.value?.S ?? 'null');

const groupKeysIn = ({ rows }: FakeDynamo): DeliveryKey[] =>
  [...rows.values()]
    .filter(({ pk }) => pk?.S?.startsWith('digest#-#threats:'))
    .map((row) => readDelivery(partsIn(row)).key);
