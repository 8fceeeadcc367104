import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Changes } from './changes.ts';
import type { StandInEnv } from './chat-core.ts';
import type { FaultBook } from './fault-book.ts';
import { given } from './fields.ts';

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A native answer, whatever was loaded first: once a server runs, the framework's own Response replaces the global one,
 * and would be written to the socket although it says that it was already sent.
 */
export const alreadySent = (): Response => RESPONSE_ALREADY_SENT.clone();

/** Really breaks the connection; without a socket, answers 503. */
const breakOff = (c: Context<StandInEnv>): Response => {
  const socket = c.env?.outgoing?.socket;
  if (socket === undefined || socket === null) return c.text('', 503);
  socket.destroy();
  return alreadySent();
};

/** The answer to a call, and what the request log says about it besides the status. */
export type Answered = {
  readonly response: Response;
  readonly error?: string | undefined;
} & Readonly<Record<string, unknown>>;

type ChatFault = {
  readonly kind: 'down' | 'slow' | 'drop-after' | 'error' | 'ratelimited';
  readonly status?: number | undefined;
  readonly delay_ms?: number | undefined;
};

type Core<Fault, Call, Record> = {
  readonly chat: string;
  readonly opposite: string;
  readonly now: () => number;
  readonly faults: FaultBook<Fault, Call>;
  readonly requests: Record[];
  readonly changes: Changes;
  readonly print: (line: string) => void;
};

/** Does the work, or what a fault has planned for this call, and records the outcome. */
export const answerCall = async <Fault extends ChatFault, Call extends object, Record>(
  { chat, opposite, now, faults, requests, changes, print }: Core<Fault, Call, Record>,
  c: Context<StandInEnv>,
  call: Call,
  work: () => Promise<Answered>,
  refuse: (fault: Fault) => Answered,
): Promise<Response> => {
  const note = ({ error, ...more }: Omit<Answered, 'response'>): void => {
    const ok = error === undefined;
    requests.push({ ...call, at: now(), ok, ...given({ error, ...more }) } as Record);
    print(`${chat} <- ${opposite} ${Object.values(call).join(' ')}: ${error ?? 'ok'}`);
    changes.tell('request', { ...call, ok, error: error ?? null });
  };
  const fault = faults.next(call);
  if (fault?.delay_ms !== undefined) await sleep(fault.delay_ms);
  if (fault?.kind === 'down') {
    note({ error: 'down', status: fault.status });
    return fault.status === undefined ? breakOff(c) : c.text('upstream connect error', fault.status as 503);
  }
  const worked = fault === undefined || fault.kind === 'slow' || fault.kind === 'drop-after';
  const { response, ...noted } = worked ? await work() : refuse(fault);
  const lost = fault?.kind === 'drop-after';
  note({ ...noted, status: response.status, ...(lost ? { lost } : {}) });
  return lost ? breakOff(c) : response;
};
