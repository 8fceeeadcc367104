import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { PersonaNote } from '../case/persona-note.ts';
import type { Mention } from '../config/mentions.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Chat, MessageRef, RateLimit, RateLimits } from './chat-port.ts';
import { type Begun, type Delivery, type DeliveryKey, MAIN, type Step, threadOf } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { type Loaded, type MessageRow, openRow } from './message-row.ts';
import type { Trouble } from './outage.ts';
import type { Pace } from './pace.ts';
import { renderOnce } from './render-once.ts';
import type { Rendered } from './renderer-port.ts';
import type { TellUncalled } from './uncalled-notice.ts';

export interface StepParts<Message> {
  readonly definition: { readonly name: string; rateLimits(channel: string): RateLimits };
  readonly chat: Chat<Message>;
  readonly ledger: DeliveryLedger;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Puts what can never be shown where a person finds it. */
  readonly park: (delivery: Delivery, reason: string) => Promise<void>;
  /** Tells the operators that the chat does not know somebody who was to be mentioned. */
  readonly tellUncalled?: TellUncalled | undefined;
}

/** What a message should show, and how its steps are ordered. */
export interface ToShow<Message> {
  readonly channel: string;
  readonly render: (delivery: Delivery) => Rendered<Message>;
  /** The priority of a delivery at its destination, by its next step. */
  readonly priorityOf: (delivery: Delivery, step: Step<Message>) => string;
  /** Whether a step of this priority may follow at once: nothing that waits is more urgent. */
  readonly mayGoOn: (priority: string) => Promise<boolean>;
  /** Who the case is about, where that is known before its message is posted. */
  readonly person?: PersonaNote | undefined;
  /** Whom a message mentions: `main`, or a note. */
  readonly mentionsOf: (note: string) => readonly Mention[];
  /** The number of the last change of the case by now. */
  readonly knewChange?: number | undefined;
  /** How many rows wait, this one included, as far as that was looked up. */
  readonly waiting: number;
  /** For how long this run may still begin steps. */
  readonly leftMs: () => number;
}

export type Taken =
  /** The chat took something, so its channel takes messages. `left`: there is more to do about the row. */
  | { readonly is: 'shown'; readonly left: boolean }
  /** Moved on without posting, or nothing was left to do. */
  | { readonly is: 'done'; readonly left: boolean }
  /** The chat takes nothing until then. */
  | { readonly is: 'busy'; readonly waitMs: number }
  /** The destination takes nothing. `leastMs`: it is not to be tried again before. */
  | { readonly is: 'tripped'; readonly trouble: Trouble; readonly leastMs: number }
  /** Another function may still be posting it, or the chat takes no changes for now. Other rows may go first. */
  | { readonly is: 'later'; readonly waitMs: number }
  /** It can never be shown. */
  | { readonly is: 'parked'; readonly reason: string }
  /** Another function changed the row meanwhile, and looks after it. */
  | { readonly is: 'overtaken' };

export const OVERTAKEN: Taken = { is: 'overtaken' };

/** Longer than this, a function does not wait for its turn. */
export const PATIENCE_MS = 5_000;
/** Nor longer than this where posts need not wait along: they have a limit of their own. */
const APART_PATIENCE_MS = 500;

/** `main`: what stands already. A message that takes the place of one that cannot be changed is not mistaken for it. */
export const deliveryMark = (
  { key, main }: { readonly key: DeliveryKey; readonly main?: Delivery['main'] },
  note: string,
): string => {
  if (note === MAIN && !main?.editClosed) return deliveryIdOf(key);
  const name = note === MAIN ? `${MAIN} after ${Object.values(main?.ref ?? {}).join(' ')}` : note;
  return deliveryIdOf({ ...key, id: `${key.id}/${name}` });
};

/** Whether this is the first message of a case, which says who the case is about if that is known. */
export const isFirst = ({ main }: Delivery, { note }: Begun): boolean => note === MAIN && !main;

/** Who the case is about, if the message that is being posted says it. It is kept with where the message is. */
export function personSaid<Message>({ row: { delivery }, render, person }: Sync<Message>, begun: Begun) {
  const isSaid = isFirst(delivery, begun) && render(delivery).saysWho;
  return isSaid ? person : undefined;
}

/** What all steps of one message share. */
export interface Sync<Message> extends StepParts<Message>, Omit<ToShow<Message>, 'knewChange'> {
  readonly row: MessageRow;
  readonly knewChange: number;
  readonly limits: RateLimits;
  readonly dimensions: { readonly Surface: string };
  /** Our turn at something else than a post. */
  turnAt(limit: RateLimit): ReturnType<Pace['turn']>;
  notNow(limit: RateLimit, waitMs: number): Taken;
  /** The message under which a note goes, or the main message if it has a thread. */
  threadFor(note: string): MessageRef | null | undefined;
  shown(): Taken;
  done(): Taken;
}

export function openSync<Message>(
  parts: StepParts<Message>,
  loaded: Loaded,
  { knewChange = 0, ...toShow }: ToShow<Message>,
): Sync<Message> {
  const limits = parts.definition.rateLimits(toShow.channel);
  const isPost = ({ name }: RateLimit): boolean => name === limits.post.name;
  const render = renderOnce(toShow.render);
  const row = openRow({ ...parts, ...toShow, render }, loaded);
  return {
    ...{ ...parts, ...toShow, knewChange, render, row, limits },
    dimensions: { Surface: parts.definition.name },
    turnAt: (limit) => parts.pace.turn(limit, isPost(limit) ? PATIENCE_MS : APART_PATIENCE_MS),
    notNow: (limit, waitMs) => ({ is: isPost(limit) ? 'busy' : 'later', waitMs }),
    threadFor: (note) =>
      note === MAIN && !row.delivery.main?.editClosed ? row.delivery.thread : threadOf(row.delivery),
    shown: () => ({ is: 'shown', left: row.left }),
    done: () => ({ is: 'done', left: row.left }),
  };
}
