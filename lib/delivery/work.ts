import type { Renderer } from '../chats/shared/renderer.ts';
import { leaveToNewer, RestsError } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { Handled, MessageMeta } from '../queues/sqs-batch.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { createDigests, SCREENFUL } from './digests.ts';
import { createDoors, type TellOps } from './doors.ts';
import { type Loaded, type StepParts, type Taken, takeStep } from './take-step.ts';
import { isOrdinary, isSevere, placeOf, rankIn, type SevereFrom } from './urgency.ts';

export interface WorkParts<Message> extends StepParts<Message> {
  readonly renderer: Renderer<Message>;
  readonly verdictOf: (domain: string, caseId: string) => Promise<CaseVerdict | null>;
  readonly severeFrom: SevereFrom;
  /** More new items than this for a destination in a minute become a digest; null: never. */
  readonly stormThresholdOf: (destination: string) => number | null;
  readonly tellOps: TellOps;
}

/** The row is finished, or another version's. */
interface Passed {
  readonly is: 'passed';
}

/** What one step may take: a call with its timeout, and the writes around it. */
const STEP_MS = 18_000;
/** So much of the list is looked at to find what is next. */
const LOOK = 50;
/** A message that rests for longer than this leaves its queue: the reconciler rings again. */
const LONGEST_REST_MS = 65_000;
/** After so many receives too. */
const MOST_RECEIVES = 50;
/** So many rows in one run may fail before something is wrong with more than them. */
const MOST_FAILURES = 3;

/**
 * Shows what waits for a destination, the most urgent first, one step after the other. The list is read again before
 * each step, so what is urgent waits for one step and not for a backlog.
 */
