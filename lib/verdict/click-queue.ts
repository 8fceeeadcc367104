import type { Log } from '../base/log.ts';
import type { QuarantinedMessage } from '../base/queues/quarantine.ts';
import type { VerdictMessage } from './verdict-message.ts';

/** The name of the queue among the bridge's queues. */
export const VERDICT_QUEUE = 'verdict';
/** Tells operators why the ledger keeps a click. */
export const NOT_DEALT_WITH = 'A click was accepted, and the verdict function has not dealt with it yet';

export interface ClickQueueParts {
  /** Stores it in the ledger, from where the reconciler queues it if nothing has handled it within a minute. */
  readonly keep: (
    message: Pick<QuarantinedMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>,
  ) => Promise<void>;
  /** Sends it to the queue. The function that handles it deletes the copy in the ledger. */
  readonly send: (body: string, about: ClickAttributes) => Promise<void>;
  readonly log: Log;
}

export interface ClickAttributes {
  /** The domain of its case, so that a domain whose API hangs does not delay the clicks of others. */
  readonly domain?: string;
  readonly quarantineId?: string;
}

/**
 * Passes on what the action function accepted. A click goes to the ledger and to the queue, and one of them is enough: a
 * queue that is purged or down loses no decision. A denied click decides nothing, and goes to the queue only.
 */
export const createClickQueue =
  ({ keep, send, log }: ClickQueueParts) =>
  async (message: VerdictMessage | Bulk | Asked, body: string): Promise<void> => {
    const id = clickIdOf(message);
    const about = 'domain' in message ? { domain: message.domain } : {};
    if (id === null) return send(body, about);
    const rest = { id, queue: VERDICT_QUEUE, group: null, body, reason: NOT_DEALT_WITH };
    const [kept, sent] = await Promise.allSettled([keep(rest), send(body, { ...about, quarantineId: id })]);
    if (kept.status === 'rejected') log('click not kept', { reason: String(kept.reason) });
    if (sent.status === 'fulfilled') return;
    log('click not queued', { reason: String(sent.reason) });
    if (kept.status === 'rejected') throw sent.reason;
  };

/** A command. It decides nothing, but the person who typed it is waiting. */
type Asked = { readonly kind: 'ask'; readonly askId: string };
type Bulk = { readonly kind: 'bulk'; readonly clickId: string };

function clickIdOf(message: VerdictMessage | Bulk | Asked): string | null {
  if (message.kind === 'ask') return `ask ${message.askId}`;
  if (message.kind === 'bulk') return `bulk ${message.clickId}`;
  if (message.kind === 'denied' || message.kind === 'post' || message.kind === 'escalation') return null;
  const clickId = message.kind === 'decide' ? message.request.id : message.clickId;
  return `${message.domain} ${clickId}`;
}
