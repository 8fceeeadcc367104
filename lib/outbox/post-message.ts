import { severityOf } from '../case/evidence.ts';
import { isCallNote } from '../case/note-keys.ts';
import { severityRank } from '../posture/severity.ts';
import type { MessageRef } from './chat-port.ts';
import {
  type Begun,
  type Delivery,
  MAIN,
  nextStep,
  type Step,
  withCalled,
  withoutPost,
  withPosted,
} from './delivery.ts';
import { isRefusedOften, retryOrPark } from './retry-or-park.ts';
import { deliveryMark, OVERTAKEN, PATIENCE_MS, personSaid, type Sync, type Taken } from './sync-step.ts';

type Post<Message> = Extract<Step<Message>, { do: 'post' }>;

const LEFT_OUT: MessageRef = { leftOut: 'yes' };

/** Posts a message or a note: the row says first that the post begins. */
export async function postMessage<Message>(
  sync: Sync<Message>,
  { note, message, hash }: Post<Message>,
): Promise<Taken> {
  const { row, clock, knewChange } = sync;
  const begun = begunWith(sync, { note, hash }, clock.now());
  const known = note === MAIN && !row.delivery.main ? withKnown(row.delivery, knewChange) : row.delivery;
  return (await row.save({ ...known, begun })) ? postBegun(sync, begun, message) : OVERTAKEN;
}

/**
 * Writes what was just done, and posts the note that follows at once, if there is one. That note begins with the same
 * write. Null when another function was quicker.
 */
export async function saveAndGoOn<Message>(
  sync: Sync<Message>,
  change: (row: Delivery) => Delivery,
  save: (change: (row: Delivery) => Delivery, how?: { readonly stays: boolean }) => Promise<boolean>,
): Promise<Taken | null> {
  const { row, clock } = sync;
  const next = await following(sync, change(row.delivery));
  if (!next) return (await save(change)) ? sync.shown() : null;
  const sinceMs = clock.now();
  const isSaved = await save((one) => beginning(sync, change(one), next, sinceMs), { stays: true });
  if (!isSaved) return null;
  const { begun } = row.delivery;
  return begun?.note === next.note && begun.sinceMs === sinceMs
    ? postBegun(sync, begun, next.message)
    : sync.shown();
}

async function postBegun<Message>(sync: Sync<Message>, begun: Begun, message: Message): Promise<Taken> {
  const { row, chat, channel, pace, limits, log, metrics, mentionsOf, clock } = sync;
  const { note } = begun;
  const unbegun = (one: Delivery): Delivery => withoutPost(one, begun);
  // Last of all before the post: whatever takes time in between would bring two posts closer together.
  const turn = await pace.turn(limits.post, PATIENCE_MS, postsAhead(sync));
  if (turn !== 'now') {
    await row.saveOutcome(begun, unbegun);
    return { is: 'busy', waitMs: turn.waitMs };
  }
  const thread = sync.threadFor(note);
  const saysWho = personSaid(sync, begun);
  const drawnFrom = row.delivery;
  const answer = await chat.post(channel, message, {
    mark: deliveryMark(row.delivery, note),
    ...(note !== MAIN && { isNote: true }),
    ...(thread && { thread }),
    ...(thread && isInChannelToo(row.delivery, begun) && { broadcast: true }),
    ...(begun.calls && { mentions: mentionsOf(note) }),
  });
  const isRefused = answer.is === 'refused' && answer.kind === 'content';
  // A chat refuses a whole message that mentions somebody whom it does not know. Shown without that is better than not at all.
  if (isRefused && begun.calls) return withoutCalls(sync, begun, answer.reason);
  // Nor may what the platform says of a person keep a case from being shown.
  const isLastTry = answer.is === 'refused' && answer.kind === 'unclear' && isRefusedOften(drawnFrom);
  if ((isRefused || isLastTry) && saysWho) {
    log('posted without who it is about', { ...row.delivery.key, reason: answer.reason });
    const left = (one: Delivery) => ({ ...unbegun(one), notes: { ...one.notes, [saysWho.key]: LEFT_OUT } });
    return (await row.saveOutcome(begun, left)) ? sync.done() : OVERTAKEN;
  }
  if (isRefused && note !== MAIN) {
    // One note that cannot be shown must not keep the others from being shown.
    log('note left out', { ...row.delivery.key, note, code: answer.code });
    const isSaved = await row.saveOutcome(begun, (one) => withPosted(one, begun, LEFT_OUT));
    return isSaved ? sync.done() : OVERTAKEN;
  }
  if (answer.is !== 'ok') {
    return retryOrPark(sync, answer, limits.post, (change) =>
      row.saveOutcome(begun, (one) => {
        const next = change(unbegun(one));
        // It begins anew, or waits for a person: nothing is looked for.
        const isOver = next.parked !== null || (note !== MAIN && next.main === null);
        return isOver ? { ...next, begun: null, lost: undefined } : next;
      }),
    );
  }
  if (note === MAIN && !row.delivery.main) {
    metrics('surface', sync.dimensions, {
      MessagesPosted: 1,
      TimeToPost: clock.now() - row.delivery.handedOverAtMs,
    });
  }
  // Somebody may have been forgotten while it was posted: then the message is drawn again without what it said.
  const mayKeep = (one: Delivery) => one === drawnFrom || one.forgotten === undefined;
  const posted = (one: Delivery) => withPosted(one, begun, answer.value, mayKeep(one) ? saysWho : undefined);
  const taken = await saveAndGoOn(sync, posted, (change, how) => row.saveOutcome(begun, change, how));
  return taken ?? OVERTAKEN;
}

