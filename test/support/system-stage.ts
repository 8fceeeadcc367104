import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { httpHandler, type SentRequest } from '../../lib/base/http/http-event.ts';
import { createSeal, type Seal } from '../../lib/base/seal.ts';
import type { CaseVerdict } from '../../lib/case/answer.ts';
import type { CaseRecord } from '../../lib/case/case-record.ts';
import { decidingWebhooks } from '../../lib/config/authority.ts';
import { type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';
import { createLinksApp } from '../../lib/features/systems/links-app.ts';
import type { SentToSystem } from '../../lib/features/systems/submission.ts';
import { createKeysOfSystems } from '../../lib/features/systems/system-keys.ts';
import { createTakeVerdict } from '../../lib/features/systems/take-verdict.ts';
import { createVerdictsApp } from '../../lib/features/systems/verdicts-app.ts';
import { createRequestCounts } from '../../lib/verdict/log-refused-requests.ts';
import type { VerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemorySubmissions } from './memory/memory-submissions.ts';

export const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** What the systems of the stage sign with, by the names of the parameters. */
export const SECRETS: Readonly<Record<string, string>> = {
  '/soar': secretOf(1),
  '/siem': secretOf(2),
  '/log': secretOf(3),
  '/duty': secretOf(5),
};

const webhook = (name: string, more: object = {}) => ({
  type: 'webhook' as const,
  url: `https://${name}.example.com/hook`,
  secret: `/${name}`,
  ...more,
});

/**
 * `soar` and `siem` may decide, `soar` by links too. `log` may not, and no rule names it; `duty` may not, because its own rule counts before
 * the one that names it.
 */
export const stageConfig = (more: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: {
      acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' },
      zeta: { baseUrl: 'https://api.example/v2', apiKey: '/other-key' },
    },
    slack: { signingSecret: '/secret', botToken: '/token' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      soar: webhook('soar', { verdicts: { allow: { webhooks: ['soar'] } }, links: true }),
      siem: webhook('siem', { verdicts: { allow: { webhooks: ['siem'] } } }),
      log: webhook('log'),
      duty: webhook('duty', { verdicts: { allow: { slackUsers: ['U0ADAWINTER'] } } }),
    },
    routes: [{ name: 'all', to: ['soc', 'soar', 'siem', 'log', 'duty'] }],
    verdicts: {
      allow: { slackUsers: ['U0ADAWINTER'], webhooks: ['duty'] },
      outcomes: { DUPLICATE: { comment: 'required' }, ESCALATED: { approval: true } },
    },
    ...more,
  });

export interface StageRequest {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export const LINK_SEAL: Seal = createSeal({ secret: Buffer.alloc(32, 4) });

export interface StageOptions {
  readonly config?: ReturnType<typeof stageConfig>;
  readonly secrets?: Record<string, string>;
  readonly seal?: Seal | null;
  readonly startMs?: number;
}

/** The part of the action function that systems see, over the events of API Gateway. */
export function createSystemStage({
  config = stageConfig(),
  secrets,
  seal = LINK_SEAL,
  startMs,
}: StageOptions = {}) {
  const clock = createManualClock(startMs);
  const known = { ...SECRETS, ...secrets };
  const submissions = createMemorySubmissions();
  const sent = new Map<string, SentToSystem>();
  const verdicts = new Map<string, CaseVerdict>();
  const records = new Map<string, CaseRecord>();
  const queued: VerdictMessage[] = [];
  const lines: string[] = [];
  const reads: string[] = [];
  let trouble: Error | null = null;
  const log = (event: string, fields: object = {}) => void lines.push(JSON.stringify({ event, ...fields }));
  const nameOf = (...parts: readonly string[]) => JSON.stringify(parts);
  const cases = {
    async sentTo(domain: string, caseId: string, destination: string) {
      reads.push('sent');
      return sent.get(nameOf(domain, caseId, destination)) ?? null;
    },
    async answerOf(domain: string, caseId: string) {
      reads.push('verdict');
      return verdicts.get(nameOf(domain, caseId)) ?? null;
    },
    async recordOf(domain: string, caseId: string) {
      reads.push('record');
      return records.get(nameOf(domain, caseId)) ?? null;
    },
  };
  const take = createTakeVerdict({
    config,
    cases,
    async queue(message) {
      if (trouble) throw trouble;
      queued.push(message);
    },
    clock,
    log,
  });
  const counts = createRequestCounts({ surface: 'webhook', clock, log, metrics: () => undefined });
  const keysOf = createKeysOfSystems({
    systems: decidingWebhooks(config),
    async readSecret(name) {
      reads.push(name);
      const secret = known[name];
      if (secret === undefined) throw new Error(`there is no parameter ${name}`);
      return secret;
    },
    clock,
    log,
  });
  const app = new Hono<{ Bindings: SentRequest }>();
  app.route('/:secret', createVerdictsApp({ config, keysOf, submissions, cases, take, counts, clock, log }));
  app.route('/:secret', createLinksApp({ config, cases, take, seal: async () => seal, counts, clock, log }));
  const handle = httpHandler(app.fetch);

  return {
    ...{ clock, submissions, queued, lines, reads, secrets: known },
    /** Without an argument it works again. */
    queueFails(error: Error | null = null) {
      trouble = error;
    },
    sendCase(domain: string, caseId: string, ...destinations: readonly string[]) {
      for (const destination of destinations)
        sent.set(nameOf(domain, caseId, destination), { createdAtMs: 7, routes: ['all'] });
    },
    decided: (verdict: CaseVerdict) => void verdicts.set(nameOf(verdict.domain, verdict.caseId), verdict),
    followed: (record: CaseRecord) => void records.set(nameOf(record.domain, record.caseId), record),
    decisions: () => queued.filter(({ kind }) => kind === 'decide'),
    async send({ method = 'POST', path, query = '', headers = {}, body = '', ...rest }: StageRequest) {
      const http = { method };
      const event = {
        rawPath: path,
        rawQueryString: query,
        headers,
        requestContext: { http },
        body,
        ...rest,
      };
      const answer = await handle(event);
      const isJson = answer.body !== '' && /json/.test(answer.headers['content-type'] ?? '');
      return { ...answer, json: (isJson ? JSON.parse(answer.body) : {}) as Record<string, unknown> };
    },
  };
}
export type SystemStage = ReturnType<typeof createSystemStage>;

export interface ToSign {
  readonly to?: string;
  readonly key?: string;
  readonly body?: string;
  readonly secret?: string;
  readonly atMs: number;
  readonly method?: string;
}

/** A request as a system signs it. */
export function signedRequest({ to = 'soar', key = 'k1', body = '', secret, atMs, method }: ToSign) {
  const timestamp = String(Math.floor(atMs / 1000));
  const bytes = Buffer.from((secret ?? SECRETS[`/${to}`] ?? secretOf(9)).replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${key}.${timestamp}.${body}`).digest('base64');
  return {
    method: method ?? 'POST',
    path: `/anything/verdicts/${to}`,
    headers: {
      'webhook-id': key,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    } as Record<string, string>,
    body,
  };
}

export const CASE_ID = '4d8698f6-0f1c-4e6e-9a51-3f0b6f6f2a10';

export const submittedBody = (more: object = {}): string =>
  JSON.stringify({ domain: 'acme', case_id: CASE_ID, outcome: 'SAFE', comment: 'Looked at it.', ...more });
