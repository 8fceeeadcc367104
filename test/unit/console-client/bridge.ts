import { openBridge } from '../../../console/client/state/change-bridge.ts';
import type { Bridge } from '../../../console/client/state/state.ts';
import type { Message, Snapshot } from '../../../console/wire.ts';

const queue = (id: string, consumer: string) => ({
  id,
  consumer,
  waiting: 0,
  inFlight: 0,
  delayed: 0,
  dead: 0,
});

export const SNAPSHOT: Snapshot = {
  atMs: 1_000_000,
  person: 'ada',
  people: [{ id: 'ada', name: 'Ada Winter', role: 'analyst' }],
  about: {
    bridge: 'posture-bridge on this machine',
    pages: ['cases', 'chat', 'verdicts', 'health', 'flow', 'config', 'world'],
    acts: false,
    domains: ['acme'],
    decidable: true,
    outcomes: [],
    links: [],
    notes: [],
  },
  slack: { isStandIn: true, channels: [{ id: 'C1', name: 'soc', total: 0 }], messages: [] },
  teams: { isStandIn: true, channels: [{ id: 'T1', name: 'soc-teams', total: 0 }], messages: [] },
  flow: {
    functions: [{ id: 'poll', counts: { invocations: 3, errors: 0, busy: 0 } }],
    queues: [
      queue('slack', 'notify-slack'),
      queue('teams', 'notify-teams'),
      queue('poll', 'poll'),
      queue('verdict', 'verdict'),
    ],
    feeds: [],
    budgets: [],
    closed: [],
    endpoints: [],
    withheld: { muted: 0, deduped: 0, more: false },
  },
  modal: null,
  items: [],
  world: {
    api: {
      isStandIn: true,
      domains: ['acme'],
      state: 'well',
      order: 'newest-first',
      orders: ['newest-first', 'unordered'],
    },
    slack: { isStandIn: true, up: true },
    teams: { isStandIn: true, up: true },
    functions: [{ id: 'poll', armed: false }],
  },
  health: { headline: 'The bridge is healthy.', problems: [] },
  activity: [],
  trouble: null,
  verdicts: 0,
};

/** What the page knows at first. */
export const BRIDGE: Bridge = openBridge(SNAPSHOT);

export const message = (key: string, more: Partial<Message> = {}): Message => ({
  channel: 'C1',
  key,
  atMs: Number(key),
  author: 'posture-bridge',
  bot: true,
  edited: false,
  onlyYou: false,
  root: null,
  broadcast: false,
  replies: 0,
  html: '<p>a case</p>',
  text: 'a case',
  ...more,
});

export const item = (id: string, stage: 'queued' | 'shown' | 'waiting' | 'posting' | 'recorded') =>
  ({ domain: 'acme', feed: 'cases', id, title: id, stage, atMs: 1 }) as const;
