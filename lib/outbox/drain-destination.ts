import { leaveToNewer, UnreadableError } from '../base/read-versioned.ts';
import type { Todo } from '../base/todo-list.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import { unrecorded } from '../case/after-listing.ts';
import { type Answer, verdictIn } from '../case/answer.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { type CaseRecord, lastChange } from '../case/case-record.ts';
import { PERSON_NOTE } from '../case/note-keys.ts';
import type { PersonaNote } from '../case/persona-note.ts';
import { type CasePolicy, mayCall, type Standing, standing } from '../case/standing.ts';
import { stepsShownAt } from '../case/steps-shown-at.ts';
import { hasEnded, raised } from './became-severe.ts';
import { isCoveredByCase } from './covered-by-case.ts';
import { type Delivery, type DeliveryKey, isNothingShown } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { createDestinationList, rowName } from './destination-list.ts';
import { createDigests } from './digests.ts';
import { createEarlierThreats } from './earlier-threats.ts';
import type { Round, Run } from './handle-wake-up.ts';
import type { Loaded } from './message-row.ts';
import { isOrdinary, isThreatPriority, priorityOf, threatPriority } from './priority.ts';
import type { Renderer } from './renderer-port.ts';
import type { Head } from './storm-count.ts';
import { syncMessage } from './sync-message.ts';
import type { StepParts, Taken, ToShow } from './sync-step.ts';
import {
  createGroups,
  type Group,
  LEAST_TOGETHER,
  MOST_THREATS_IN_GROUP,
  withItems,
} from './threat-groups.ts';
import { type Around, createSettle, type SettleParts } from './under-which-message.ts';
import { type CallsParts, createCalls, type WhomToCall } from './when-to-call.ts';

export interface DrainParts<Message>
  extends StepParts<Message>,
    Pick<SettleParts, 'severeFrom' | 'stormThresholdOf' | 'getsThreats'> {
  readonly renderer: Renderer<Message>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  /** The record of a case; null where there is none yet. */
  readonly caseOf?: CaseLedger['load'] | undefined;
  readonly policy: CasePolicy;
  /** Who a case is about. Nobody knows unless given. */
  readonly personasOf?: ((delivery: Delivery) => Promise<readonly PersonaNote[]>) | undefined;
  /** Whom the message of a case or a digest calls. Nobody unless given. */
  readonly whomToCall?: WhomToCall | undefined;
  readonly isMuted?: CallsParts['isMuted'];
}

/** The row is finished, or another version's. */
interface Passed {
  readonly is: 'passed';
}

/** What a step has to know of the run that it is taken in. */
interface StepRun extends Pick<ToShow<unknown>, 'channel' | 'mayGoOn' | 'leftMs'>, Around {
  /** Nothing more is to be done about this row. */
  readonly over: (todo: Todo) => void;
}

/** What one step may take: a call with its timeout, and the writes around it. */
export const STEP_MS = 18_000;
/**
 * SQS hands out no further wake-up of a channel while one is held back. So a wake-up that waits for one row comes back after
 * this, because other rows could be shown.
 */
const LOOK_AGAIN_MS = 3_000;
/** If this many rows of one run fail, something else than the rows is wrong. */
const MOST_FAILURES = 3;

/**
 * Shows what waits for a destination, the most urgent first, step by step. It reads the list again before each step, so an
 * urgent message waits for one step, and not for a backlog.
 */
