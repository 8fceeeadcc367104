import type { Decision, DecisionState } from '../case/answer.ts';
import type { EventType } from '../config/event-types.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import type { Case } from '../posture/schemas/case.ts';
import { type EndpointEvent, type EventContent, newEvent } from './endpoint-event.ts';
import { writeEvent } from './write-event.ts';

const AT = Date.parse('2026-11-16T09:30:00Z');
const CASE_ID = '4d8698f6-0f1c-4e6e-9a51-3f0b6f6f2a10';
const EVENT_ID = '0b0e7a52-5c4e-4f0d-8f2e-6a1f7f0f6b11';

const item = (over: object = {}): Case => ({
  case_id: CASE_ID,
  user_name: 'Ada Lovelace',
  user_email: 'ada@example.com',
  threat_type: 'data_exfiltration',
  threat_brief: 'Downloaded 1,200 files and shared them outside of the organization.',
  created_at: '2026-11-16T09:29:12Z',
  updated_at: '2026-11-16T09:29:40Z',
  closed_at: null,
  events: [
    {
      event_id: EVENT_ID,
      severity: 'high',
      category: ['data_movement'],
      title: 'Mass download',
      created_at: '2026-11-16T09:28:58Z',
    },
  ],
  ...over,
});
const told = (over?: object): EventContent => ({ kind: 'case', item: item(over), trimmed: [] });
const decided = (state: DecisionState): EventContent => ({
  kind: 'decision',
  decision: {
    id: 'click-1',
    outcome: 'TRUE_POSITIVE',
    comment: 'Confirmed with the manager.',
    eventIds: [],
    by: { surface: 'soc-chat', id: 'U0123ABCD', name: 'Grace Hopper' },
    place: 'soc',
    clickedAtMs: AT - 15_000,
    overrides: null,
    state,
    approvedBy: null,
    episode: 0,
  } satisfies Decision,
});
const data = (said: object): EventContent => ({ kind: 'data', data: { domain: 'acme', ...said } });

const CONTENTS: Readonly<Record<EventType, EventContent>> = {
  'case.created': told(),
  'case.changed': told({ updated_at: '2026-11-16T09:41:02Z', state: 'investigating' }),
  'case.closed': told({ closed_at: '2026-11-16T10:12:00Z', state: 'closed' }),
  'case.claimed': data({
    case_id: CASE_ID,
    claimed_by: { name: 'Grace Hopper', chat: 'soc-chat', id: 'U0123ABCD' },
    claimed_at: '2026-11-16T09:30:00.000Z',
  }),
  'threat.created': {
    kind: 'threat',
    item: {
      event_id: EVENT_ID,
      title: 'Impossible travel',
      category: ['credential_access'],
      source: 'signin_logs',
      user_name: 'Ada Lovelace',
      user_email: 'ada@example.com',
      created_at: '2026-11-16T09:28:58Z',
    },
    trimmed: [],
  },
  'verdict.recorded': decided({ is: 'recorded', atMs: AT, resolved: true }),
  'verdict.failed': decided({
    is: 'failed',
    because: 'rejected',
    message: 'The platform refused the verdict.',
    mayBeRecorded: false,
    atMs: AT,
  }),
  'integration.changed': data({
    integration: { connector_type: 'signin_logs', display_name: 'Sign-in logs', status: 'degraded' },
    status_before: 'active',
  }),
  'bridge.notice': {
    kind: 'notice',
    notice: {
      code: 'destination_closed',
      title: 'soc: new messages are refused since 2026-11-16 09:30 UTC',
      text: 'The app is no longer in the channel.',
      at: '2026-11-16T09:30:00.000Z',
    },
  },
  'bridge.test': { kind: 'data', data: { message: 'The bridge can reach this endpoint.' } },
};

function aboutWhat(type: EventType): Pick<DeliveryKey, 'feed' | 'id'> {
  if (type.startsWith('threat.')) return { feed: 'threats', id: EVENT_ID };
  const isCase = type.startsWith('case.') || type.startsWith('verdict.');
  return isCase ? { feed: 'cases', id: CASE_ID } : { feed: 'notices', id: type };
}

/** An event of each type, as a receiver gets it. */
export function exampleOf(type: EventType, format: 'plain' | 'cloudevents' = 'plain'): object {
  const content = CONTENTS[type];
  const event: EndpointEvent = newEvent({
    key: { domain: 'acme', ...aboutWhat(type), destination: 'siem' },
    deliveryId: `example ${type}`,
    type,
    atMs: AT,
    content,
  });
  return JSON.parse(writeEvent(event, content, { format, bridge: 'posture-bridge', isFull: true }).body);
}
