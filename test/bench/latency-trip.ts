import type { Chat } from './watch-cases.ts';

/** When what happened to a case on its way into a chat. */
export interface Arrival {
  /** The poller gave it to the queue of the chat, as the queue says. */
  queuedMs?: number;
  /** The notifier was handed it. */
  takenMs?: number;
  /** It stood in a message of its own. */
  postedMs?: number;
}

/** When what happened after an analyst's click. */
export interface Click {
  readonly chat: Chat;
  readonly clickedMs: number;
  /** More than one where the chat said that it did not go through. */
  presses: number;
  /** The chat had the answer of the function. */
  answeredMs?: number;
  /** The platform took the verdict. */
  recordedMs?: number;
  /** The message said so to everybody, by chat. */
  readonly shownMs: Partial<Record<Chat, number>>;
}

/** A case from the API to both chats, and what was decided back. */
export interface Trip {
  readonly caseId: string;
  readonly lane: string;
  readonly openedMs: number;
  /** The API gave it to the poller. */
  readMs?: number;
  readonly arrivals: Readonly<Record<Chat, Arrival>>;
  click?: Click;
}

/** The way of a case in its parts, one after the other. Their sum is the whole. */
export const PARTS = ['waits for the poll', 'is handed over', 'is in the queue', 'is posted'] as const;

/** Seconds for each part; null where it is not known when it ended. */
export function partsOf({ openedMs, readMs, arrivals }: Trip, chat: Chat): readonly (number | null)[] {
  const { queuedMs, takenMs, postedMs } = arrivals[chat];
  const moments = [openedMs, readMs, queuedMs, takenMs, postedMs];
  // A notifier that is at work in a channel shows a case before the message about it is taken from the queue.
  const inOrder = moments.map((_, at) => earliest(moments.slice(at)));
  return PARTS.map((__, at) =>
    moments[at] === undefined || moments[at + 1] === undefined
      ? null
      : secondsBetween(inOrder[at], inOrder[at + 1]),
  );
}

export const secondsBetween = (fromMs: number | undefined, toMs: number | undefined): number | null =>
  fromMs === undefined || toMs === undefined ? null : (toMs - fromMs) / 1_000;

const earliest = (moments: readonly (number | undefined)[]): number | undefined => {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};
