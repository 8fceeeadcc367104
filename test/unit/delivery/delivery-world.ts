import type { Chat, ChatAnswer, MessageRef } from '../../../lib/chats/shared/chat.ts';
import { createDeliver, type DeliverParts } from '../../../lib/delivery/deliver.ts';
import type { DeliveryKey } from '../../../lib/delivery/delivery.ts';
import { createPace } from '../../../lib/delivery/pace.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { deliveryIdOf } from '../../../lib/queues/delivery-id.ts';
import type { Envelope } from '../../../lib/queues/envelope.ts';
import type { MessageMeta } from '../../../lib/queues/sqs-batch.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

export interface Posted {
  readonly ref: MessageRef;
  readonly channel: string;
  readonly mark: string;
  readonly thread: string | null;
  readonly broadcast: boolean;
  readonly atMs: number;
  text: string;
}

type Trouble = (
  call: 'post' | 'update' | 'find',
) => 'lost answer' | Exclude<ChatAnswer<never>, { is: 'ok' }> | null;

/** A chat in memory: messages are plain texts. */
export function createDeliveryWorld({ stormThreshold = 20 } = {}) {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const posted: Posted[] = [];
  const updates: string[] = [];
  const told: { key: DeliveryKey; reason: string }[] = [];
  const counted: string[] = [];
  const verdicts = new Map<string, CaseVerdict>();
  let trouble: Trouble = () => null;
  let mayRead = true;

  const chat: Chat<string> = {
    async post(channel, text, { mark, thread, broadcast = false }) {
      const wrong = trouble('post');
      if (wrong && wrong !== 'lost answer') return wrong;
      if (thread && !posted.some(({ ref }) => ref.ts === thread.ts)) return gone;
      const ref = { channel, ts: String(posted.length + 1) };
      posted.push({ ref, channel, text, mark, thread: thread?.ts ?? null, broadcast, atMs: clock.now() });
      return wrong ? { is: 'unknown', reason: 'no answer' } : { is: 'ok', value: ref };
    },
    async update(ref, text) {
      const wrong = trouble('update');
      if (wrong && wrong !== 'lost answer') return wrong;
      const message = posted.find((one) => one.ref.ts === ref.ts);
      if (!message) return gone;
      message.text = text;
      updates.push(text);
      return wrong ? { is: 'unknown', reason: 'no answer' } : { is: 'ok', value: null };
    },
    async find(channel, mark, { thread }) {
      const wrong = trouble('find');
      if (wrong && wrong !== 'lost answer') return wrong;
      if (!mayRead) return { is: 'ok', value: { is: 'cannot-look' } };
      const found = posted.find(
        (one) => one.channel === channel && one.mark === mark && one.thread === (thread?.ts ?? null),
      );
      return { is: 'ok', value: found ? { is: 'found', ref: found.ref } : { is: 'absent' } };
    },
  };

  const ledger = createDeliveryLedger(rows);
  const parts: DeliverParts<string> = {
    surface: 'slack',
    chat,
    ledger,
    pace: createPace({ rows, clock }),
    lanesOf: (channel) => ({
      post: { name: `slack#post#${channel}`, gapMs: 1_000 },
      update: { name: 'slack#update', gapMs: 0 },
      read: { name: 'slack#read', gapMs: 0 },
    }),
    clock,
    log: () => undefined,
    metrics: (_subject, _dimensions, values) => void counted.push(...Object.keys(values)),
    face: {
      show: ({ content }, verdict) => ({
        main: { message: textOf(content, verdict), hash: textOf(content, verdict) },
        notes:
          content.kind === 'case'
            ? (content.item.events ?? []).map(({ event_id }) => ({
                key: event_id,
                message: `note ${event_id}`,
              }))
            : [],
        memory: null,
      }),
      showDigest: ({ total }) => `storm of ${total}`,
    },
    channelOf: (destination) => (destination === 'gone' ? null : `C-${destination}`),
    verdictOf: async (domain, caseId) => verdicts.get(`${domain}/${caseId}`) ?? null,
    stormThresholdOf: () => stormThreshold,
    tellOps: async (parked) => void told.push(parked),
  };

  return {
    clock,
    ledger,
    parts,
    posted,
    updates,
    told,
    counted,
    verdicts,
    deliver: createDeliver(parts),
    texts: () => posted.map(({ text }) => text),
    trouble: (next: Trouble) => {
      trouble = next;
    },
    forbidReading: () => {
      mayRead = false;
    },
  };
}

const gone = { is: 'refused', code: 'message_not_found', reason: 'gone', messageGone: true } as const;

const textOf = (
  content: { kind: string; item?: unknown; notice?: unknown },
  verdict: CaseVerdict | null,
): string => {
  const { case_id, event_id, threat_brief } = (content.item ?? {}) as Record<string, string>;
  const state = verdict ? ` ${verdict.decision.outcome}` : '';
  return `${content.kind} ${case_id ?? event_id ?? ''}${threat_brief ? ` ${threat_brief}` : ''}${state}`.trim();
};

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
  v: 1 as const,
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
  }: {
    destination?: string;
    events?: string[];
    brief?: string;
    updatedAt?: string;
  } = {},
): Envelope => ({
  ...about('cases', id, destination),
  kind: 'case',
  item: {
    case_id: id,
    created_at: AT,
    ...(brief && { threat_brief: brief }),
    ...(updatedAt && { updated_at: updatedAt }),
    events: events.map((event_id) => ({ event_id })),
  },
});

export const threatEnvelope = (id: string, broadcast = false): Envelope => ({
  ...about('threats', id, 'soc'),
  kind: 'threat',
  item: { event_id: id, created_at: AT },
  ...(broadcast && { broadcast }),
});

export const refreshEnvelope = (id: string, version: number): Envelope => ({
  ...about('cases', id, 'soc'),
  kind: 'refresh',
  refresh: { feed: 'cases', id, version },
});
