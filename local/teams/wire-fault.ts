import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Service, TeamsEnv } from './service.ts';
import type { Fault, Operation } from './state/fault-book.ts';
import type { RequestRecord } from './state/request-log.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What came of a call: the answer, and what the request log says about it. */
export type Answered = {
  readonly response: Response;
  readonly error?: string | undefined;
  readonly conversation?: string | undefined;
  readonly activityId?: string | undefined;
};

/** Breaks the connection for real; without a socket a 503 has to do. */
const breakOff = (c: Context<TeamsEnv>): Response => {
  const socket = c.env?.outgoing?.socket;
  if (socket === undefined || socket === null) return c.text('', 503);
  socket.destroy();
  // A native answer: once a server runs, the framework's own Response would be written to the socket.
  return RESPONSE_ALREADY_SENT.clone();
};

const failing = (c: Context<TeamsEnv>, fault: Fault): Response => {
  if (fault.kind === 'down')
    return fault.status === undefined ? breakOff(c) : c.text('upstream connect error', fault.status as 503);
  const limited = fault.kind === 'ratelimited';
  const code = fault.code ?? (limited ? 'TooManyRequests' : 'ServiceError');
  const wait = limited ? (fault.retry_after ?? 1) : fault.retry_after;
  return c.json(
    { error: { code, message: 'Planned by a fault.' } },
    (limited ? 429 : fault.status) as 500,
    wait === undefined ? {} : { 'Retry-After': String(wait) },
  );
};

/** Does the work, or what a fault has planned for this call, and writes down what came of it. */
export const withFault = async (
  service: Service,
  c: Context<TeamsEnv>,
  operation: Operation,
  work: () => Promise<Answered>,
): Promise<Response> => {
  const { faults, requests, changes, now } = service;
  const note = (fields: Omit<RequestRecord, 'operation' | 'at'>): void => {
    requests.add({ operation, at: now(), ...fields });
    service.print(`teams <- bot ${operation}: ${fields.error ?? fields.status ?? 'broken'}`);
    changes.tell('request', { operation, ok: fields.ok, error: fields.error ?? null });
  };
  const fault = faults.next(operation);
  if (fault?.delay_ms !== undefined) await sleep(fault.delay_ms);
  if (fault === undefined || fault.kind === 'slow' || fault.kind === 'drop-after') {
    const { response, error, conversation, activityId } = await work();
    const lost = fault?.kind === 'drop-after';
    note({
      status: response.status,
      ok: response.ok,
      ...(error === undefined ? {} : { error }),
      ...(conversation === undefined ? {} : { conversation }),
      ...(activityId === undefined ? {} : { activityId }),
      ...(lost ? { lost } : {}),
    });
    return lost ? breakOff(c) : response;
  }
  const broken = fault.kind === 'down' && fault.status === undefined;
  const status = fault.kind === 'ratelimited' ? 429 : fault.status;
  note({
    ok: false,
    error: fault.code ?? fault.kind,
    ...(broken || status === undefined ? {} : { status }),
  });
  return failing(c, fault);
};
