import type { BridgeConfig } from '../config/define-bridge.ts';
import type { FeedKey } from '../ledger/feed-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { NotReadyError, type PostureError } from '../posture/errors.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Outbox } from '../queues/outbox.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';
import { type QueueUrls, queueUrlOf } from './address.ts';
import type { Pause } from './feed-state.ts';

export interface NoticeParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  readonly queueUrls: QueueUrls;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Tells the operators why a feed pauses. Does nothing where no `ops` destination is configured. */
export function createPauseNotice({ config, feed, queueUrls, outbox, clock }: NoticeParts) {
  return async function notice(pause: Pause, error: PostureError): Promise<void> {
    const destination = config.ops?.to;
    if (destination === undefined) return;
    const at = new Date(clock.now()).toISOString();
    const id = `${pause.because}-${pause.sinceMs}`;
    const deliveryId = deliveryIdOf({ domain: feed.domain, feed: `${feed.feed}-notice`, id, destination });
    const body = packEnvelope({
      v: 1,
      kind: 'notice',
      deliveryId,
      domain: feed.domain,
      destination,
      routes: [],
      handedOverAt: at,
      notice: { code: `feed_${pause.because}`, at, ...wordsFor(feed, error) },
    });
    await outbox.send(queueUrlOf(config, queueUrls, destination), [{ deliveryId, group: destination, body }]);
  };
}

function wordsFor({ domain, feed }: FeedKey, error: PostureError): { title: string; text: string } {
  if (error instanceof NotReadyError) {
    const days = error.body.days_until_ready;
    const when =
      typeof days === 'number' ? ` The API expects it to be in ${Math.ceil(days * 10) / 10} days.` : '';
    return {
      title: `${domain}: ${feed} are not ready yet`,
      text: `The API has no ${feed} for this domain yet.${when} The bridge looks again at least once an hour and starts by itself.`,
    };
  }
  return {
    title: `${domain}: the API refuses our key`,
    text: `Reading ${feed} is stopped until the key works again. ${error.message} The bridge tries again every five minutes and resumes by itself.`,
  };
}
