import { inParallel } from '../base/in-parallel.ts';
import type { Todo } from '../base/todo-list.ts';
import {
  type CircuitBreaker,
  type CircuitBreakersParts,
  createCircuitBreakers,
} from '../outbox/circuit-breaker.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import { createHandleWakeUp, type Round, type Run } from '../outbox/handle-wake-up.ts';
import type { HandleWakeUp } from '../outbox/wake-up.ts';
import type { EventLedger } from './event-ledger.ts';
import { allWaiting, dueBy, isGivenUp, timeIn, waitingPriority } from './event-priority.ts';
import type { Endpoint } from './open-endpoints.ts';
import { endpointBreakerPauses } from './retry-pauses.ts';
import { createSendEvent, type SendEventParts, type Sent } from './send-event.ts';

export interface DeliverEventsParts
  extends Omit<SendEventParts, 'endpoint' | 'takenAtMs'>,
    Pick<CircuitBreakersParts, 'tellOps' | 'log'> {
  readonly ledger: EventLedger;
  /** Null when this version of the configuration does not have it. */
  readonly endpointOf: (destination: string) => SendEventParts['endpoint'] | null;
}

/** What a step may take: a request with its timeout, and the writes around it. */
const STEP_MS = 16_000;
/** How many events are sent at a time. They are of different items, because those of one item keep their order. */
const AT_ONCE = 5;
const LOOK = 30;
/** How many other events are tried to learn whether only some events fail. */
const MOST_REFEREES = 3;

/**
 * Sends an endpoint the events that wait for it, in the order in which they happened. The queue lets one function at a time
 * work for it. If the endpoint fails, its circuit breaker trips, and the first waiting event is tried by the rhythm. If only
 * one event fails, that event waits for times of its own, and holds up no other.
 */
