import { createConsole } from '../../../console/app.ts';
import { createReadWithheld } from '../../../console/flow/read-withheld.ts';
import type { LedgerReader } from '../../../console/ledger-reader.ts';
import { createLocalSource } from '../../../console/local-home/local-source.ts';
import { createLocalSurroundings } from '../../../console/local-home/local-surroundings.ts';
import { createFunctionLogs } from '../../../console/local-home/logs/function-logs.ts';
import type { StandIns } from '../../../console/local-home/stand-ins.ts';
import type { Change, Snapshot } from '../../../console/wire.ts';
import type { CaseVerdict, DecisionEntry, TrailEntry } from '../../../lib/case/answer.ts';
import { type BridgeConfig, type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { readItemPartition } from '../../../lib/ledger/item-partition.ts';
import type { Delivery } from '../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { EMPTY_ROW } from '../../../lib/posture/budget/budget-window.ts';
import type { LocalFunction } from '../../../local/cloud/function-pool.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

export const NOW = Date.UTC(2026, 10, 15, 9, 0, 0);
export const HOST = '127.0.0.1:4004';
export const ORIGIN = `http://${HOST}`;

// Answers are read loosely on purpose: the tests say what is in them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

export const configOf = (more: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: { acme: { baseUrl: 'http://127.0.0.1:4010/api/v1/external', apiKey: '/pb/acme/api-key' } },
    slack: { signingSecret: '/pb/slack/signing-secret', botToken: '/pb/slack/bot-token' },
    destinations: { soc: { type: 'slack', channel: 'C0SOC0CASES' } },
    routes: [{ name: 'everything', to: 'soc' }],
    verdicts: { allow: { slackUsers: ['U0ADAWINTER', 'U0BOLARSEN'] } },
    ...more,
  });

export const KEY = { domain: 'acme', feed: 'cases', id: 'case-1' } as const;

export const caseItem = (more: object = {}) => ({
  case_id: KEY.id,
  user_name: 'Ida Berg',
  user_email: 'ida.berg@acme.example',
  threat_type: 'data_exfiltration',
  threat_brief: 'Much was copied.',
  created_at: new Date(NOW - 60_000).toISOString(),
  events: [],
  ...more,
});

export const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  key: { ...KEY, destination: 'soc' },
  content: { kind: 'case', item: caseItem() as Loose, trimmed: [] },
  settled: true,
  broadcast: false,
  thread: null,
  main: { ref: { channel: 'C0SOC0CASES', ts: `${NOW / 1_000 - 40}.000100` }, hash: 'h' },
  notes: {},
  begun: null,
  memory: null,
  parked: null,
  handedOverAtMs: NOW - 50_000,
  ...more,
});

export const ADA = { surface: 'slack', id: 'U0ADAWINTER', name: 'ada.winter' } as const;

export const trailEntry = (more: Partial<DecisionEntry> = {}): DecisionEntry => ({
  atMs: NOW - 30_000,
  what: 'requested',
  id: 'd1',
  outcome: 'TRUE_POSITIVE',
  by: ADA,
  place: 'soc',
  comment: null,
  answer: null,
  ...more,
});

export const verdict = (
  trail: readonly TrailEntry[] = [trailEntry()],
  more: Partial<CaseVerdict> = {},
): CaseVerdict => ({
  domain: KEY.domain,
  caseId: KEY.id,
  version: 1,
  decision: {
    id: 'd1',
    outcome: 'TRUE_POSITIVE',
    comment: null,
    eventIds: [],
    by: ADA,
    place: 'soc',
    clickedAtMs: NOW - 30_000,
    overrides: null,
    approvedBy: null,
    episode: 0,
    state: { is: 'recorded', atMs: NOW - 20_000, resolved: true },
  },
  trail,
  createdAtMs: NOW - 60_000,
  ...more,
});

/** A console over parts in memory: no socket, no cloud. */
export function createHarness({
  standIns = {},
  config = configOf(),
}: {
  standIns?: StandIns;
  config?: BridgeConfig;
} = {}) {
  const answers = createMemoryAnswerLedger();
  const rows = createMemoryVersionedRows();
  const deliveries = createDeliveryLedger(rows);
  const events = createEventLedger(rows);
  const cases = createCaseLedger(rows);
  const feeds = createMemoryFeedLedger();
  const logs = createFunctionLogs({ now: () => NOW, secrets: ['hush'], soon: (then) => then() });
  const cloud = { functions: [] as LocalFunction[], queues: async () => ({}), outputs: {} };
  const ledger: LedgerReader = {
    ...{ feeds, deliveries, answers, events, cases },
    itemOf: ({ pk }) => readItemPartition(pk),
    budget: async () => EMPTY_ROW,
    health: async () => ({ headline: 'The bridge is healthy.', problems: [] }),
    withheld: createReadWithheld(rows, () => NOW),
    latestThreats: async () => ({ items: [], isPart: false }),
    trailLength: async () => 0,
  };
  const home = { config, standIns, cloud, logs, ledger, now: () => NOW };
  const source = createLocalSource(home);
  const surroundings = createLocalSurroundings(home);
  const made = createConsole({ source, surroundings, files: { script: 'export {};', style: ':root {}' } });
  const get = (path: string, headers: Record<string, string> = {}) =>
    made.app.request(path, { headers: { Host: HOST, ...headers } });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    made.app.request(path, {
      method: 'POST',
      headers: { Host: HOST, Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...made, source, cloud, logs, answers, cases, deliveries, feeds, get, post, events, rows };
}

type Sent =
  | { event: 'snapshot'; data: Snapshot }
  | { event: 'change'; data: Change }
  | { event: 'beat'; data: object };

/** Reads server-sent events one by one. */
export function eventsOf(answer: Response) {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    async next(): Promise<Sent> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const event = text.slice(0, end);
          text = text.slice(end + 2);
          const [, name] = /^event: (.*)$/m.exec(event) ?? [];
          const [, data = 'null'] = /^data: (.*)$/m.exec(event) ?? [];
          return { event: name, data: JSON.parse(data) } as Sent;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream has ended');
        text += decoder.decode(value, { stream: true });
      }
    },
    end: () => reader.cancel(),
  };
}
