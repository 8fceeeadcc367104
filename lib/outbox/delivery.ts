import type { Content, EarlierThreat } from '../case/message-content.ts';
import { isCallNote, isDecisionNote } from '../case/note-keys.ts';
import type { PersonaNote } from '../case/persona-note.ts';
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
 * What is to be shown of an item at a destination, and what is shown. It is one row for as long as the message exists. Each
 * part of the row has one writer (delivery-parts.ts), and a delivery is what the parts add up to.
 */
export interface Delivery {
  readonly key: DeliveryKey;
  readonly content: Content;
  /** The revision of what it says: a larger one is newer. Of a case, when it was last changed. */
  readonly rev?: number | undefined;
  /** How often somebody had asked for it when it was loaded. */
  readonly asked?: number | undefined;
  /** How often the verdict function had answered a click in its message when it was loaded. */
  readonly clicks?: number | undefined;
  /** Replies in a thread are shown in the channel too. */
  readonly broadcast: boolean;
  /** The message under which it goes: that of a threat's case, or the digest of a storm. */
  readonly thread: MessageRef | null;
  readonly main: Shown | null;
  /** The notes in its thread, by their names. */
  readonly notes: Readonly<Record<string, MessageRef>>;
  /** A message that may have been posted. A function has to look whether it was. */
  readonly begun: Begun | null;
  /** The last post that may stand there and for which the bridge could not look. If another one does not follow at once, it looks again. */
  readonly lost?: Begun | undefined;
  /** Who the case is about, as its message says. Its thread does not say it again. */
  readonly saysWho?: PersonaNote | undefined;
  /** What the renderer asked to remember. */
  readonly memory: unknown;
  /** Why it cannot be shown there. */
  readonly parked: string | null;
  readonly handedOverAtMs: number;
  /** False until it is decided under which message it goes. */
  readonly settled: boolean;
  /** The poller has linked the events of the case to it, so the notifier need not. */
  readonly eventsLinked?: boolean | undefined;
  /** Another message covers it, so it gets none of its own. */
  readonly coveredElsewhere?: boolean | undefined;
  /** The threats of a case that its channel saw before the case. What they say stays in their own rows. */
  readonly earlier?: readonly EarlierThreat[] | undefined;
  /** The id of the group whose message shows it along with others. */
  readonly groupId?: string | undefined;
  /**
   * What was erased on request. `item`: everything, because it is about the person, and no later change brings it back.
   * `names`: only the texts that named the person, until a change brings other texts.
   */
  readonly forgotten?: 'item' | 'names' | undefined;
  /** Which of its messages mentioned people, or may have: `main` and the names of notes. None of them does so again. */
  readonly called?: readonly string[] | undefined;
  /** The number of the last status change that the message knew when it was posted. Its thread tells the later ones. */
  readonly knewChange?: number | undefined;
  /** How severe the case was when its message was posted, as a rank: the smaller, the worse. */
  readonly knewRank?: number | undefined;
  /** The message that the case had in the thread of a digest before it got its own. It is kept up to date too. */
  readonly former?: Shown | undefined;
  /** How often it tripped the circuit breaker of its destination, and since when. */
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

/** Nothing of it is in the chat, and nothing is being posted. */
export const isNothingShown = ({ main, begun }: Pick<Delivery, 'main' | 'begun'>): boolean =>
  main === null && begun === null;

/** A new threat that may be shown along with others, because it does not need a message of its own in the channel. */
export const isGroupable = (delivery: Delivery): boolean =>
  delivery.content.kind === 'threat' &&
  !delivery.broadcast &&
  !delivery.settled &&
  delivery.parked === null &&
  !delivery.coveredElsewhere &&
  isNothingShown(delivery);

export interface Shown {
  readonly ref: MessageRef;
  /** The hash of what it shows, so that it is not updated without a change. */
  readonly hash: string;
  /** When it was posted and last changed, as far as the notifier knows. The rows of cases have no room for this. */
  readonly postedAtMs?: number | undefined;
  readonly changedAtMs?: number | undefined;
  /** The clicks that were answered in the message before the notifier updated it. */
  readonly clicks?: number | undefined;
  /** The chat lets nobody change it any more: what is new is posted in its thread. */
  readonly editClosed?: boolean | undefined;
  /** It was posted in the thread of this message, which cannot be changed any more. */
  readonly under?: MessageRef | undefined;
}

export interface Begun {
  /** `main`, or the name of a note. */
  readonly note: string;
  readonly hash: string;
  readonly sinceMs: number;
  /** It calls people. */
  readonly calls?: boolean | undefined;
  /** Since when the chat does not let the bridge look. */
  readonly heldUpSinceMs?: number | undefined;
  /** When the bridge gave it up for lost, because it could not look. */
  readonly lostMs?: number | undefined;
}

export const MAIN = 'main';
/** The hash of a message of which nobody knows what it shows. It is updated in any case. */
export const UNKNOWN_HASH = 'unknown';

export type Step<Message> =
  | { readonly do: 'look'; readonly begun: Begun }
  | { readonly do: 'post'; readonly note: string; readonly message: Message; readonly hash: string }
  | { readonly do: 'update'; readonly shown: Shown; readonly message: Message; readonly hash: string };

/** The next step, so that the destination shows what it should; null when it does. */
export function nextStep<Message>(
  { main, former, notes, begun, parked, coveredElsewhere }: Delivery,
  wanted: Rendered<Message>,
): Step<Message> | null {
  if (begun) return { do: 'look', begun };
  if (parked !== null || (coveredElsewhere && !main)) return null;
  const { message, hash } = wanted.main;
  if (!main) return { do: 'post', note: MAIN, message, hash };
  const outdated = [main, former].find((one) => one && one.hash !== hash);
  if (outdated?.editClosed) return { do: 'post', note: MAIN, message, hash };
  if (outdated) return { do: 'update', shown: outdated, message, hash };
  const missing = wanted.notes.filter(({ key }) => notes[key] === undefined);
  const note =
    missing.find(({ key }) => isCallNote(key)) ??
    missing.find(({ key }) => isDecisionNote(key)) ??
    missing[0];
  return note ? { do: 'post', note: note.key, message: note.message, hash: '' } : null;
}

/** The message in whose thread everything about the item goes. */
export const threadOf = ({ thread, main }: Pick<Delivery, 'thread' | 'main'>): MessageRef | undefined =>
  thread ?? main?.under ?? main?.ref;

/** Whether the row keeps when the message was posted and changed. */
export const isTimed = ({ key, content }: Pick<Delivery, 'key' | 'content'>): boolean =>
  content.kind !== 'case' || isCanary(key.domain);

/** The delivery once the message is known to be posted. */
export function withPosted(
  delivery: Delivery,
  begun: Begun,
  ref: MessageRef,
  saysWho: Delivery['saysWho'] = delivery.saysWho,
): Delivery {
  const { note, hash, sinceMs } = begun;
  const lost = delivery.lost?.note === note ? undefined : delivery.lost;
  const taken = { ...withCalled(delivery, begun), begun: null, lost, refusals: undefined, saysWho };
  const { clicks } = delivery;
  const under = delivery.main?.editClosed ? threadOf(delivery) : undefined;
  const time = isTimed(delivery) && { postedAtMs: sinceMs };
  return note === MAIN
    ? { ...taken, main: { ref, hash, ...time, ...(clicks && { clicks }), ...(under && { under }) } }
    : { ...taken, notes: { ...delivery.notes, [note]: ref } };
}

/** The delivery once a post was certainly not taken. An earlier one of the same may stand there. */
export const withoutPost = (delivery: Delivery, { note }: Begun): Delivery =>
  delivery.lost?.note === note ? lookingAgain(delivery, delivery.lost) : { ...delivery, begun: null };

/** The delivery when the next step is to look whether a post that was given up stands there after all. */
export const lookingAgain = (delivery: Delivery, { lostMs: _, ...begun }: Begun): Delivery => ({
  ...delivery,
  ...{ begun, lost: undefined },
});

/** The delivery once a message that mentions people may be posted. */
export const withCalled = (delivery: Delivery, { note, calls }: Begun): Delivery =>
  calls ? { ...delivery, called: [...(delivery.called ?? []), note] } : delivery;
