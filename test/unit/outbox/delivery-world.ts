import type { Handled, MessageMeta } from '../../../lib/base/queues/sqs-batch.ts';
import type { CaseVerdict } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { deliveryIdOf } from '../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { outcomesWithoutRules } from '../../../lib/chats/document/outcome-choices.ts';
import type { ChatAnswer } from '../../../lib/outbox/chat-port.ts';
import { createDeliver, type DeliverParts } from '../../../lib/outbox/deliver.ts';
import type { DeliveryKey } from '../../../lib/outbox/delivery.ts';
import { keyOf } from '../../../lib/outbox/item-content.ts';
import { createKeepForChats } from '../../../lib/outbox/keep-content.ts';
import { createPace } from '../../../lib/outbox/pace.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import type { WakeUp } from '../../../lib/outbox/wake-up.ts';
import { CALM_POLICY } from '../../support/case-policy.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { createSmallRoom, type SmallMessage, small } from '../../support/small-chat.ts';

type Trouble = (
  call: 'post' | 'update' | 'find',
  text: string,
) => 'lost answer' | Exclude<ChatAnswer<never>, { is: 'ok' }> | null;

/** Deliveries to the small chat, in memory. */
export function createDeliveryWorld({ stormThreshold = 20 } = {}) {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const updates: string[] = [];
  const told: string[] = [];
  const parked: { key: DeliveryKey; reason: string }[] = [];
  const counted: string[] = [];
  const verdicts = new Map<string, CaseVerdict>();
  const records = new Map<string, CaseRecord>();
  let trouble: Trouble = () => null;
  let mayRead = true;
  let posting = '';

  const { posts: posted, chat } = createSmallRoom({
    now: clock.now,
    mayRead: () => mayRead,
    async attempt(what, effect) {
      const wrong = trouble(what, posting);
      if (wrong && wrong !== 'lost answer') return wrong;
      const answer = effect();
      if (answer.is !== 'ok') return answer;
      return wrong ? { is: 'unknown', reason: 'no answer' } : answer;
    },
  });

  const ledger = createDeliveryLedger(rows);
  const outbox = createMemoryOutbox();
  const parts: DeliverParts<SmallMessage> = {
    definition: small,
    chat: {
      ...chat,
      async post(channel, message, options) {
        posting = message.text;
        return chat.post(channel, message, options);
      },
      async update(ref, message) {
        const answer = await chat.update(ref, message);
        if (answer.is === 'ok' || answer.is === 'unknown') updates.push(message.text);
        return answer;
      },
    },
    renderer: small.createRenderer(outcomesWithoutRules),
    ledger,
    pace: createPace({ rows, clock }),
    clock,
    log: () => undefined,
    metrics: (_subject, _dimensions, values) => void counted.push(...Object.keys(values)),
    channelOf: (destination) => (destination === 'gone' ? null : `C-${destination}`),
    answerOf: async (domain, caseId) => verdicts.get(`${domain}/${caseId}`) ?? null,
    policy: CALM_POLICY,
    caseOf: async (domain, caseId) => records.get(`${domain}/${caseId}`) ?? null,
    stormThresholdOf: () => stormThreshold,
    severeFrom: 'high',
    getsThreats: () => true,
    tellOps: async (destination, { kind }, now) => {
      told.push(`${destination} ${now}: ${kind}`);
      return true;
    },
    park: async ({ key }, reason) => void parked.push({ key, reason }),
  };

  const toLedger = handOverWith({ outbox, deliveries: ledger, severeFrom: 'high', clock });

  return {
    clock,
    ledger,
    parts,
    records,
    posted,
    updates,
    told,
    parked,
    rows,
    outbox: toLedger,
    /** Of wake-ups alone. */
    queue: outbox,
    rung: () => outbox.accepted('queue').map(({ body }) => JSON.parse(body)),
    refuseBells: outbox.refuse,
    counted,
    verdicts,
    deliver: delivering(parts),
    texts: () => posted.map(({ message }) => message.text),
    trouble: (next: Trouble) => {
      trouble = next;
    },
    forbidReading: (isForbidden = true) => {
      mayRead = !isForbidden;
    },
  };
}

/** The notifier. What it is given as an envelope was handed over first, as the poller does. */
export function delivering<Message>(parts: DeliverParts<Message>) {
  const deliver = createDeliver(parts);
  const keep = createKeepForChats(parts);
  return async (given: Envelope | WakeUp, about: MessageMeta): Promise<Handled> => {
    if (given.kind === 'wake-up') return deliver(given, about);
    await keep(given, false);
    return deliver(wakeUpFor(given), about);
  };
}

export const meta = (over: Partial<MessageMeta> = {}): MessageMeta => ({
  messageId: 'm1',
  receiptHandle: 'r1',
  group: 'soc',
  receiveCount: 1,
  isLast: true,
  remainingMs: () => 60_000,
  ...over,
});

const AT = '2026-11-15T09:00:00.000Z';
const about = (feed: string, id: string, destination: string) => ({
  deliveryId: deliveryIdOf({ domain: 'acme', feed, id, destination }),
  domain: 'acme',
  destination,
  routes: ['all'],
  handedOverAt: AT,
});

export const caseEnvelope = (
  id: string,
  {
    destination = 'soc',
    events = [] as string[],
    brief,
    updatedAt,
    severity,
    handedOverAt = AT,
  }: {
    severity?: string;
    handedOverAt?: string;
    destination?: string;
    events?: string[];
    brief?: string;
    updatedAt?: string;
  } = {},
): Envelope => ({
  ...about('cases', id, destination),
  handedOverAt,
  kind: 'case',
  item: {
    case_id: id,
    created_at: AT,
    ...(brief && { threat_brief: brief }),
    ...(updatedAt && { updated_at: updatedAt }),
    events: [...events, ...(severity ? [`${id}-severe`] : [])].map((event_id) => ({ event_id, severity })),
  },
});

export const threatEnvelope = (id: string, broadcast = false): Envelope => ({
  ...about('threats', id, 'soc'),
  kind: 'threat',
  item: { event_id: id, created_at: AT },
  ...(broadcast && { broadcast }),
});

/** As the poller hands it over. */
export const handOver = (envelope: Envelope) => ({ deliveryId: envelope.deliveryId, envelope });

/** Wakes the notifier for a case. */
export const wakeUpAbout = (id: string, feed: 'cases' | 'threats' = 'cases'): WakeUp => ({
  ...{ v: 1, kind: 'wake-up', domain: 'acme', destination: 'soc', items: [{ feed, id }] },
});

function wakeUpFor(envelope: Envelope): WakeUp {
  const { domain, destination, feed, id } = keyOf(envelope);
  return { v: 1, kind: 'wake-up', domain, destination, items: [{ feed, id }] };
}
