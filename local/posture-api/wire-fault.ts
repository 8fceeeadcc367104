import type { MiddlewareHandler } from 'hono';
import { alreadySent, sleep } from '../stand-in-kit/answer-call.ts';
import type { Fault, PathFaults } from './path-faults.ts';
import type { ApiEnv } from './service.ts';

const NO_SOCKET = 'this fault needs a real connection';

const plainAnswer = (fault: Fault): Response => {
  const text = typeof fault.body === 'string';
  const body = text ? String(fault.body) : JSON.stringify(fault.body ?? { error: 'planned fault' });
  const status = fault.status ?? 500;
  const bodiless = status === 204 || status === 205 || status === 304;
  const headers = { 'content-type': text ? 'text/plain' : 'application/json', ...fault.headers };
  return new Response(bodiless ? null : body, { status, headers });
};

/** Carries out planned faults, the rough ones on the socket itself so that a client sees the real thing. */
export const createWireFaults =
  (faults: PathFaults): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const fault = faults.next(c.req);
    if (fault === undefined) return next();
    if (fault.delay_ms !== undefined) await sleep(fault.delay_ms);
    if (fault.kind === 'delay') return next();
    if (fault.kind === 'status') return plainAnswer(fault);
    if (fault.kind === 'malformed') {
      const text =
        typeof fault.body === 'string' ? fault.body : '{"next_cursor": null, "items": [{"case_id": ';
      return new Response(text, {
        status: 200,
        headers: { 'content-type': 'application/json', ...fault.headers },
      });
    }

    const outgoing = c.env?.outgoing;
    if (outgoing === undefined) return c.json({ error: NO_SOCKET }, 500);
    if (fault.kind === 'drop') {
      outgoing.socket?.destroy();
      return alreadySent();
    }
    await next();
    const whole = Buffer.from(await c.res.arrayBuffer());
    // The answer to a HEAD has no half: there a cut is a connection that ends after the work was done.
    if (fault.kind === 'cut' && c.req.method !== 'HEAD') {
      outgoing.writeHead(c.res.status, {
        'content-type': c.res.headers.get('content-type') ?? 'application/json',
        'content-length': String(whole.length),
      });
      // Destroyed only once the half is on its way, or the client would see a plain drop.
      await new Promise<void>((resolve) => {
        outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => resolve());
      });
    }
    outgoing.socket?.destroy();
    // Cleared first: a plain assignment would merge the two answers and send the result.
    c.res = undefined;
    c.res = alreadySent();
    return undefined;
  };
