import { isDeepStrictEqual } from 'node:util';
import { deliveryIdOf } from '../case/delivery-id.ts';
import { severityOf } from '../case/evidence.ts';
import { isCallNote } from '../case/note-keys.ts';
import type { Mention } from '../config/mentions.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { severityRank } from '../posture/severity.ts';
import type { Chat, ChatAnswer, MessageRef, RateLimit, RateLimits } from './chat-port.ts';
import {
  type Begun,
  type Delivery,
  type DeliveryKey,
  isTimed,
  MAIN,
  nextStep,
  type Shown,
  type Step,
  UNKNOWN_HASH,
  withCalled,
  withPosted,
} from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
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
  /** Whoever is not known in a chat cannot be called there. Nobody is told unless given. */
  readonly tellUncalled?: TellUncalled | undefined;
}

export interface Loaded {
  readonly delivery: Delivery;
  readonly version: number;
  /** Its priority, as the row says it. */
  readonly todo?: string | undefined;
}

export type Taken =
  /** The chat took something, so its channel is open. `left`: there is more to do about the row. */
  | { readonly is: 'shown'; readonly left: boolean }
  /** One step further without that, or nothing was left to do. */
  | { readonly is: 'done'; readonly left: boolean }
  /** The chat takes nothing until then. */
  | { readonly is: 'busy'; readonly waitMs: number }
  /** The destination takes nothing. `leastMs`: it is not to be tried again before. */
  | { readonly is: 'tripped'; readonly trouble: Trouble; readonly leastMs: number }
  /** Another function may be at it still, or the chat takes no changes; it is to be looked at then, and others may go first. */
  | { readonly is: 'later'; readonly waitMs: number }
  /** It can never be shown. */
  | { readonly is: 'parked'; readonly reason: string }
  /** Another function changed the row meanwhile, and looks after it. */
  | { readonly is: 'overtaken' };

/** Longer than this, a function does not wait for its turn. */
const PATIENCE_MS = 5_000;
/** Nor longer than this where posts need not wait along: they have a limit of their own. */
const APART_PATIENCE_MS = 500;
const LEFT_OUT: MessageRef = { leftOut: 'yes' };
/** A request that got no answer may still be under way: a look right after it would call it absent. */
const SETTLE_MS = 10_000;
/** The same for a function that died: it may have waited for its turn first. */
const UNDER_WAY_MS = PATIENCE_MS + SETTLE_MS;
/** So often a message may close a channel for an unclear reason, and others open it again. */
const MOST_REFUSALS = 3;
/** Each round is a write that another function was quicker to make. */
const MAX_ROUNDS = 5;

const OVERTAKEN: Taken = { is: 'overtaken' };

export const deliveryMark = (key: DeliveryKey, note: string): string =>
  note === MAIN ? deliveryIdOf(key) : deliveryIdOf({ ...key, id: `${key.id}/${note}` });

type Post<Message> = Extract<Step<Message>, { do: 'post' }>;
type Update<Message> = Extract<Step<Message>, { do: 'update' }>;
type SaveChange = (change: (row: Delivery) => Delivery) => Promise<boolean>;

export interface ToShow<Message> {
  readonly channel: string;
  readonly render: (delivery: Delivery) => Rendered<Message>;
  /** The priority of a delivery at its destination, by its next step. */
  readonly priorityOf: (delivery: Delivery, step: Step<Message>) => string;
  /** Whether a step of this priority may follow at once: nothing that waits is more urgent. */
  readonly mayGoOn: (priority: string) => Promise<boolean>;
  /** Whom a message calls: `main`, or a note. */
  readonly mentionsOf: (note: string) => readonly Mention[];
  /** Of the last change of the case by now. */
  readonly knewChange?: number | undefined;
  /** How many rows wait, this one included, as far as that was looked up. */
  readonly waiting: number;
}

/**
 * Brings a message one step closer to what it should show. Before a post the row says that it begins, and afterwards
 * that it is done; a function that finds one that was begun looks whether it is there:
 *
 *   save `begun` -> post -> save the message's place
 *
 * So a crash anywhere repeats nothing that can be found again. A note that follows at once begins with the same write that
 * says that what is before it is done.
 */
