import { type Answer, verdictIn } from '../case/answer.ts';
import { unrecorded } from '../case/case-content.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { type CaseRecord, lastChange } from '../case/case-record.ts';
import type { PersonaNote } from '../case/persona-note.ts';
import { type CasePolicy, mayCall, type Standing, standing } from '../case/standing.ts';
import { stepsAt } from '../case/steps-at.ts';
import { leaveToNewer, RestsError } from '../platform/read-versioned.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { MessageMeta } from '../queues/sqs-batch.ts';
import { type CallsParts, createCalls, type WhomToCall } from './calls.ts';
import { type Delivery, type DeliveryKey, isGroupable, isNothingShown } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { createDigests, type DigestsOf } from './digests.ts';
import { createEarlierThreats } from './earlier-threats.ts';
import { hasEnded, raised } from './raised.ts';
import type { Renderer } from './renderer.ts';
import { type Head, SCREENFUL } from './storm-count.ts';
import { type Loaded, type StepParts, syncMessage, type Taken, type ToShow } from './sync-message.ts';
import type { Round, Run } from './take.ts';
import { createGroups, type Group, LEAST_TOGETHER, MOST_TOGETHER, withItems } from './threat-groups.ts';
import {
  isOrdinary,
  isSevere,
  isThreatPlace,
  placeOf,
  rankIn,
  type SevereFrom,
  threatPlace,
} from './urgency.ts';

export interface DrainParts<Message> extends StepParts<Message> {
  readonly renderer: Renderer<Message>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  /** The record of a case; null where there is none yet. */
  readonly caseOf?: CaseLedger['load'] | undefined;
  readonly policy: CasePolicy;
  /** Who a case is about. Nobody knows unless given. */
  readonly personasOf?: ((delivery: Delivery) => Promise<readonly PersonaNote[]>) | undefined;
  readonly severeFrom: SevereFrom;
  /** More new items than this for a destination in a minute become a digest; null: never. */
  readonly stormThresholdOf: (destination: string) => number | null;
  /** Whom the message of a case or a digest calls. Nobody unless given. */
  readonly whomToCall?: WhomToCall | undefined;
  readonly isMuted?: CallsParts['isMuted'];
  /** Whether threats of a domain may be for a destination: only then does it matter which case tells them. */
  readonly getsThreats: (domain: string, destination: string) => boolean;
}

/** The row is finished, or another version's. */
interface Passed {
  readonly is: 'passed';
}

/** It is decided under which message it goes; or a digest has to be posted first. */
type Settled = Loaded | Taken | { readonly first: DeliveryKey };

/** What a step has to know of the run that it is taken in. */
interface StepRun extends Pick<ToShow<unknown>, 'channel' | 'mayGoOn'> {
  readonly digests: DigestsOf;
  readonly list: Head;
  /** Rows that the wake-up named, and that nothing was done about yet. */
  readonly named: readonly RowKey[];
  /** What this run has dealt with. */
  readonly passed: ReadonlySet<string>;
  /** Nothing more is to be done about this row. */
  readonly over: (todo: Todo) => void;
}

/** What one step may take: a call with its timeout, and the writes around it. */
export const STEP_MS = 18_000;
/** So much of the list is looked at to find what is next: more than a screenful, and no more than one unit of a read. */
const LOOK = 30;
/**
 * What comes for a channel is not handed out while a message for it rests. So one that rests for a row alone, while other
 * rows could be shown, comes back as often.
 */
const LOOK_AGAIN_MS = 3_000;
/** So many rows in one run may fail before something is wrong with more than them. */
const MOST_FAILURES = 3;

/**
 * Shows what waits for a destination, the most urgent first, one step after the other. The list is read again before
 * each step, so what is urgent waits for one step and not for a backlog.
 */
