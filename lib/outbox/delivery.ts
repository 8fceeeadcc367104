import type { Content, EarlierThreat } from '../case/content.ts';
import { isCallNote, isDecisionNote } from '../case/note-keys.ts';
import { isCanary } from '../config/canary.ts';
import type { MessageRef } from './chat-port.ts';
import type { Rendered } from './renderer-port.ts';

/** One item at one destination. */
export interface DeliveryKey {
  readonly domain: string;
  readonly feed: 'cases' | 'threats' | 'notices' | 'digests';
  readonly id: string;
  readonly destination: string;
}

/**
 * What is to be shown of an item at a destination, and what is. One row, for the whole life of its message; each part of it has
 * one writer (delivery-parts.ts), and this is what follows from all of them.
 */
export interface Delivery {
  readonly key: DeliveryKey;
  readonly content: Content;
  /** The revision of what it says: a larger one is newer. Of a case, when it was last changed. */
  readonly rev?: number | undefined;
  /** How often somebody wanted it to be looked at, when it was loaded. */
  readonly asked?: number | undefined;
  /** How often an answer to a click was shown there past the notifier, when it was loaded. */
  readonly clicks?: number | undefined;
  /** Replies in a thread are shown in the channel too. */
  readonly broadcast: boolean;
  /** The message under which it goes: of the case that a threat belongs to, or of a storm. */
  readonly thread: MessageRef | null;
  readonly main: Shown | null;
  /** What stands in its thread, by the name of the note. */
  readonly notes: Readonly<Record<string, MessageRef>>;
  /** A message that may have been posted: not known until a function looks. */
  readonly begun: Begun | null;
  /** What the renderer asked to remember. */
  readonly memory: unknown;
  /** Why it cannot be shown there. */
  readonly parked: string | null;
  readonly handedOverAtMs: number;
  /** False until it is decided under which message it goes. */
  readonly settled: boolean;
  /** Of a case: the poller notes which events it tells, and the notifier need not. */
  readonly eventsLinked?: boolean | undefined;
  /** Another message tells it, so it gets none of its own. */
  readonly coveredElsewhere?: boolean | undefined;
  /** Of a case: threats of it that its channel was told before. What they say stays in their own rows. */
  readonly earlier?: readonly EarlierThreat[] | undefined;
  /** The group that tells it along with others: the id of its delivery. */
  readonly groupId?: string | undefined;
  /**
   * What was erased on request. `item`: all that it said, because it is about the person; no change of it brings them back.
   * `names`: where it named the person, until a change brings other texts.
   */
  readonly forgotten?: 'item' | 'names' | undefined;
  /** Which of its messages have called people, or may have: `main` and the names of notes. None of them calls again. */
  readonly called?: readonly string[] | undefined;
  /** Of the last change of a case that its message began with: its thread tells those after it. */
  readonly knewChange?: number | undefined;
  /** How severe the case was when it first stood there, as a rank: the smaller, the worse. */
  readonly knewRank?: number | undefined;
  /** Of a case that stands on its own now: its message in the thread of a digest, which says the same. */
  readonly former?: Shown | undefined;
  /** How often it closed a destination that was open, and since when. */
  readonly refusals?: { readonly count: number; readonly sinceMs: number } | undefined;
}

/** A delivery of which nothing is shown yet. */
export const newDelivery = (key: DeliveryKey, content: Content, handedOverAtMs: number): Delivery => ({
  key,
  content,
  broadcast: false,
  thread: null,
  main: null,
  notes: {},
  memory: null,
  begun: null,
  parked: null,
  handedOverAtMs,
  settled: false,
});

/** Nothing of it stands in the chat, nor is being posted. */
export const isNothingShown = ({ main, begun }: Pick<Delivery, 'main' | 'begun'>): boolean =>
  main === null && begun === null;

/** A new threat of which no message has to be sure to go into the channel: it may be told along with others. */
export const isGroupable = (delivery: Delivery): boolean =>
  delivery.content.kind === 'threat' &&
  !delivery.broadcast &&
  !delivery.settled &&
  delivery.parked === null &&
  !delivery.coveredElsewhere &&
  isNothingShown(delivery);

export interface Shown {
  readonly ref: MessageRef;
  /** Of what it shows, so that it is not written again to say the same. */
  readonly hash: string;
  /** When it was posted, and when it was last changed, as far as we know; not of cases, whose rows have no room for it. */
  readonly postedAtMs?: number | undefined;
  readonly changedAtMs?: number | undefined;
  /** The clicks that were answered there before the notifier showed it. */
  readonly clicks?: number | undefined;
}

export interface Begun {
  /** `main`, or the name of a note. */
  readonly note: string;
  readonly hash: string;
  readonly sinceMs: number;
  /** It calls people. */
  readonly calls?: boolean | undefined;
}

export const MAIN = 'main';
/** The hash of what is shown where nobody knows that: it is shown again. */
export const UNKNOWN_HASH = 'unknown';

export type Step<Message> =
  | { readonly do: 'look'; readonly begun: Begun }
  | { readonly do: 'post'; readonly note: string; readonly message: Message; readonly hash: string }
  | { readonly do: 'update'; readonly shown: Shown; readonly message: Message; readonly hash: string };

/** What has to be done first, so that a destination shows what it should; null when it does. */
export function nextStep<Message>(
  { main, former, notes, begun, parked, coveredElsewhere }: Delivery,
  wanted: Rendered<Message>,
): Step<Message> | null {
  if (begun) return { do: 'look', begun };
  if (parked !== null || (coveredElsewhere && !main)) return null;
  const { message, hash } = wanted.main;
  if (!main) return { do: 'post', note: MAIN, message, hash };
  const outdated = [main, former].find((one) => one && one.hash !== hash);
  if (outdated) return { do: 'update', shown: outdated, message, hash };
  const missing = wanted.notes.filter(({ key }) => notes[key] === undefined);
  const note =
    missing.find(({ key }) => isCallNote(key)) ??
    missing.find(({ key }) => isDecisionNote(key)) ??
    missing[0];
  return note ? { do: 'post', note: note.key, message: note.message, hash: '' } : null;
}

/** Of these it is asked when their message was posted or changed. */
export const isTimed = ({ key, content }: Pick<Delivery, 'key' | 'content'>): boolean =>
  content.kind !== 'case' || isCanary(key.domain);

/** The same, once a message is known to be there. */
export function withPosted(delivery: Delivery, begun: Begun, ref: MessageRef): Delivery {
  const { note, hash, sinceMs } = begun;
  const taken = { ...withCalled(delivery, begun), begun: null, refusals: undefined };
  const { clicks } = delivery;
  return note === MAIN
    ? {
        ...taken,
        main: { ref, hash, ...(isTimed(delivery) && { postedAtMs: sinceMs }), ...(clicks && { clicks }) },
      }
    : { ...taken, notes: { ...delivery.notes, [note]: ref } };
}

/** The same, once a message that calls people may be there. */
export const withCalled = (delivery: Delivery, { note, calls }: Begun): Delivery =>
  calls ? { ...delivery, called: [...(delivery.called ?? []), note] } : delivery;