/** What the row says before a post. It says first that the post mentions people: a crash must not mention them again. */
const begunWith = <Message>(
  { row, mentionsOf }: Sync<Message>,
  { note, hash }: Pick<Begun, 'note' | 'hash'>,
  sinceMs: number,
): Begun => ({
  note,
  hash,
  sinceMs,
  ...(mentionsOf(note).length > 0 && !row.delivery.called?.includes(note) && { calls: true }),
});

/** The note that follows at once; null when there is none, or when something else is more urgent. */
async function following<Message>(
  { render, priorityOf, mayGoOn }: Sync<Message>,
  delivery: Delivery,
): Promise<Post<Message> | null> {
  const step = nextStep(delivery, render(delivery));
  if (step?.do !== 'post' || step.note === MAIN || step.note === delivery.lost?.note) return null;
  // An error here must not keep us from writing down what was just done.
  const may = await mayGoOn(priorityOf(delivery, step)).catch(() => false);
  return may ? step : null;
}

/** The delivery with this note begun, if it is still the next step. */
function beginning<Message>(
  sync: Sync<Message>,
  delivery: Delivery,
  { note, hash }: Post<Message>,
  sinceMs: number,
): Delivery {
  const step = nextStep(delivery, sync.render(delivery));
  return step?.do === 'post' && step.note === note
    ? { ...delivery, begun: begunWith(sync, { note, hash }, sinceMs) }
    : delivery;
}

/** How many posts are to come in this channel, as far as the notifier knows and its run has time for them. */
function postsAhead<Message>({ row: { delivery }, render, waiting, limits, leftMs }: Sync<Message>): number {
  const notes = render(delivery).notes.filter(({ key }) => delivery.notes[key] === undefined).length;
  const posts = waiting - 1 + notes + (delivery.main ? 0 : 1);
  return Math.min(posts, 1 + Math.max(0, Math.floor(leftMs() / limits.post.gapMs)));
}

/** The next step posts the message again, and mentions nobody. */
async function withoutCalls<Message>(sync: Sync<Message>, begun: Begun, reason: string): Promise<Taken> {
  const { row, log, mentionsOf } = sync;
  const { key } = row.delivery;
  log('calls refused', { ...key, note: begun.note, reason });
  await sync
    .tellUncalled?.(key.destination, mentionsOf(begun.note), reason)
    .catch((error: unknown) => log('operators not told', { problem: String(error) }));
  const change = (one: Delivery) => withoutPost(withCalled(one, begun), begun);
  return (await row.saveOutcome(begun, change)) ? sync.done() : OVERTAKEN;
}

/** People who are called again find the note in the channel, and not only deep in a thread. */
const isInChannelToo = ({ broadcast, main }: Delivery, { note, calls }: Begun): boolean =>
  note === MAIN ? broadcast && !main : isCallNote(note) && calls === true;

/** What people know of a case once its message is posted. */
function withKnown(delivery: Delivery, lastChange: number): Delivery {
  const { content, knewChange = lastChange, knewRank } = delivery;
  if (content.kind !== 'case') return delivery;
  return { ...delivery, knewChange, knewRank: knewRank ?? severityRank(severityOf(content.item)) };
}
