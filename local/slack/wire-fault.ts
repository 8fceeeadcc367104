import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Service, SlackEnv } from './service.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Breaks the connection for real; without a socket a 503 has to do. */
const breakOff = (c: Context<SlackEnv>): Response => {
  const socket = c.env?.outgoing?.socket;
  if (socket === undefined || socket === null) return c.text('', 503);
  socket.destroy();
  // A native answer: once a server runs, the framework's own Response would be written to the socket.
  return RESPONSE_ALREADY_SENT.clone();
};

/** Carries out the planned fault for this call, if there is one. */
export const withFault = async (
  service: Service,
  c: Context<SlackEnv>,
  method: string,
  work: (lost: boolean) => Promise<Response>,
): Promise<Response> => {
  const fault = service.faults.next(method);
  if (fault === undefined) return work(false);
  if (fault.delay_ms !== undefined) await sleep(fault.delay_ms);
  const record = (error: string) => service.requests.add({ method, at: service.now(), ok: false, error });
  if (fault.kind === 'slow') return work(false);
  if (fault.kind === 'drop-after') {
    await work(true);
    return breakOff(c);
  }
  if (fault.kind === 'down') {
    record('down');
    return fault.status === undefined ? breakOff(c) : c.text('upstream connect error', fault.status as 503);
  }
  if (fault.kind === 'ratelimited') {
    record('ratelimited');
    const headers = { 'Retry-After': String(fault.retry_after ?? 1) };
    return c.json({ ok: false, error: 'ratelimited' }, 429, headers);
  }
  record(fault.error ?? 'internal_error');
  return c.json({ ok: false, error: fault.error ?? 'internal_error' });
};
