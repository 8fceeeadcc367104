import { type Chats, chatChange, chatState } from '../chat/chats.ts';
import type { FlowWatch } from '../flow/watch-flow.ts';
import { asPerson, type KnownPerson } from '../people.ts';
import type { Sources } from '../sources.ts';
import type { About, Change, Snapshot } from '../wire.ts';
import type { WorldWatch } from '../world/watch-world.ts';
import { createSubscriber, type Marks, type Subscriber, type Whole } from './subscriber.ts';
import { watchChats } from './watch-chats.ts';

export interface HubParts {
  readonly sources: Sources;
  readonly people: readonly KnownPerson[];
  readonly about: About;
  readonly chats: Chats;
  readonly flow: FlowWatch;
  readonly world: WorldWatch;
}

/** Everybody who listens, and what they have yet to hear. */
export function createHub({ sources, people, about, chats, flow, world }: HubParts) {
  const { logs, standIns, now } = sources;
  const subscribers = new Set<Subscriber>();
  const mark = (whole: Whole) => {
    for (const subscriber of subscribers) subscriber.mark(whole);
  };
  const stopWatching = watchChats(standIns, people, subscribers);
  logs.activity.onAdd(() => mark('activity'));

  const personOf = ({ person }: Subscriber) => people.find(({ id }) => id === person);

  function newActivity(subscriber: Subscriber) {
    const fresh = logs.activity.since(subscriber.lastActivity);
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
      const [flowNow, worldNow] = await Promise.all([flow.read(), world.read()]);
      subscriber.lastActivity = 0;
      return {
        atMs: now(),
        person: subscriber.person,
        people: people.map(asPerson),
        about,
        ...chatState(chats, personOf(subscriber)),
        flow: flowNow,
        items: flow.items(),
        world: worldNow,
        activity: newActivity(subscriber),
        verdicts: flow.verdictRuns(),
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
        ...(has('activity') && { activity: newActivity(subscriber) }),
        ...(has('verdicts') && { verdicts: flow.verdictRuns() }),
      };
    },
    mark,
    close: stopWatching,
  };
}

export type Hub = ReturnType<typeof createHub>;
