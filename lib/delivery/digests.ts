import type { MessageRef } from '../chats/shared/chat.ts';
import type { Renderer } from '../chats/shared/renderer.ts';
import { backoffFor, type Handled, type MessageMeta } from '../queues/sqs-batch.ts';
import type { DeliveryParts } from './bring-up-to-date.ts';
import { type Arrival, CALM, countArrival, type Digest, type Storm } from './storm.ts';

export interface DigestsParts<Message> extends DeliveryParts<Message> {
  readonly renderer: Renderer<Message>;
  /** More new items than this for a destination in a minute become a digest; null: never. */
  readonly stormThresholdOf: (destination: string) => number | null;
}

const PATIENCE_MS = 5_000;

const refused = (reason: string): { handled: Handled } => ({ handled: { parkedBecause: reason } });

/** The digests of storms: one message in the channel, and a thread with every item. */
export function createDigests<Message>(parts: DigestsParts<Message>) {
  const { ledger, chat, renderer, pace, clock, metrics, definition } = parts;

  async function post(
    destination: string,
    channel: string,
    { storm, digest, version }: { storm: Storm; digest: Digest; version: number },
    meta: MessageMeta,
  ): Promise<{ thread: MessageRef } | { handled: Handled }> {
    const again = { handled: { retryAfterMs: backoffFor(meta) } };
    const save = (next: Partial<Digest>, known: number) =>
      ledger.saveStorm(destination, { ...storm, digest: { ...digest, ...next } }, known, clock.now());
    let known = version;
    if (digest.begunMs !== null) {
      const found = await chat.find(channel, digest.id, { sinceMs: digest.begunMs });
      if (found.is === 'refused') return refused(found.reason);
      if (found.is !== 'ok') return again;
      if (found.value.is === 'found') {
        const { ref } = found.value;
        return (await save({ ref, begunMs: null }, known)) === null ? again : { thread: ref };
      }
      if (found.value.is === 'cannot-look')
        metrics('surface', { Surface: definition.name }, { PossibleRepeats: 1 });
    }
    const begun = await save({ begunMs: clock.now() }, known);
    if (begun === null) return again;
    known = begun;
    const turn = await pace.turn(definition.rateLimits(channel).post, PATIENCE_MS);
    if (turn !== 'now') {
      await save({ begunMs: null }, known);
      return { handled: { retryAfterMs: turn.waitMs } };
    }
    const answer = await chat.post(channel, renderer.renderDigest(digest), { mark: digest.id });
    if (answer.is === 'refused') {
      await save({ begunMs: null }, known);
      return refused(answer.reason);
    }
    if (answer.is === 'busy')
      await pace.close(definition.rateLimits(channel).post, clock.now() + answer.retryAfterMs);
    if (answer.is === 'busy' || answer.is === 'failed') await save({ begunMs: null }, known);
    if (answer.is !== 'ok') return again;
    const posted = await save({ ref: answer.value, begunMs: null, shownTotal: digest.total }, known);
    return posted === null ? again : { thread: answer.value };
  }

  return {
    /** Counts a new item, and says under which message it goes; null: it stands on its own. */
    async threadFor(
      destination: string,
      channel: string,
      arrival: Arrival,
      meta: MessageMeta,
    ): Promise<{ thread: MessageRef | null } | { handled: Handled }> {
      const threshold = parts.stormThresholdOf(destination);
      if (threshold === null) return { thread: null };
      const saved = await ledger.loadStorm(destination);
      const before = saved?.value ?? CALM;
      const storm = countArrival(before, arrival, threshold);
      const version =
        storm === before
          ? (saved?.version ?? 0)
          : await ledger.saveStorm(destination, storm, saved?.version ?? 0, clock.now());
      if (version === null) return { handled: 'retry' };
      const { digest } = storm;
      if (!digest) return { thread: null };
      return digest.ref
        ? { thread: digest.ref }
        : post(destination, channel, { storm, digest, version }, meta);
    },

    /** Lets a digest say how many there are, once for each batch of items. */
    async keepUp(destination: string, channel: string, meta: MessageMeta): Promise<Handled | null> {
      if (!meta.isLast || parts.stormThresholdOf(destination) === null) return null;
      const limit = definition.rateLimits(channel).update;
      const saved = await ledger.loadStorm(destination);
      const digest = saved?.value.digest;
      if (!saved || !digest?.ref || digest.shownTotal === digest.total) return null;
      const turn = await pace.turn(limit, PATIENCE_MS);
      if (turn !== 'now') return { retryAfterMs: turn.waitMs };
      const answer = await chat.update(digest.ref, renderer.renderDigest(digest));
      if (answer.is === 'busy') {
        await pace.close(limit, clock.now() + answer.retryAfterMs);
        return { retryAfterMs: answer.retryAfterMs };
      }
      if (answer.is === 'failed' || answer.is === 'unknown') return { retryAfterMs: backoffFor(meta) };
      // Refused: the items are in its thread all the same, so its number may stay behind.
      const storm = { ...saved.value, digest: { ...digest, shownTotal: digest.total } };
      await ledger.saveStorm(destination, storm, saved.version, clock.now());
      return null;
    },
  };
}
