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

/** Tells the operators why a feed pauses; whether they know. Does nothing where no `ops` destination is configured. */
export function createPauseNotice({ config, feed, queueUrls, outbox, clock }: NoticeParts) {
  return async function notice(pause: Pause, error: PostureError): Promise<boolean> {
    const destination = config.ops?.to;
    if (destination === undefined) return true;
    const at = new Date(clock.now()).toISOString();
    const deliveryId = deliveryIdOf({
      domain: feed.domain,
      feed: 'notice',
      id: idOf(feed, pause),
      destination,
    });
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
    const queueUrl = queueUrlOf(config, queueUrls, destination);
    const unsent = await outbox.send(queueUrl, [{ deliveryId, group: destination, body }]);
    return unsent.length === 0;
  };
}

/** Both feeds of a domain meet a refused key within moments. That is one thing to say, so it has one id. */
const idOf = ({ feed }: FeedKey, { because, sinceMs }: Pause): string =>
  because === 'unauthorized'
    ? `${because}-${Math.floor(sinceMs / KEY_NOTICE_MS)}`
    : `${because}-${feed}-${sinceMs}`;

const KEY_NOTICE_MS = 15 * 60_000;

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
    text: `Nothing can be read from the API until the key works again. ${error.message} The bridge tries again every five minutes and resumes by itself.`,
  };
}
