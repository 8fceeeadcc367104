import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { busyAfter } from '../../outbox/chat-call.ts';
import type { Found } from '../../outbox/chat-port.ts';
import type { GraphCall } from './graph-call.ts';
import { CARD_TYPE, markId } from './message.ts';

export interface FindCardParts {
  readonly call: GraphCall;
  /** Only what the bot posted itself counts: a card with our mark may be anybody's. */
  readonly appId: string;
  readonly clock: Clock;
}

export interface CardQuestion {
  /** The team, as Graph knows it. */
  readonly group: string;
  readonly channel: string;
  readonly mark: string;
  readonly sinceMs: number;
  /** The message under which it would be; undefined for one that stands in the channel. */
  readonly root?: string | undefined;
}

/** The id of the message. `not-yet`: Graph cannot say it now. */
export type FoundCard =
  | { readonly is: 'found'; readonly id: string }
  | Exclude<Found, { readonly is: 'found' }>;

/** The clock of Teams and ours need not agree. */
const CLOCK_SKEW_MS = 120_000;
/** Graph takes up to 50. A card may have 100 KB, and more as a text in JSON. */
const PAGE_SIZE = 12;
const PAGE_BYTES = 3 * 1024 * 1024;
const MOST_PAGES = 42;
/** All pages together: a step of the notifier must not take longer. */
const MOST_MS = 10_000;
const LEAST_MS = 1_000;
/** For so long a card waits for a Graph that does not answer. Then it is posted again: nobody seeing it is worse. */
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 20_000;

const text = z.optional(z.nullable(z.string()));
const Message = z.looseObject({
  id: z.string().check(z.regex(/^\d{1,30}$/)),
  deletedDateTime: text,
  from: z.optional(
    z.nullable(z.looseObject({ application: z.optional(z.nullable(z.looseObject({ id: text }))) })),
  ),
  attachments: z.optional(z.nullable(z.array(z.looseObject({ contentType: text, content: text })))),
});
const Page = z.looseObject({ value: z.array(z.unknown()), '@odata.nextLink': text });
const CardBody = z.looseObject({ body: z.array(z.looseObject({ id: z.optional(z.unknown()) })) });

/** Later, or not at all when it has been tried for long. */
export const tryAgain = (sinceMs: number, nowMs: number, waitMs = PAUSE_MS): FoundCard =>
  Math.abs(nowMs - sinceMs) < PATIENCE_MS
    ? { is: 'not-yet', waitMs: Math.min(waitMs, PATIENCE_MS) }
    : { is: 'cannot-look' };

/**
 * Looks for a card in a channel, through Microsoft Graph. It may where the owner of the team consented to that when the
 * app was added (`ChannelMessage.Read.Group`); elsewhere it says that it cannot.
 */
export function createFindCard({ call, appId, clock }: FindCardParts) {
  const notYet = (sinceMs: number, waitMs?: number) => tryAgain(sinceMs, clock.now(), waitMs);

  return async function findCard(question: CardQuestion): Promise<FoundCard> {
    const { mark, sinceMs, root } = question;
    const id = markId(mark);
    const startedAtMs = clock.now();
    let path = firstPage(question);
    for (let page = 0; page < MOST_PAGES; page++) {
      const leftMs = MOST_MS - (clock.now() - startedAtMs);
      if (leftMs < LEAST_MS) return notYet(sinceMs);
      const answer = await call({ path, timeoutMs: leftMs, mostBytes: PAGE_BYTES, renewOn: [401] });
      if ('is' in answer) return notYet(sinceMs, answer.retryAfterMs);
      const { status, headers, body } = answer;
      if (status === 429) return notYet(sinceMs, busyAfter(headers, clock.now()).retryAfterMs);
      // What began the thread is gone, and all that stood under it.
      if (status === 404 && root !== undefined) return { is: 'absent' };
      // Asked again the next time: a bot that was out of its team may read as soon as it is back.
      if (status >= 400 && status < 500 && status !== 408) return { is: 'cannot-look' };
      const read = status === 200 ? Page.safeParse(parseJson(body)).data : undefined;
      if (!read) return notYet(sinceMs);
      const found = read.value.map((one) => readCard(one)).find((one) => one?.marks.includes(id));
      if (found) return { is: 'found', id: found.id };
      const next = read['@odata.nextLink'];
      if (!next) return { is: 'absent' };
      path = next;
    }
    // There are more messages than the bridge reads: to call this one absent would be a guess.
    return { is: 'cannot-look' };
  };

  /** What one of the bot's own messages has for ids; null for any other. */
  function readCard(value: unknown): { readonly id: string; readonly marks: readonly unknown[] } | null {
    const message = Message.safeParse(value).data;
    if (!message || message.deletedDateTime) return null;
    if (message.from?.application?.id?.toLowerCase() !== appId.toLowerCase()) return null;
    const cards = (message.attachments ?? []).filter(({ contentType }) => contentType === CARD_TYPE);
    const bodies = cards.flatMap(
      ({ content }) => CardBody.safeParse(parseJson(content ?? '')).data?.body ?? [],
    );
    return { id: message.id, marks: bodies.map((element) => element.id) };
  }
}

/** The delta of a channel can begin at a moment, where the list has to be read from its end. */
function firstPage({ group, channel, sinceMs, root }: CardQuestion): string {
  const messages = `teams/${encodeURIComponent(group)}/channels/${encodeURIComponent(channel)}/messages`;
  if (root !== undefined) return `${messages}/${encodeURIComponent(root)}/replies?$top=${PAGE_SIZE}`;
  const since = new Date(Math.max(0, sinceMs - CLOCK_SKEW_MS)).toISOString();
  const filter = encodeURIComponent(`lastModifiedDateTime gt ${since}`);
  return `${messages}/delta?$top=${PAGE_SIZE}&$filter=${filter}`;
}