export function createDrain<Message>(parts: DrainParts<Message>) {
  const { ledger, clock, log, metrics, renderer, severeFrom } = parts;
  const isCovered = (delivery: Delivery) => isCoveredByCase(ledger, delivery);
  const digests = createDigests({ ...parts, isCovered });
  const groups = createGroups({ ledger, clock, isCovered });
  const { settle, under } = createSettle({ ...parts, groups });
  const earlier = createEarlierThreats(parts);
  const callsOf = createCalls(parts);

  return async function begin({ destination, target: channel, named, breaker, meta }: Run<string>) {
    const unseen = new Map(named.map(ledger.rowOf).map((row) => [rowName(row), row]));
    const passed = new Set<string>();
    const list = createDestinationList(ledger, destination, passed);
    const told = digests.open(destination);
    let laterMs: number | null = null;
    const failures: unknown[] = [];
    let isFirstPick = true;
    const leftMs = () => meta.remainingMs() - STEP_MS;

    return async function round(): Promise<Round> {
      const head = await list.head();
      const next =
        (await list.next(head, { told, probed: isFirstPick ? breaker.probed : 0 })) ?? first(unseen);
      isFirstPick = false;
      if (!next) {
        if (await told.keepUp()) return 'more';
        if (failures.length > 0) throw failures[0];
        return laterMs === null ? 'nothing left' : { restMs: laterMs, lookAfterMs: LOOK_AGAIN_MS };
      }
      const mayDigest = next.at && isOrdinary(next.at) && parts.stormThresholdOf(destination) !== null;
      if (mayDigest && (await told.tellBacklog(head))) return 'more';
      const step: StepRun = {
        channel,
        digests: told,
        ...{ list, head },
        named: [...unseen.values()],
        over({ key, at }) {
          passed.add(rowName(key, at));
          unseen.delete(rowName(key));
          told.over(key);
        },
        leftMs,
        mayGoOn: async (priority) => leftMs() >= 0 && (await list.hasNothingBefore(next.key, priority)),
      };
      const taken = await show(next.key, step).catch((error: unknown): Passed => {
        // A row that fails, or that a newer version wrote, must not hold up the others.
        if (!(error instanceof UnreadableError)) failures.push(error);
        if (failures.length >= MOST_FAILURES) throw error;
        return { is: 'passed' };
      });
      if (taken.is === 'busy') return { restMs: taken.waitMs };
      if (taken.is === 'tripped') return taken;
      // The list may lag behind the rows: rows that are finished, or that another function has, are not taken again.
      if (taken.is === 'later') laterMs = Math.min(laterMs ?? taken.waitMs, taken.waitMs);
      if (isOver(taken)) told.over(next.key);
      if (taken.is === 'passed' || taken.is === 'overtaken' || taken.is === 'later' || isOver(taken)) {
        passed.add(rowName(next.key, next.at));
        unseen.delete(rowName(next.key));
      }
      if (taken.is === 'shown' || taken.is === 'parked') await breaker.reset();
      return 'more';
    };
  };

  async function show(row: RowKey, run: StepRun): Promise<Taken | Passed> {
    const saved = await ledger.read(row).catch(leaveToNewer);
    if (saved?.todo === undefined) return { is: 'passed' };
    if (saved.value.content.kind === 'threats') return showGroup(await groups.open(saved), run);
    if (saved.value.groupId !== undefined && !saved.value.main)
      return (await groups.tellAgain(saved)) ? { is: 'done', left: false } : { is: 'overtaken' };
    const settled = isUnsettled(saved.value)
      ? await settle({ ...saved, value: await earlier.withEarlier(saved.value) }, run)
      : loadedFrom(saved);
    if ('is' in settled) return settled;
    if ('rows' in settled) return showGroup(settled, run);
    if ('first' in settled) return showFirst(settled.first, run);
    return step(settled, run, await earlier.fill(settled.delivery));
  }

  async function showFirst(digest: DeliveryKey, run: StepRun): Promise<Taken | Passed> {
    const first = await show(ledger.rowOf(digest), run);
    // Everything else that needs this digest has to wait as well.
    if (first.is === 'later') return { is: 'busy', waitMs: first.waitMs };
    return first.is === 'shown' || first.is === 'done' ? { ...first, left: true } : first;
  }

  async function showGroup({ saved, rows }: Group, run: StepRun): Promise<Taken | Passed> {
    const names = new Set(rows.map(({ value }) => rowName(ledger.rowOf(value.key))));
    const others = run.head.todos.filter((todo) => !names.has(rowName(todo.key)));
    const around = { ...run, head: { ...run.head, todos: others } };
    const group = { ...saved, value: withItems(saved.value, rows) };
    const settled = isUnsettled(saved.value) ? await under(group, around) : loadedFrom(saved);
    if ('is' in settled) return settled;
    if ('first' in settled) return showFirst(settled.first, run);
    // What its threats say stays in their rows.
    const delivery = { ...settled.delivery, content: saved.value.content };
    const taken = await step({ ...settled, delivery }, around, (one) => withItems(one, rows));
    if (!isOver(taken)) return taken;
    run.digests.over(ledger.rowOf(delivery.key));
    for (const { value } of rows)
      run.over({ key: ledger.rowOf(value.key), at: threatPriority(value.handedOverAtMs) });
    return taken;
  }

  async function step(
    loaded: Loaded,
    { channel, mayGoOn, leftMs, head }: StepRun,
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
    // A group need not be tried again: its threats get messages of their own.
    const stepParts = isGroup ? { ...parts, park: groups.release } : parts;
    const steps = stepsShownAt(loaded.delivery, answer);
    const stand = standsNow(loaded.delivery, record, answer);
    const isDone = key.feed === 'cases' && (hasEnded(loaded.delivery, record) || !mayCall(stand));
    // If somebody answered and left the case again, it waits from then on: earlier steps call nobody.
    const current = steps.filter(({ atMs }) => atMs > stand.leftMs);
    const shown = isDone ? loaded.delivery : raised(loaded.delivery, { severeFrom, steps });
    const toShow = { ...loaded, delivery: shown };
    const taken = await syncMessage(stepParts, toShow, {
      channel,
      render: (delivery) => renderer.render({ ...filled(delivery), record, personas }, answer),
      priorityOf: (delivery, next) =>
        priorityOf(delivery, next, { severeFrom, decided: verdictIn(answer) !== null }),
      mayGoOn,
      person: personas.find(({ key }) => key === PERSON_NOTE),
      mentionsOf: await callsOf({ ...shown, escalation: current }, head, isDone),
      knewChange: record ? lastChange(record)?.n : undefined,
      waiting: messagesIn(head),
      leftMs,
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
}

const isUnsettled = (delivery: Delivery): boolean => !delivery.settled && isNothingShown(delivery);
const isOver = (taken: Taken | Passed): boolean =>
  (taken.is === 'shown' || taken.is === 'done') && !taken.left;

/** How many messages the rows of a list will become, as far as that is known. */
function messagesIn({ todos }: Head): number {
  const threats = todos.filter(({ at }) => isThreatPriority(at)).length;
  return (
    todos.length - threats + (threats < LEAST_TOGETHER ? threats : Math.ceil(threats / MOST_THREATS_IN_GROUP))
  );
}

const loadedFrom = ({ value, version, todo }: SavedDelivery): Loaded => ({ delivery: value, version, todo });
const first = (rows: ReadonlyMap<string, RowKey>): Todo | null => {
  const [key] = rows.values();
  return key ? { key, at: '' } : null;
};
