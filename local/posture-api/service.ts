import type { HttpBindings } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRates, type Rates } from '../stand-in-kit/rates.ts';
import { type CaseChanges, createCaseChanges } from './case-changes.ts';
import { type Clock, createClock } from './clock.ts';
import { createDomain, type Domain } from './domain.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { createPathFaults, type PathFaults } from './path-faults.ts';
import { createRequestTally, type RequestTally } from './request-tally.ts';
import type { Verdict } from './schemas/verdict.ts';
import { DEFAULT_SETTINGS, DEFAULT_SIZES, type PostureApiOptions, type Settings } from './settings.ts';
import { openWorldBook } from './world-book.ts';

export type ReceivedVerdict = {
  readonly domain: string;
  readonly case_id: string;
  readonly body: Verdict;
  readonly received_at: string;
};

export type Tenant = { readonly domain: Domain; readonly changes: CaseChanges };

export type Service = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly keys: KeyRing;
  readonly rates: Rates;
  readonly faults: PathFaults;
  readonly tally: RequestTally;
  readonly verdicts: ReceivedVerdict[];
};

// The bindings are empty when a test calls the app without a socket.
export type ApiEnv = { Bindings: Partial<HttpBindings>; Variables: { tenant: Tenant; key: string } };
export type ApiApp = OpenAPIHono<ApiEnv>;

const settingsOf = (options: PostureApiOptions): Settings => ({
  order: options.order ?? DEFAULT_SETTINGS.order,
  cursor: options.cursor ?? DEFAULT_SETTINGS.cursor,
  createdAfter: options.createdAfter ?? DEFAULT_SETTINGS.createdAfter,
  readLimit: options.readLimit ?? DEFAULT_SETTINGS.readLimit,
  writeLimit: options.writeLimit ?? DEFAULT_SETTINGS.writeLimit,
  retryAfter: options.retryAfter ?? DEFAULT_SETTINGS.retryAfter,
});

export const createService = (options: PostureApiOptions): Service => {
  const settings = settingsOf(options);
  const real = options.realClock ?? Date.now;
  const book = openWorldBook(options.notebook, options.seed ?? DEFAULT_SIZES.seed, real);
  const sizes = { ...DEFAULT_SIZES, ...options, seed: book.seed };
  const clock = createClock({
    real: book.now,
    fixedNowMs: options.now,
    offsetMs: options.clockOffsetMs ?? 0,
  });
  const names = [...new Set((options.keys ?? []).map(({ domain }) => domain))];
  const past = new Map(
    names.map((name) => {
      const domain = createDomain({ ...sizes, name, order: settings.order, clock });
      return [name, { domain, changes: createCaseChanges(domain) }];
    }),
  );
  book.relive(past);
  const tenants = new Map(
    [...past].map(([name, { domain, changes }]) => [name, { domain, changes: book.noting(name, changes) }]),
  );
  return {
    settings,
    clock,
    tenants,
    keys: createKeyRing(options.keys ?? []),
    rates: createRates(clock.elapsedMs),
    faults: createPathFaults(sizes.seed),
    tally: createRequestTally(),
    verdicts: [],
  };
};