export async function syncMessage<Message>(
  parts: StepParts<Message>,
  loaded: Loaded,
  { channel, priorityOf, mayGoOn, mentionsOf, knewChange = 0, waiting, ...toShow }: ToShow<Message>,
): Promise<Taken> {
  const { definition, chat, ledger, pace, clock, log, metrics } = parts;
  const limits = definition.rateLimits(channel);
  const dimensions = { Surface: definition.name };
  const render = renderOnce(toShow.render);
  let { delivery, version } = loaded;
  /** Whether there is more to do, by what was last written. */
  let left = true;
  const shown = (): Taken => ({ is: 'shown', left });
  const done = (): Taken => ({ is: 'done', left });

  /** False when another function was quicker. `stays`: its priority, because the next step follows at once. */
  async function save(next: Delivery, { stays = false } = {}): Promise<boolean> {
    const wanted = render(next);
    const step = nextStep(next, wanted);
    const row = step || next.parked !== null ? next : { ...next, memory: wanted.memory };
    const priority = step ? (stays && loaded.todo) || priorityOf(next, step) : null;
    const written = await ledger.save(row, version, priority, clock.now());
    if (written === null) return false;
    delivery = row;
    version = written.version;
    left = written.todo !== undefined;
    return true;
  }

  /** What became of a post must not be lost to a write that has nothing to do with it. */
  async function saveOutcome(
    begun: Begun,
    change: (row: Delivery) => Delivery,
    how?: { readonly stays: boolean },
  ): Promise<boolean> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (await save(change(delivery), how)) return true;
      const fresh = await ledger.load(delivery.key);
      if (fresh?.value.begun?.sinceMs !== begun.sinceMs || fresh.value.begun.note !== begun.note)
        return false;
      // What somebody knows since this was loaded is not rendered.
      delivery = { ...fresh.value, asked: loaded.delivery.asked, clicks: loaded.delivery.clicks };
      version = fresh.version;
    }
    return false;
  }

  /** Our turn at something else than a post. */
  const turnAt = (limit: RateLimit) =>
    pace.turn(limit, limit.name === limits.post.name ? PATIENCE_MS : APART_PATIENCE_MS);
  const notNow = (limit: RateLimit, waitMs: number): Taken =>
    limit.name === limits.post.name ? { is: 'busy', waitMs } : { is: 'later', waitMs };

  const threadFor = (note: string) =>
    note === MAIN ? delivery.thread : (delivery.thread ?? delivery.main?.ref);

  /** What the row says before a post. That it calls people is written first too: a crash must not call them again. */
  const begunWith = ({ note, hash }: Pick<Begun, 'note' | 'hash'>, sinceMs: number): Begun => ({
    note,
    hash,
    sinceMs,
    ...(mentionsOf(note).length > 0 && !delivery.called?.includes(note) && { calls: true }),
  });

  async function post({ note, message, hash }: Post<Message>): Promise<Taken> {
    const begun = begunWith({ note, hash }, clock.now());
    if (!(await save({ ...(note === MAIN ? withKnown(delivery, knewChange) : delivery), begun })))
      return OVERTAKEN;
    return postBegun(begun, message);
  }

  /** The note that follows this row at once; null when none does, or when something else is more urgent. */
  async function following(row: Delivery): Promise<Post<Message> | null> {
    const step = nextStep(row, render(row));
    if (step?.do !== 'post' || step.note === MAIN) return null;
    // Whatever this tells us, what was just done must be written down.
    const may = await mayGoOn(priorityOf(row, step)).catch(() => false);
    return may ? step : null;
  }

  /** `row` with this note begun, if it is still the next. */
  function beginning(row: Delivery, { note, hash }: Post<Message>, sinceMs: number): Delivery {
    const step = nextStep(row, render(row));
    return step?.do === 'post' && step.note === note
      ? { ...row, begun: begunWith({ note, hash }, sinceMs) }
      : row;
  }

  /** How many posts are to come in this channel, as far as we know. */
  function postsAhead(): number {
    const notes = render(delivery).notes.filter(({ key }) => delivery.notes[key] === undefined).length;
    return waiting - 1 + notes + (delivery.main ? 0 : 1);
  }

  async function postBegun(begun: Begun, message: Message): Promise<Taken> {
    const { note } = begun;
    const notTaken = (row: Delivery): Delivery => ({ ...row, begun: null });
    // Last of all before the post: whatever takes time in between would bring two posts closer together.
    const turn = await pace.turn(limits.post, PATIENCE_MS, postsAhead());
    if (turn !== 'now') {
      await saveOutcome(begun, notTaken);
      return { is: 'busy', waitMs: turn.waitMs };
    }
    const thread = threadFor(note);
    const answer = await chat.post(channel, message, {
      mark: deliveryMark(delivery.key, note),
      ...(thread && { thread }),
      ...(thread && isInChannelToo(begun) && { broadcast: true }),
      ...(begun.calls && { mentions: mentionsOf(note) }),
    });
    const isRefused = answer.is === 'refused' && answer.kind === 'content';
    // A chat refuses all of a message that calls somebody whom it does not know. Shown without that is better than not at all.
    if (isRefused && begun.calls) return withoutCalls(begun, answer.reason);
    if (isRefused && note !== MAIN) {
      // One note that cannot be shown must not keep the others from being shown.
      log('note left out', { ...delivery.key, note, code: answer.code });
      return (await saveOutcome(begun, (row) => withPosted(row, begun, LEFT_OUT))) ? done() : OVERTAKEN;
    }
    if (answer.is !== 'ok') {
      return unsuccessful(answer, limits.post, (change) =>
        saveOutcome(begun, (row) => change(notTaken(row))),
      );
    }
    if (note === MAIN) {
      metrics('surface', dimensions, {
        MessagesPosted: 1,
        TimeToPost: clock.now() - delivery.handedOverAtMs,
      });
    }
    const posted = (row: Delivery) => withPosted(row, begun, answer.value);
    const next = await following(posted(delivery));
    if (!next) return (await saveOutcome(begun, posted)) ? shown() : OVERTAKEN;
    const sinceMs = clock.now();
    const change = (row: Delivery) => beginning(posted(row), next, sinceMs);
    if (!(await saveOutcome(begun, change, { stays: true }))) return OVERTAKEN;
    return goOn(next, sinceMs);
  }

  /** The next step posts it, and calls nobody. */
  async function withoutCalls(begun: Begun, reason: string): Promise<Taken> {
    const { key } = delivery;
    log('calls refused', { ...key, note: begun.note, reason });
    await parts
      .tellUncalled?.(key.destination, mentionsOf(begun.note), reason)
      .catch((error: unknown) => log('operators not told', { problem: String(error) }));
    const change = (row: Delivery) => ({ ...withCalled(row, begun), begun: null });
    return (await saveOutcome(begun, change)) ? done() : OVERTAKEN;
  }

  /** Whoever is called again finds it in the channel, and not only deep in a thread. */
  function isInChannelToo({ note, calls }: Begun): boolean {
    return note === MAIN ? delivery.broadcast : isCallNote(note) && calls === true;
  }

  /** Posts what was begun with the last write. */
  async function goOn({ note, message }: Post<Message>, sinceMs: number): Promise<Taken> {
    const { begun } = delivery;
    return begun?.note === note && begun.sinceMs === sinceMs ? postBegun(begun, message) : shown();
  }

  async function update({ shown: before, message, hash }: Update<Message>): Promise<Taken> {
    const turn = await turnAt(limits.update);
    if (turn !== 'now') return notNow(limits.update, turn.waitMs);
    const answer = await chat.update(before.ref, message);
    const isFormer = before === delivery.former;
    // Its message stands in the channel: that is enough.
    if (isFormer && answer.is === 'refused')
      return (await save({ ...delivery, former: undefined })) ? done() : OVERTAKEN;
    // Repeating an update changes nothing, so not to know is no more than to have failed.
    if (answer.is !== 'ok') {
      const taken = await unsuccessful(answer, limits.update, (change) => save(change(delivery)));
      return taken.is === 'overtaken' && answer.is === 'unknown' ? showAgain(before) : taken;
    }
    metrics('surface', dimensions, { MessagesUpdated: 1 });
    const { clicks } = delivery;
    const time = isTimed(delivery) && { changedAtMs: clock.now() };
    const shownNow = { ...before, hash, ...time, ...(clicks && { clicks }) };
    const updated = { ...delivery, refusals: undefined, [isFormer ? 'former' : 'main']: shownNow };
    const next = await following(updated);
    if (!next) return (await save(updated)) ? shown() : showAgain(before);
    const sinceMs = clock.now();
    if (!(await save(beginning(updated, next, sinceMs), { stays: true }))) return showAgain(before);
    return goOn(next, sinceMs);
  }

  /**
   * Another function changed the row during an update, and may have shown something newer before ours came. Nobody knows
   * what stands there now, so it goes on the list again.
   */
  async function showAgain({ ref }: Shown): Promise<Taken> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const fresh = await ledger.load(delivery.key);
      const main = fresh?.value.main;
      if (!main || !isDeepStrictEqual(main.ref, ref)) return OVERTAKEN;
      delivery = fresh.value;
      version = fresh.version;
      if (await save({ ...delivery, main: { ...main, hash: UNKNOWN_HASH } })) return done();
    }
    return OVERTAKEN;
  }

  async function look(begun: Begun): Promise<Taken> {
    const ageMs = clock.now() - begun.sinceMs;
    // Further in the future than clocks differ, it was written by one that is wrong.
    if (Math.abs(ageMs) < UNDER_WAY_MS) return { is: 'later', waitMs: UNDER_WAY_MS - Math.max(0, ageMs) };
    const turn = await turnAt(limits.read);
    if (turn !== 'now') return notNow(limits.read, turn.waitMs);
    const thread = threadFor(begun.note);
    const answer = await chat.find(channel, deliveryMark(delivery.key, begun.note), {
      sinceMs: begun.sinceMs,
      ...(thread && { thread }),
    });
    if (answer.is !== 'ok') return unsuccessful(answer, limits.read, (change) => save(change(delivery)));
    if (answer.value.is === 'found') {
      return (await save(withPosted(delivery, begun, answer.value.ref))) ? shown() : OVERTAKEN;
    }
    if (answer.value.is === 'not-yet') return { is: 'later', waitMs: answer.value.waitMs };
    // A case twice is a nuisance, a case that nobody sees is what we are there to prevent.
    const isUnsure = answer.value.is === 'cannot-look';
    if (isUnsure) {
      metrics('surface', dimensions, { PossibleRepeats: 1 });
      log('posted again without being able to look', { ...delivery.key, note: begun.note });
    }
    const next = isUnsure ? withCalled(delivery, begun) : delivery;
    return (await save({ ...next, begun: null })) ? done() : OVERTAKEN;
  }

  /** `save`: writes a change to the row, of which the message was certainly not taken. */
  async function unsuccessful(
    answer: Exclude<ChatAnswer<unknown>, { is: 'ok' }>,
    limit: RateLimit,
    saveChange: SaveChange,
  ): Promise<Taken> {
    if (answer.is === 'busy') {
      await saveChange((row) => row);
      await pace.close(limit, clock.now() + answer.retryAfterMs);
      return notNow(limit, answer.retryAfterMs);
    }
    const { reason } = answer;
    log('not shown yet', { ...delivery.key, is: answer.is, reason });
    const refusals = await refusalsNow();
    if (answer.is === 'unknown') {
      if (!(await save({ ...delivery, refusals }))) return OVERTAKEN;
      return { is: 'tripped', trouble: { kind: 'unreachable', reason }, leastMs: SETTLE_MS };
    }
    if (answer.is === 'failed') {
      await saveChange((row) => ({ ...row, refusals }));
      return { is: 'tripped', trouble: { kind: 'unreachable', reason }, leastMs: 0 };
    }
    if (answer.messageGone || (answer.kind === 'place' && isElsewhere(delivery, channel)))
      return (await saveChange(unposted)) ? done() : OVERTAKEN;
    if (answer.kind === 'content') return park(reason, saveChange);
    // It may be the channel, or only this message. Where others open the channel each time, it is the message.
    if (answer.kind === 'unclear' && refusals.count > MOST_REFUSALS) return park(reason, saveChange);
    await saveChange((row) => ({ ...row, refusals }));
    return { is: 'tripped', trouble: { kind: answer.kind, reason }, leastMs: 0 };
  }

  /** The dead letter first: a crash in between parks it once more, and the other order would hide it. */
  async function park(reason: string, saveChange: SaveChange): Promise<Taken> {
    await parts.park(delivery, reason);
    return (await saveChange((row) => ({ ...row, parked: reason }))) ? { is: 'parked', reason } : OVERTAKEN;
  }

  /** How often this message has closed an open channel, now included. */
  async function refusalsNow(): Promise<NonNullable<Delivery['refusals']>> {
    const { count = 0, sinceMs = clock.now() } = delivery.refusals ?? {};
    const wasOpen = !(await ledger.loadOutage(delivery.key.destination))?.value;
    return { count: wasOpen ? count + 1 : count, sinceMs };
  }

  const step = nextStep(delivery, render(delivery));
  if (!step) return (await save(delivery)) ? done() : OVERTAKEN;
  if (step.do === 'look') return look(step.begun);
  return step.do === 'post' ? post(step) : update(step);
}

/** What people know of a case once its message stands there. */
function withKnown(delivery: Delivery, lastChange: number): Delivery {
  const { content, knewChange = lastChange, knewRank } = delivery;
  if (content.kind !== 'case') return delivery;
  return { ...delivery, knewChange, knewRank: knewRank ?? severityRank(severityOf(content.item)) };
}

/** What is shown, or what it goes under, is in another channel: the destination was moved. It is shown anew where it is now. */
const isElsewhere = ({ main, thread }: Delivery, channel: string): boolean => {
  const ref = main?.ref ?? thread;
  return ref !== null && ref !== undefined && !Object.values(ref).some((part) => part.startsWith(channel));
};

/** A person deleted it. It is posted again, and what stood in its thread with it. */
const unposted = (row: Delivery): Delivery => ({
  ...row,
  main: null,
  notes: {},
  memory: null,
  thread: row.main ? row.thread : null,
});