export function createWork<Message>(parts: WorkParts<Message>) {
  const { ledger, clock, log, metrics, renderer, severeFrom } = parts;
  const digests = createDigests({ ...parts, isTold });
  const doorOf = createDoors(parts);

  return async function work(
    destination: string,
    channel: string,
    named: readonly RowKey[],
    meta: MessageMeta,
  ): Promise<Handled> {
    const door = await doorOf(destination);
    if (door.restMs > 0) return restFor(door.restMs, meta);
    const unseen = new Map(named.map((row) => [nameOf(row), row]));
    const passed = new Set<string>();
    let laterMs: number | null = null;
    const failures: unknown[] = [];
    let isFirstPick = true;

    while (meta.remainingMs() >= STEP_MS) {
      const next = (await nextOnList(destination, passed, isFirstPick ? door.probed : 0)) ?? first(unseen);
      isFirstPick = false;
      if (!next) {
        if (await digests.keepUp(destination)) continue;
        if (failures.length > 0) throw failures[0];
        return laterMs === null ? 'done' : restFor(laterMs, meta);
      }
      const mayDigest = next.at && isOrdinary(next.at) && parts.stormThresholdOf(destination) !== null;
      if (mayDigest && (await digests.tellBacklog(destination))) continue;
      const taken = await show(next.row, channel).catch((error: unknown): Passed => {
        // One row that cannot be dealt with, or is a newer version's, does not hold up the others.
        if (!(error instanceof RestsError)) failures.push(error);
        if (failures.length >= MOST_FAILURES) throw error;
        return { is: 'passed' };
      });
      if (taken.is === 'busy') return restFor(taken.waitMs, meta);
      if (taken.is === 'closed') return restFor(await door.close(taken.trouble, taken.leastMs), meta);
      // The list may be moments behind the rows: what was found finished, or in other hands, is not taken again.
      if (taken.is === 'later') laterMs = Math.min(laterMs ?? taken.waitMs, taken.waitMs);
      if (taken.is === 'passed' || taken.is === 'overtaken' || taken.is === 'later') {
        passed.add(nameOf(next.row, next.at));
        unseen.delete(nameOf(next.row));
      }
      if (taken.is === 'shown' || taken.is === 'parked') await door.open();
    }
    return meta.receiveCount < MOST_RECEIVES ? 'go on' : 'done';
  };

  /** The first on the list; of more than a screenful of new items the newest. */
  async function nextOnList(destination: string, passed: ReadonlySet<string>, probed: 0 | 1) {
    const isFresh = ({ key, at }: { key: RowKey; at: string }) => !passed.has(nameOf(key, at));
    const list = (await ledger.todo(destination, { limit: LOOK + passed.size })).filter(isFresh);
    const top = list[probed] ?? list[0];
    if (!top) return null;
    const rank = rankIn(top.at);
    const alike = list.filter(({ at }) => rankIn(at) === rank);
    if (alike.length <= SCREENFUL || !isOrdinary(top.at)) return { row: top.key, at: top.at };
    const range = { from: `${rank}#`, until: `${rank}#~`, backwards: true };
    const newest = await ledger.todo(destination, { ...range, limit: 1 + passed.size });
    const { key: row, at } = newest.find(isFresh) ?? top;
    return { row, at };
  }

  async function show(row: RowKey, channel: string): Promise<Taken | Passed> {
    const saved = await ledger.read(row).catch(leaveToNewer);
    if (saved?.todo === undefined) return { is: 'passed' };
    const settled = isUnsettled(saved.value) ? await settle(saved) : loadedFrom(saved);
    if ('is' in settled) return settled;
    if ('first' in settled) {
      const first = await show(ledger.rowOf(settled.first), channel);
      // All that wait for a digest wait for the same.
      return first.is === 'later' ? { is: 'busy', waitMs: first.waitMs } : first;
    }
    return step(settled, channel);
  }

  async function step(loaded: Loaded, channel: string): Promise<Taken> {
    const { key } = loaded.delivery;
    const verdict = key.feed === 'cases' ? await parts.verdictOf(key.domain, key.id) : null;
    const taken = await takeStep(parts, loaded, {
      channel,
      render: (delivery) => renderer.render(delivery, verdict),
      placeOf: (delivery, next) => placeOf(delivery, next, { severeFrom, decided: verdict !== null }),
    });
    if (taken.is === 'parked') {
      metrics('surface', { Surface: parts.definition.name }, { MessagesParked: 1 });
      log('parked', { ...key, reason: taken.reason });
    }
    return taken;
  }

  /** Decides once under which message a new item goes. It is written with the first step. */
  async function settle({ value, version }: SavedDelivery): Promise<Loaded | Taken | { first: DeliveryKey }> {
    const settled = (delivery: Delivery) => ({ delivery: { ...delivery, settled: true }, version });
    const { content } = value;
    if (content.kind === 'case') await linkEvents(value.key, content.item.events ?? []);
    if (content.kind === 'notice' || isSevere(content, severeFrom))
      return settled({ ...value, broadcast: false });
    if (await isTold(value)) return settled({ ...value, toldElsewhere: true });
    const ofCase = content.kind === 'threat' ? await shownCase(value.key) : null;
    const thread = ofCase && (ofCase.value.thread ?? ofCase.value.main?.ref);
    if (thread) return settled({ ...value, thread });
    const digest = await digests.threadFor(value, parts.stormThresholdOf(value.key.destination));
    if (digest === 'overtaken') return { is: 'overtaken' };
    if ('first' in digest) return digest;
    // Nothing of a storm goes into the channel: that is what its digest is for.
    return settled({ ...value, broadcast: false, thread: digest.thread });
  }

  async function linkEvents({ domain, id }: DeliveryKey, events: readonly { event_id: string }[]) {
    if (events.length === 0) return;
    await ledger.linkEvents(
      domain,
      id,
      events.map(({ event_id }) => event_id),
      clock.now(),
    );
  }

  /** Whether its case tells it: a reply of its own would only be the same again. */
  async function isTold({ key, content, broadcast }: Delivery): Promise<boolean> {
    return content.kind === 'threat' && !broadcast && (await shownCase(key)) !== null;
  }

  /** The case that a threat belongs to, where it is or will be shown. */
  async function shownCase({ domain, destination, id }: DeliveryKey): Promise<SavedDelivery | null> {
    const caseId = await ledger.caseOf(domain, id);
    if (caseId === null) return null;
    const posted = await ledger.load({ domain, feed: 'cases', id: caseId, destination });
    return posted && posted.value.parked === null ? posted : null;
  }
}

/** The version before posts without deciding that, and so has decided it. */
const isUnsettled = ({ settled, main, begun }: Delivery): boolean =>
  settled === false && main === null && begun === null;
const loadedFrom = ({ value, version }: SavedDelivery): Loaded => ({ delivery: value, version });
const nameOf = ({ pk, sk }: RowKey, at = ''): string => JSON.stringify([pk, sk, at]);
const first = (rows: ReadonlyMap<string, RowKey>) => {
  const [row] = rows.values();
  return row ? { row, at: '' } : null;
};

/** Everything is in the ledger: a message that would rest for long is let go, and the reconciler rings again. */
const restFor = (ms: number, { receiveCount }: MessageMeta): Handled =>
  ms <= LONGEST_REST_MS && receiveCount < MOST_RECEIVES ? { retryAfterMs: ms, exactly: true } : 'done';
