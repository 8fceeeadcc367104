import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Clock, type Random, systemClock } from '../base/clock.ts';
import { createHttpTransport, type Transport } from '../base/http/http-transport.ts';
import {
  type CaseFilter,
  type NhiFilter,
  type ParameterNames,
  type ThreatFilter,
  UNCONFIRMED_NAMES,
  type UserFilter,
} from './filters.ts';
import { createList, type List } from './list.ts';
import { caseList, nhiList, threatList, userList } from './list-definitions.ts';
import { parseTolerant } from './parse-tolerant.ts';
import {
  InvalidRequestError,
  MalformedError,
  PostureError,
  RejectedError,
  TooLargeError,
  UnreachableError,
} from './posture-errors.ts';
import { type Call, createSendRequest, type PostureEvent } from './request.ts';
import { createMemoryBudget, type RequestBudget } from './request-budget.ts';
import type { Case } from './schemas/case.ts';
import { Drift } from './schemas/drift.ts';
import { Integration } from './schemas/integration.ts';
import { type Nhi, NhiDetail } from './schemas/nhi.ts';
import {
  isPersona,
  Persona,
  type PersonaDetail,
  PersonaOverview,
  PersonaPlaceholder,
} from './schemas/persona.ts';
import type { Threat } from './schemas/threat.ts';
import type { User } from './schemas/user.ts';
import { type Verdict, VerdictResult } from './schemas/verdict-schema.ts';
import { type VerdictAnswer, verdictProblems } from './verdict-problems.ts';

/** The confirmed names; the others stay guesses. */
type SomeNames = {
  readonly [L in keyof ParameterNames]?:
    | { readonly [F in keyof ParameterNames[L]]?: string | undefined }
    | undefined;
};

export interface PostureClientOptions {
  /** Includes the prefix: `https://.../api/v1/external`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly auth?: 'x-api-key' | 'bearer';
  readonly budget?: RequestBudget;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly newId?: () => string;
  readonly transport?: Transport;
  /** For one attempt. */
  readonly timeoutMs?: number;
  /** How often a read is retried at most; the deadline of a call may end it earlier. */
  readonly retries?: number;
  readonly parameterNames?: SomeNames;
  readonly observe?: (event: PostureEvent) => void;
}

/** The ten endpoints of the Security Posture API. */
export interface PostureClient {
  readonly cases: List<Case, CaseFilter>;
  readonly threats: List<Threat, ThreatFilter>;
  readonly users: List<User, UserFilter>;
  readonly nhis: List<Nhi, NhiFilter>;
  personaOverview(tuid: string, call?: Call): Promise<PersonaOverview>;
  personaDetail(tuid: string, call?: Call): Promise<PersonaDetail>;
  nhiDetail(nuid: string, call?: Call): Promise<NhiDetail>;
  integration(connectorType: string, call?: Call): Promise<Integration>;
  drift(driftId: string, call?: Call): Promise<Drift>;
  /** Sent once and never retried here: a lost answer is an outcome of its own. */
  submitVerdict(caseId: string, verdict: Verdict, call?: Call): Promise<VerdictAnswer>;
  /** Closes the kept-alive connections. */
  close(): void;
}

/** The largest answer by its kind: one resource with everything that belongs to it, or a receipt. */
const MOST_BYTES = { detail: 4 * 1024 * 1024, receipt: 256 * 1024 } as const;

