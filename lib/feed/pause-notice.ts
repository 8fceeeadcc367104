import { counted, utc } from '../base/text/format.ts';
import { NotReadyError, type PostureError } from '../posture/posture-errors.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../routing/ops-notice.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { Pause } from './feed-state.ts';

export interface NoticeParts extends OpsNoticeParts {
  readonly feed: FeedKey;
}

/** Tells the operators why a feed pauses. Resolves to whether they know. Does nothing without an `ops` destination. */
export const createPauseNotice =
  ({ feed, ...parts }: NoticeParts) =>
  (pause: Pause, error: PostureError): Promise<boolean> =>
    sendOpsNotice(parts, {
      domain: feed.domain,
      id: idOf(feed, pause),
      code: `feed_${pause.because}`,
      ...wordsFor(feed, error),
    });

/** Tells the operators that the API accepts the key again, if they were told that it was refused. */
export const createResumeNotice =
  ({ feed, ...parts }: NoticeParts) =>
  async (pause: Pause): Promise<void> => {
    if (pause.because !== 'unauthorized' || !pause.told) return;
    const since = utc(pause.sinceMs);
    await sendOpsNotice(parts, {
      domain: feed.domain,
      id: `resumed-${idOf(feed, pause)}`,
      code: 'feed_authorized',
      title: `${feed.domain}: the API accepts our key again`,
      text: `It had been refused since ${since}. The bridge continues where it stopped.`,
    });
  };

/** Both feeds of a domain meet a refused key within moments. That is one notice, so it has one id. */
const idOf = ({ feed }: FeedKey, { because, sinceMs }: Pause): string =>
  because === 'unauthorized'
    ? `${because}-${Math.floor(sinceMs / KEY_NOTICE_MS)}`
    : `${because}-${feed}-${sinceMs}`;

const KEY_NOTICE_MS = 15 * 60_000;

function wordsFor({ domain, feed }: FeedKey, error: PostureError): { title: string; text: string } {
  if (error instanceof NotReadyError) {
    const days = error.body.days_until_ready;
    const when = typeof days === 'number' ? ` Expected in ${counted(Math.ceil(days * 10) / 10, 'day')}.` : '';
    return {
      title: `${domain}: ${feed} are not ready yet`,
      text: `The API has no ${feed} for this domain yet.${when} The bridge checks at least once an hour and starts on its own.`,
    };
  }
  return {
    title: `${domain}: the API refuses our key`,
    text: `Nothing can be read from the API until the key works again. ${error.message} The bridge retries after 30 seconds, then at least every five minutes, and resumes on its own once the key works.`,
  };
}
