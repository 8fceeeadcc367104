import { utc } from '../base/text/format.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { Notice } from '../case/message-content.ts';
import { chatLabel } from '../config/chats.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../routing/ops-notice.ts';
import type { TellOps } from './circuit-breaker.ts';
import type { DeliveryKey } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import type { Outage } from './outage.ts';
import { changePriority } from './priority.ts';

export interface OutageNoticeParts extends OpsNoticeParts {
  readonly ledger: Pick<DeliveryLedger, 'load' | 'keep'>;
  /** What a reason of this chat means and what to do, in words; undefined for one that it does not know. */
  readonly explain?: ((reason: string) => string | undefined) | undefined;
  /** What the bridge does meanwhile, in a sentence. */
  readonly meanwhile?: string | undefined;
}

const MEANWHILE = 'The bridge keeps everything, retries every few minutes, and posts it once it can.';

const MEANS: Readonly<Record<Outage['kind'], string>> = {
  credentials:
    'The chat does not accept the bridge, or the app lacks a permission. Put a valid token or password into its parameter, or give the app that permission.',
  place:
    'The channel is gone, or the app is not in it. Add the app to the channel, or name another channel in the configuration.',
  unclear: 'The chat does not say clearly why. Look at the channel and at the app in it.',
  unreachable: 'The chat does not answer. If it is down, just wait.',
};
const MORE = 'More: docs/runbook.md, "Destination is closed"';
const CODES = { closed: 'destination_closed', open: 'destination_open', over: 'destination_was_closed' };

/** Tells the operators that a destination takes nothing, and that it does again; unless it is their own destination. */
export const createOutageNotice =
  (parts: OutageNoticeParts): TellOps =>
  async (destination, outage, now) => {
    const { config, clock, explain, meanwhile = MEANWHILE } = parts;
    const to = config.ops?.to;
    if (to === undefined || to === destination) return true;
    const domain = Object.keys(config.domains)[0] ?? '';
    const idOf = (what: string) => `${what}-${destination}-${outage.sinceMs}`;
    const words = { destination, label: chatLabel(config.destinations[destination]?.type ?? ''), outage };
    const means = explain?.(outage.reason) ?? MEANS[outage.kind];
    if (now === 'down') {
      return sendOpsNotice(parts, {
        domain,
        id: idOf('closed'),
        ...downWords(words, `${means} ${meanwhile}`),
      });
    }
    const first = deliveryIdOf({ domain, feed: 'notice', id: idOf('closed'), destination: to });
    const key: DeliveryKey = { domain, feed: 'notices', id: first, destination: to };
    const at = new Date(clock.now()).toISOString();
    if (await replaceUnshown(parts, key, { ...overWords(words, means, clock.now()), at })) return true;
    return sendOpsNotice(parts, { domain, id: idOf('open'), ...upWords(words) });
  };

/** If nobody has seen the first notice yet, it is replaced by one that says that the outage is over. */
async function replaceUnshown(
  { ledger, clock }: OutageNoticeParts,
  key: DeliveryKey,
  notice: Notice,
): Promise<boolean> {
  const saved = await ledger.load(key);
  if (saved?.value.content.kind !== 'notice') return false;
  const { main, begun, parked, content } = saved.value;
  // A function that crashed afterwards has replaced it already.
  if (content.notice.code === CODES.over) return true;
  if (main !== null || begun !== null || parked !== null) return false;
  const rev = (saved.value.rev ?? 0) + 1;
  const next = { ...saved.value, content: { kind: 'notice' as const, notice }, rev };
  const priority = { at: saved.todo ?? changePriority(clock.now()) };
  return (await ledger.keep(next, { priority, only: 'newer' }, clock.now())) !== null;
}

interface Words {
  readonly destination: string;
  readonly label: string;
  readonly outage: Outage;
}
type Said = Omit<Notice, 'at'>;

const isReached = ({ outage: { kind } }: Words): boolean => kind !== 'unreachable';

/** Says since when, because the operators may read it late. */
const downWords = (words: Words, means: string): Said => ({
  code: CODES.closed,
  title: isReached(words)
    ? `${words.destination}: refusing new messages since ${utc(words.outage.sinceMs)}`
    : `${words.destination}: ${words.label} unreachable since ${utc(words.outage.sinceMs)}`,
  text: `${means} ${MORE} (${words.outage.reason}).`,
});

const upWords = (words: Words): Said => ({
  code: CODES.open,
  title: `${words.destination}: works again`,
  text: `${happened(words)} since ${utc(words.outage.sinceMs)}. What waited is being posted now.`,
});

const overWords = (words: Words, means: string, nowMs: number): Said => ({
  code: CODES.over,
  title: `${words.destination}: works again after an outage`,
  text: `${happened(words)} from ${utc(words.outage.sinceMs)} to ${utc(nowMs)}. What waited is being posted now. Likely cause: ${means} ${MORE} (${words.outage.reason}).`,
});

const happened = (words: Words): string =>
  isReached(words) ? 'New messages were refused' : `${words.label} could not be reached`;