export function createPostureClient(options: PostureClientOptions): PostureClient {
  const clock = options.clock ?? systemClock;
  const transport = options.transport ?? createHttpTransport();
  const observe = options.observe ?? (() => {});
  const newId = options.newId ?? randomUUID;
  const named = options.parameterNames ?? {};
  const send = createSendRequest({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    auth: options.auth ?? 'x-api-key',
    transport,
    budget: options.budget ?? createMemoryBudget(clock),
    clock,
    random: options.random ?? Math.random,
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 4,
    observe,
  });

  /** Encodes an identifier as one path segment, so that no identifier can lead to another endpoint. */
  function segment(id: string, name: string): string {
    if (!id || id === '.' || id === '..') throw new InvalidRequestError([`${name} is missing`]);
    // Paths appear in error messages and in other people's logs.
    if (id === options.apiKey) throw new InvalidRequestError([`${name} is the API key`]);
    return encodeURIComponent(id);
  }

  async function get<T>(path: string, schema: z.ZodMiniType<T>, call: Call = {}): Promise<T> {
    const { body } = await send({ method: 'GET', path, mostBytes: MOST_BYTES.detail }, call);
    return read(path, schema, body);
  }

  function read<T>(path: string, schema: z.ZodMiniType<T>, body: unknown): T {
    const result = parseTolerant(schema, body);
    if (!result.ok)
      throw new MalformedError(`${path} was answered with an unexpected shape: ${result.reason}`);
    for (const repair of result.repairs)
      observe({ type: 'repaired', ...repair, path: `${path} ${repair.path}` });
    return result.value;
  }

  return {
    cases: createList(caseList, send, observe),
    threats: createList(
      threatList(withNames(UNCONFIRMED_NAMES.threats, named.threats), newId),
      send,
      observe,
    ),
    users: createList(userList(withNames(UNCONFIRMED_NAMES.users, named.users)), send, observe),
    nhis: createList(nhiList(withNames(UNCONFIRMED_NAMES.nhi, named.nhi), newId), send, observe),

    personaOverview: async (tuid, call) => get(`/personas/${segment(tuid, 'tuid')}`, PersonaOverview, call),
    nhiDetail: async (nuid, call) => get(`/nhi/personas/${segment(nuid, 'nuid')}/detail`, NhiDetail, call),
    integration: async (type, call) =>
      get(`/integrations/${segment(type, 'connector_type')}`, Integration, call),
    drift: async (id, call) => get(`/drift/${segment(id, 'drift_id')}`, Drift, call),

    async personaDetail(tuid, call) {
      const path = `/personas/${segment(tuid, 'tuid')}/detail`;
      const body = await get(path, PersonaPlaceholder, call);
      return isPersona(body)
        ? { variant: 'persona', persona: read(path, Persona, body) }
        : { variant: 'placeholder', placeholder: body };
    },

    async submitVerdict(caseId, verdict, call = {}) {
      const path = `/cases/${segment(caseId, 'case_id')}/verdict`;
      const problems = verdictProblems(verdict);
      if (problems.length) throw new InvalidRequestError(problems);
      try {
        const request = { path, body: JSON.stringify(verdict), mostBytes: MOST_BYTES.receipt };
        const { body } = await send({ method: 'POST', ...request }, call);
        const result = read(path, VerdictResult, body);
        if (result.case_id.toLowerCase() !== caseId.toLowerCase()) {
          throw new MalformedError(`POST ${path} was answered for another case`);
        }
        if (result.success !== false) return { status: 'recorded', result };
        return {
          status: 'refused',
          error: new RejectedError(`POST ${path} was answered with success: false`, 200),
        };
      } catch (error) {
        if (!(error instanceof PostureError)) throw error;
        return { status: leavesDoubt(error) ? 'unknown' : 'refused', error };
      }
    },

    close: () => transport.close(),
  };
}

function withNames<T extends Record<string, string>>(
  defaults: T,
  known: { readonly [K in keyof T]?: string | undefined } = {},
): { readonly [K in keyof T]: string } {
  const given = Object.entries(known).filter(([, name]) => name !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** After these errors, the server may have recorded the verdict without our knowing. */
const leavesDoubt = (error: PostureError): boolean =>
  error instanceof MalformedError ||
  error instanceof TooLargeError ||
  (error instanceof UnreachableError && error.maybeReceived) ||
  (error instanceof RejectedError &&
    (error.status >= 500 || error.status === 408 || isRedirect(error.status)));

/** Many servers answer with a redirect to a form that they did process. */
const isRedirect = (status: number): boolean => status >= 300 && status < 400;