export function createDrain<Message>(parts: DrainParts<Message>) {
  const { ledger, clock, log, metrics, renderer, severeFrom } = parts;
  const digests = createDigests({ ...parts, isTold });
  const groups = createGroups({ ledger, clock, isTold });
  const earlier = createEarlierThreats(parts);
  const callsOf = createCalls(parts);

  return async function begin({ destination, place: channel, named, breaker, meta }: Run<string>) {
    const unseen = new Map(named.map(ledger.rowOf).map((row) => [nameOf(row), row]));
    const passed = new Set<string>();
    const told = digests.open(destination);
    let laterMs: number | null = null;
    const failures: unknown[] = [];
    let isFirstPick = true;

    return async function round(): Promise<Round> {
      const list = await look(destination, passed);
      const next =
        (await nextOnList(destination, list, passed, { told, probed: isFirstPick ? breaker.probed : 0 })) ??
        first(unseen);
      isFirstPick = false;
      if (!next) {
        if (await told.keepUp()) return 'more';
        if (failures.length > 0) throw failures[0];
        return laterMs === null ? 'nothing left' : { restMs: laterMs, lookAfterMs: LOOK_AGAIN_MS };
      }
      const mayDigest = next.at && isOrdinary(next.at) && parts.stormThresholdOf(destination) !== null;
      if (mayDigest && (await told.tellBacklog(list))) return 'more';
      const step: StepRun = {
        channel,
        digests: told,
        list,
        named: [...unseen.values()],
        passed,
        over({ key, at }) {
          passed.add(nameOf(key, at));
          unseen.delete(nameOf(key));
          told.over(key);
        },
        mayGoOn: (place) => mayGoOn(destination, next.row, place, meta),
      };
      const taken = await show(next.row, step).catch((error: unknown): Passed => {
        // One row that cannot be dealt with, or is a newer version's, does not hold up the others.
        if (!(error instanceof RestsError)) failures.push(error);
        if (failures.length >= MOST_FAILURES) throw error;
        return { is: 'passed' };
      });
      if (taken.is === 'busy') return { restMs: taken.waitMs };
      if (taken.is === 'closed') return taken;
      // The list may be moments behind the rows: what was found finished, or in other hands, is not taken again.
      if (taken.is === 'later') laterMs = Math.min(laterMs ?? taken.waitMs, taken.waitMs);
      if (isOver(taken)) told.over(next.row);
      if (taken.is === 'passed' || taken.is === 'overtaken' || taken.is === 'later' || isOver(taken)) {
        passed.add(nameOf(next.row, next.at));
        unseen.delete(nameOf(next.row));
      }
      if (taken.is === 'shown' || taken.is === 'parked') await breaker.open();
      return 'more';
    };
  };

  /** The head of the list, without what was dealt with in this run. */
  async function look(destination: string, passed: ReadonlySet<string>): Promise<Head> {
    const lookAt = async (limit: number): Promise<Head> => {
      const listed = await ledger.todo(destination, { limit });
      return { todos: listed.filter(isFreshIn(passed)), isWhole: listed.length < limit };
    };
    const head = await lookAt(LOOK);
    // What was dealt with is still listed where the list is behind the rows, and must not hide what is not.
    return head.isWhole || head.todos.length > SCREENFUL ? head : lookAt(LOOK + passed.size);
  }

  /** Nothing but this row, and what goes behind this place, waits. */
  async function mayGoOn(
    destination: string,
    row: RowKey,
    place: string,
    meta: MessageMeta,
  ): Promise<boolean> {
    if (meta.remainingMs() < STEP_MS) return false;
    const first = await ledger.todo(destination, { limit: 2 });
    return first.every(({ key, at }) => nameOf(key) === nameOf(row) || at > place);
  }

  /** The first on the list; of more than a screenful of new items the newest. */
  async function nextOnList(
    destination: string,
    { todos: list }: Head,
    passed: ReadonlySet<string>,
    { told, probed }: { told: DigestsOf; probed: 0 | 1 },
  ) {
    const top = list[probed] ?? list[0];
    if (!top) return null;
    const rank = rankIn(top.at);
    const counted = isOrdinary(top.at) ? told.next(rank) : undefined;
    if (counted && isFreshIn(passed)(counted)) return { row: counted.key, at: counted.at };
    const alike = list.filter(({ at }) => rankIn(at) === rank);
    if (alike.length <= SCREENFUL || !isOrdinary(top.at)) return { row: top.key, at: top.at };
    const newest = await newestFirst(destination, rank, 1 + passed.size);
    const { key: row, at } = newest.find(isFreshIn(passed)) ?? top;
    return { row, at };
  }

  async function newestFirst(destination: string, rank: string, limit: number): Promise<readonly Todo[]> {
    return ledger.todo(destination, { from: `${rank}#`, until: `${rank}#~`, backwards: true, limit });
  }

  async function show(row: RowKey, run: StepRun): Promise<Taken | Passed> {
    const saved = await ledger.read(row).catch(leaveToNewer);
    if (saved?.todo === undefined) return { is: 'passed' };
    if (saved.value.content.kind === 'threats') return showGroup(await groups.open(saved), run);
    if (saved.value.toldWith !== undefined && !saved.value.main)
      return (await groups.tellAgain(saved)) ? { is: 'done', left: false } : { is: 'overtaken' };
    const settled = isUnsettled(saved.value) ? await settle(saved, run) : loadedFrom(saved);
    if ('is' in settled) return settled;
    if ('told' in settled) return showGroup(settled, run);
    if ('first' in settled) return showFirst(settled.first, run);
    return step(settled, run, await earlier.fill(settled.delivery));
  }

  async function showFirst(digest: DeliveryKey, run: StepRun): Promise<Taken | Passed> {
    const first = await show(ledger.rowOf(digest), run);
    // All that wait for a digest wait for the same.
    if (first.is === 'later') return { is: 'busy', waitMs: first.waitMs };
    return first.is === 'shown' || first.is === 'done' ? { ...first, left: true } : first;
  }

  async function showGroup({ saved, told }: Group, run: StepRun): Promise<Taken | Passed> {
    const rows = new Set(told.map(({ value }) => nameOf(ledger.rowOf(value.key))));
    const others = run.list.todos.filter((todo) => !rows.has(nameOf(todo.key)));
    const around = { ...run, list: { ...run.list, todos: others } };
    const group = { ...saved, value: withItems(saved.value, told) };
    const settled = isUnsettled(saved.value) ? await under(group, around) : loadedFrom(saved);
    if ('is' in settled) return settled;
    if ('first' in settled) return showFirst(settled.first, run);
    // What its threats say stays in their rows.
    const delivery = { ...settled.delivery, content: saved.value.content };
    const taken = await step({ ...settled, delivery }, around, (one) => withItems(one, told));
    if (!isOver(taken)) return taken;
    run.digests.over(ledger.rowOf(delivery.key));
    for (const { value } of told)
      run.over({ key: ledger.rowOf(value.key), at: threatPlace(value.handedOverAtMs) });
    return taken;
  }

  async function step(
    loaded: Loaded,
    { channel, mayGoOn, list }: StepRun,
    filled: (delivery: Delivery) => Delivery = (delivery) => delivery,
  ): Promise<Taken> {
    const { key, content } = loaded.delivery;
    const isGroup = content.kind === 'threats';
    const [answer, record, personas] =
      key.feed === 'cases'
        ? await Promise.all([
            parts.answerOf(key.domain, key.id),
            parts.caseOf?.(key.domain, key.id) ?? null,
            parts.personasOf?.(loaded.delivery) ?? [],
          ])
        : [null, null, []];
    // Of a group nothing has to be tried again: its threats then stand on their own.
    const stepParts = isGroup ? { ...parts, park: groups.release } : parts;
    const steps = stepsAt(loaded.delivery, answer);
    const stand = standsNow(loaded.delivery, record, answer);
    const isDone = key.feed === 'cases' && (hasEnded(loaded.delivery, record) || !mayCall(stand));
    // Whoever answered since, and left the case again, lets it wait anew: nobody is called for a step of before.
    const current = steps.filter(({ atMs }) => atMs > stand.leftMs);
    const shown = isDone ? loaded.delivery : raised(loaded.delivery, { severeFrom, steps });
    const toShow = { ...loaded, delivery: shown };
    const taken = await syncMessage(stepParts, toShow, {
      channel,
      render: (delivery) => renderer.render({ ...filled(delivery), record, personas }, answer),
      placeOf: (delivery, next) =>
        placeOf(delivery, next, { severeFrom, decided: verdictIn(answer) !== null }),
      mayGoOn,
      mentionsOf: await callsOf({ ...shown, unanswered: current }, list, isDone),
      knewLife: record ? lastChange(record)?.n : undefined,
      waiting: messagesIn(list),
    });
    if (taken.is === 'parked' && isGroup) log('told one by one', { ...key, reason: taken.reason });
    else if (taken.is === 'parked') {
      metrics('surface', { Surface: parts.definition.name }, { MessagesParked: 1 });
      log('parked', { ...key, reason: taken.reason });
    }
    return taken;
  }

  function standsNow({ key }: Delivery, record: CaseRecord | null, answer: Answer | null): Standing {
    const known = record ?? unrecorded({ domain: key.domain, caseId: key.id }, null);
    return standing(known, answer, parts.policy, clock.now());
  }

  /** Decides once under which message a new item goes. It is written with the first step. */
  async function settle(given: SavedDelivery, run: StepRun): Promise<Settled | Group> {
    const saved = { ...given, value: await earlier.withEarlier(given.value) };
    const { value, version, todo } = saved;
    const settled = (delivery: Delivery) => ({ delivery: { ...delivery, settled: true }, version, todo });
    const { content } = value;
    const isNoted = value.eventsNoted || !parts.getsThreats(value.key.domain, value.key.destination);
    if (content.kind === 'case' && !isNoted) await linkEvents(value.key, content.item.events ?? []);
    if (content.kind === 'notice' || isSevere(content, severeFrom))
      return settled({ ...value, broadcast: false });
    const ofCase = content.kind === 'threat' ? await shownCase(value.key) : null;
    // Its case tells it: a reply of its own would only be the same again.
    if (ofCase && !value.broadcast) return settled({ ...value, toldElsewhere: true });
    const thread = ofCase && (ofCase.value.thread ?? ofCase.value.main?.ref);
    if (thread) return settled({ ...value, thread });
    const group = isGroupable(value) ? await groups.gather(saved, await alike(saved, run)) : null;
    return group ?? under(saved, run);
  }

  /** What may be told along with a threat: other threats, in the order in which they would be shown. */
  async function alike(
    { value, todo = '' }: SavedDelivery,
    { list, named, passed }: StepRun,
  ): Promise<readonly RowKey[]> {
    const { destination } = value.key;
    const own = nameOf(ledger.rowOf(value.key));
    const listed = list.todos.filter(({ at }) => rankIn(at) === rankIn(todo));
    // Where the list is behind the rows, the wake-up knows more.
    const isBehind = !listed.some(({ key }) => nameOf(key) === own);
    const all =
      listed.length > SCREENFUL
        ? (await newestFirst(destination, rankIn(todo), MOST_TOGETHER + passed.size)).filter(
            isFreshIn(passed),
          )
        : listed;
    return [...all.map(({ key }) => key), ...(isBehind ? named : [])].filter(
      (row, index, rows) =>
        nameOf(row) !== own && rows.findIndex((one) => nameOf(one) === nameOf(row)) === index,
    );
  }

  /** Counts what is new, and decides under which message it goes. */
  async function under(saved: SavedDelivery, { digests, list }: StepRun): Promise<Settled> {
    const { value, version, todo } = saved;
    const threshold = parts.stormThresholdOf(value.key.destination);
    const digest = await digests.threadFor(saved, threshold, list);
    if (digest === 'overtaken') return { is: 'overtaken' };
    if ('first' in digest) return digest;
    // Nothing of a storm goes into the channel: that is what its digest is for.
    const delivery = { ...value, broadcast: false, thread: digest.thread, settled: true };
    return { delivery, version, todo };
  }

  async function linkEvents({ domain, id }: DeliveryKey, events: readonly { event_id: string }[]) {
    if (events.length === 0) return;
    await ledger.linkEvents(
      domain,
      id,
      events.map(({ event_id }) => event_id),
      clock.now(),
    );
  }

  /** Whether its case tells it. */
  async function isTold({ key, content, broadcast }: Delivery): Promise<boolean> {
    return content.kind === 'threat' && !broadcast && (await shownCase(key)) !== null;
  }

  /** The case that a threat belongs to, where it is or will be shown. */
  async function shownCase({ domain, destination, id }: DeliveryKey): Promise<SavedDelivery | null> {
    const caseId = await ledger.caseOf(domain, id);
    if (caseId === null) return null;
    const posted = await ledger.load({ domain, feed: 'cases', id: caseId, destination });
    return posted && posted.value.parked === null ? posted : null;
  }
}

const isUnsettled = (delivery: Delivery): boolean => !delivery.settled && isNothingShown(delivery);
const isOver = (taken: Taken | Passed): boolean =>
  (taken.is === 'shown' || taken.is === 'done') && !taken.left;

/** How many messages those on a list will be, as far as it is known. */
function messagesIn({ todos }: Head): number {
  const threats = todos.filter(({ at }) => isThreatPlace(at)).length;
  return todos.length - threats + (threats < LEAST_TOGETHER ? threats : Math.ceil(threats / MOST_TOGETHER));
}

const loadedFrom = ({ value, version, todo }: SavedDelivery): Loaded => ({ delivery: value, version, todo });
const nameOf = ({ pk, sk }: RowKey, at = ''): string => JSON.stringify([pk, sk, at]);
const isFreshIn =
  (passed: ReadonlySet<string>) =>
  ({ key, at }: Todo): boolean =>
    !passed.has(nameOf(key, at));
const first = (rows: ReadonlyMap<string, RowKey>) => {
  const [row] = rows.values();
  return row ? { row, at: '' } : null;
};
