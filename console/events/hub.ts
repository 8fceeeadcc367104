import { asPerson, chatChange, chatState } from '../chat/chats.ts';
import type { FlowWatch } from '../flow/watch-flow.ts';
import type { Source } from '../source.ts';
import type { Surroundings } from '../surroundings.ts';
import { PATIENCE_MS, within } from '../wait-at-most.ts';
import type { Change, Snapshot } from '../wire.ts';
import { createSubscriber, type Marks, type Subscriber, type Whole } from './subscriber.ts';

/** What a snapshot may have been too early for. */
const READ: readonly Whole[] = ['flow', 'items', 'health', 'world', 'verdicts', 'trouble'];

export interface HubParts {
  readonly source: Pick<Source, 'activity' | 'now'>;
  readonly surroundings: Surroundings;
  readonly flow: FlowWatch;
}

/** All listeners, and what they have yet to hear. */
export function createHub({ source: { activity, now }, surroundings, flow }: HubParts) {
  const { people, about, chats, world } = surroundings;
  const subscribers = new Set<Subscriber>();
  const mark = (whole: Whole) => {
    for (const subscriber of subscribers) subscriber.mark(whole);
  };
  const stopWatching = surroundings.watchMessages(subscribers);
  activity.onAdd(() => mark('activity'));

  const personOf = ({ person }: Subscriber) => people.find(({ id }) => id === person);

  function newActivity(subscriber: Subscriber) {
    const fresh = activity.since(subscriber.lastActivity);
    subscriber.lastActivity = fresh.at(-1)?.id ?? subscriber.lastActivity;
    return fresh;
  }

  return {
    get size() {
      return subscribers.size;
    },
    join(person: string | undefined): Subscriber {
      const known = people.find(({ id }) => id === person) ?? people[0];
      const subscriber = createSubscriber(known?.id ?? '');
      subscribers.add(subscriber);
      return subscriber;
    },
    leave: (subscriber: Subscriber) => void subscribers.delete(subscriber),
    async snapshot(subscriber: Subscriber): Promise<Snapshot> {
      const reading = Promise.all([flow.read(), world.look()]);
      // A bridge on AWS takes seconds to be read: the cases must not wait for its queues.
      if (!(await within(PATIENCE_MS, reading)))
        reading.then(() => READ.map((whole) => subscriber.mark(whole))).catch(() => {});
      subscriber.lastActivity = 0;
      return {
        atMs: now(),
        person: subscriber.person,
        people: people.map(asPerson),
        about,
        ...chatState(chats, personOf(subscriber)),
        flow: flow.last(),
        items: flow.items(),
        world: world.last(),
        health: flow.health(),
        activity: newActivity(subscriber),
        verdicts: flow.trailMark(),
        trouble: flow.trouble(),
      };
    },
    change(subscriber: Subscriber, marks: Marks): Change {
      const has = (one: Whole) => marks.whole.has(one);
      return {
        atMs: now(),
        ...chatChange(chats, personOf(subscriber), marks),
        ...(has('flow') && { flow: flow.last() }),
        ...(has('items') && { items: flow.items() }),
        ...(has('world') && { world: world.last() }),
        ...(has('health') && { health: flow.health() }),
        ...(has('activity') && { activity: newActivity(subscriber) }),
        ...(has('verdicts') && { verdicts: flow.trailMark() }),
        ...(has('trouble') && { trouble: flow.trouble() }),
      };
    },
    mark,
    close: stopWatching,
  };
}

export type Hub = ReturnType<typeof createHub>;