export function createDeliverEvents(parts: DeliverEventsParts): HandleWakeUp {
  const { ledger, endpointOf, random, clock, log } = parts;
  /** When each destination last took something from this process. Other processes may know a later time. */
  const takenAtMs = new Map<string, number>();

  return createHandleWakeUp({
    targetOf: endpointOf,
    breakerOf: createCircuitBreakers({ ...parts, rhythm: endpointBreakerPauses(random) }),
    async prepare(named, { again, isFirst }) {
      if (again && isFirst) await Promise.all(named.map(tryAgain));
    },
    begin,
    roundMs: STEP_MS,
    log,
  });

  /** What was given up gets another chance. */
  async function tryAgain(item: DeliveryKey): Promise<void> {
    for (const { key, value, todo } of await ledger.ofItem(item)) {
      if (todo === undefined || !isGivenUp(todo)) continue;
      await ledger.move(item.destination, { key, at: todo }, waitingPriority(value.atMs));
    }
  }

  async function begin({ destination, target: endpoint, named, breaker, meta }: Run<Endpoint>) {
    const send = createSendEvent({ ...parts, endpoint, takenAtMs: () => takenAtMs.get(destination) ?? 0 });
    const passed = new Set<string>();
    const isFresh = (todo: Todo) => !passed.has(nameOf(todo));
    const rows = await inParallel(named, AT_ONCE, ledger.ofItem);
    const ofItems = rows.flat().flatMap(({ key, todo }) => (todo === undefined ? [] : [{ key, at: todo }]));
    const sendOne = async (todo: Todo): Promise<Sent> => {
      passed.add(nameOf(todo));
      const sent = await send(todo);
      if (isTaken(sent)) takenAtMs.set(destination, clock.now());
      return sent;
    };

    return async function round(): Promise<Round> {
      const waiting = (await look(destination, ofItems, passed.size)).filter(isFresh);
      if (waiting.length === 0) return restUntilNext(destination);
      // During an outage only the first event is tried.
      const some = breaker.outage ? waiting.slice(0, 1) : ofDifferentItems(waiting).slice(0, AT_ONCE);
      const sent = await inParallel(some, AT_ONCE, sendOne);
      const disabled = sent.find((one) => one.is === 'over' && one.disable !== undefined);
      if (disabled?.is === 'over' && disabled.disable) return { trouble: disabled.disable, leastMs: 0 };
      if (sent.some(isTaken)) await breaker.reset();
      const failed = sent.flatMap((one) => (one.is === 'endpoint' ? [one] : []));
      const [first] = failed;
      if (!first) return 'more';
      const tried = new Set(some.map(({ key }) => key.pk));
      const untried = ofDifferentItems(waiting.filter((todo) => isFresh(todo) && !tried.has(todo.key.pk)));
      const tookSome = sent.some(isTaken);
      const mayAsk = failed.every((one) => isAboutEvent(one, breaker)) && meta.remainingMs() >= STEP_MS;
      const referees = mayAsk
        ? refereesAmong(untried, first, breaker).slice(0, tookSome ? MOST_REFEREES : 1)
        : [];
      // An event fails by itself if a later one is taken. An earlier one proves nothing: the receiver may go down in between.
      let areToBlame = mayAsk && tookSome && referees.length === 0;
      for (const referee of referees) {
        const one = await sendOne(referee);
        areToBlame = isTaken(one);
        if (one.is === 'endpoint') failed.push(one);
        if (areToBlame || (one.is === 'endpoint' && !isAboutEvent(one, breaker))) break;
      }
      if (areToBlame) {
        await breaker.reset();
        for (const { blame } of failed) await blame();
        return 'more';
      }
      return { trouble: first.trouble, leastMs: Math.max(...failed.map((one) => one.leastMs)) };
    };
  }

  /** What may be sent now, in order. The list may lag behind the rows, so the rows of named items are read themselves. */
  async function look(
    destination: string,
    ofItems: readonly Todo[],
    passed: number,
  ): Promise<readonly Todo[]> {
    const { from, until } = dueBy(clock.now());
    const listed = await ledger.todo(destination, { from, until, limit: LOOK + passed });
    const names = new Set(listed.map(nameOf));
    const unlisted = ofItems.filter(
      (todo) => !names.has(nameOf(todo)) && todo.at >= from && todo.at <= until,
    );
    return [...listed, ...unlisted].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** An event that waits for its own time may be due in moments. */
  async function restUntilNext(destination: string): Promise<Round> {
    const { until: from } = dueBy(clock.now());
    const [next] = await ledger.todo(destination, { from, until: allWaiting.until, limit: 1 });
    return next ? { restMs: Math.max(1_000, timeIn(next.at) - clock.now()) } : 'nothing left';
  }
}

/** The receiver is there, and takes what it can. */
const isTaken = (sent: Sent): boolean => sent.is === 'over' || (sent.is === 'event' && sent.isThere);

/** If no answer comes at all, only every second probe tries another event, because each request costs its timeout. */
const isAboutEvent = (
  { maybeEvent, trouble, leastMs }: Sent & { is: 'endpoint' },
  { outage }: CircuitBreaker,
): boolean =>
  maybeEvent || (trouble.kind === 'unreachable' && leastMs === 0 && (outage?.probes ?? 0) % 2 === 1);

/** Begins with another event each time: several bad events may stand before those that would be taken. */
function refereesAmong(
  todos: readonly Todo[],
  { maybeEvent }: Sent & { is: 'endpoint' },
  { outage }: CircuitBreaker,
): readonly Todo[] {
  const probes = outage?.probes ?? 0;
  const first = (maybeEvent ? probes : probes >> 1) % todos.length;
  return [...todos.slice(first), ...todos.slice(0, first)];
}

const nameOf = ({ key, at }: Todo): string => `${key.pk} ${key.sk} ${at}`;

/** The first event of each item: those of one item are sent in order. */
function ofDifferentItems(todos: readonly Todo[]): readonly Todo[] {
  const items = new Set<string>();
  return todos.filter(({ key: { pk } }) => !items.has(pk) && items.add(pk));
}
