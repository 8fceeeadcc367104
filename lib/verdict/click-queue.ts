import type { Log } from '../platform/log.ts';
import type { RestingMessage } from '../queues/resting-messages.ts';
import type { SeveralMessage } from './several-message.ts';
import type { VerdictMessage } from './verdict-message.ts';

/** The name of the queue among those of the bridge. */
export const VERDICT_QUEUE = 'verdict';
/** Of a click that rests; in words for the operators. */
export const NOT_DEALT_WITH = 'A click was accepted, and the verdict function has not dealt with it yet';

export interface ClickQueueParts {
  /** Puts it into the ledger, from where the reconciler queues it if nobody deals with it within a minute. */
  readonly keep: (
    message: Pick<RestingMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>,
  ) => Promise<void>;
  /** Puts it into the queue. Whoever deals with it ends its rest. */
  readonly send: (body: string, restingId?: string) => Promise<void>;
  readonly log: Log;
}

/**
 * Hands on what the action function accepted. A click goes into the ledger and into the queue, and one of them is enough:
 * a queue that is purged or down loses no decision. What was denied decides nothing, and goes into the queue only.
 */
export const createClickQueue =
  ({ keep, send, log }: ClickQueueParts) =>
  async (message: VerdictMessage | Several | Asked, body: string): Promise<void> => {
    const id = clickIdOf(message);
    if (id === null) return send(body);
    const rest = { id, queue: VERDICT_QUEUE, group: null, body, reason: NOT_DEALT_WITH };
    const [kept, sent] = await Promise.allSettled([keep(rest), send(body, id)]);
    if (kept.status === 'rejected') log('click not kept', { reason: String(kept.reason) });
    if (sent.status === 'fulfilled') return;
    log('click not queued', { reason: String(sent.reason) });
    if (kept.status === 'rejected') throw sent.reason;
  };

/** A command. Nothing is decided by it, but the person who typed it waits. */
type Asked = { readonly kind: 'ask'; readonly askId: string };
type Several = Pick<SeveralMessage, 'kind' | 'clickId'>;

function clickIdOf(message: VerdictMessage | Several | Asked): string | null {
  if (message.kind === 'ask') return `ask ${message.askId}`;
  if (message.kind === 'several') return `several ${message.clickId}`;
  if (message.kind === 'denied' || message.kind === 'post' || message.kind === 'unanswered') return null;
  const clickId = message.kind === 'decide' ? message.request.id : message.clickId;
  return `${message.domain} ${clickId}`;
}
