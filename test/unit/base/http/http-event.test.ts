import { describe, expect, it } from 'vitest';
import {
  type HttpEvent,
  headerOf,
  httpHandler,
  type SentRequest,
} from '../../../../lib/base/http/http-event.ts';

const MEBIBYTE = 1024 * 1024;

const event = (more: Partial<HttpEvent> = {}, method = 'POST'): HttpEvent => ({
  rawPath: '/slack/interactions',
  requestContext: { http: { method } },
  ...more,
});
const inBase64 = (bytes: Uint8Array | string) =>
  event({ body: Buffer.from(bytes as string).toString('base64'), isBase64Encoded: true });

/** What became of an event: the answer, and the requests that the app got to see. */
async function handle(given: HttpEvent) {
  const seen: { request: Request; sent: SentRequest }[] = [];
  const handler = httpHandler(async (request, sent) => {
    seen.push({ request, sent });
    return new Response('{"ok":true}', { status: 201, headers: { 'content-type': 'application/json' } });
  });
  const result = await handler(given);
  const [{ request, sent } = {}] = seen;
  return { result, seen, request, headers: sent?.sentHeaders, bytes: sent && Buffer.from(sent.rawBody) };
}

describe('an event of the HTTP API', () => {
  it('becomes a request, and the response its answer', async () => {
    const given = { 'content-type': 'text/plain', 'X-Signature': 'v0=ab', cookie: undefined };
    const { result, request, headers } = await handle(
      event({ headers: given, rawQueryString: 'a=1&b=%20', body: 'x' }),
    );
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('https://function.invalid/slack/interactions?a=1&b=%20');
    expect(headers).toEqual(given);
    expect(result).toEqual({
      statusCode: 201,
      headers: { 'content-type': 'application/json' },
      body: '{"ok":true}',
    });
  });

  it('keeps the bytes of its body, in base64 or not', async () => {
    const text = 'text=Zoë 語 😀\u0000\r\n';
    for (const given of [inBase64(text), event({ body: text })]) {
      expect((await handle(given)).bytes).toEqual(Buffer.from(text));
    }
    // What is no UTF-8 comes in base64 only.
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect((await handle(inBase64(bytes))).bytes).toEqual(bytes);
  });

  it('may have no body', async () => {
    for (const more of [{}, { body: null }, { body: '' }, { body: '', isBase64Encoded: true }]) {
      const { result, bytes } = await handle(event(more));
      expect([result.statusCode, bytes?.byteLength]).toEqual([201, 0]);
    }
  });

  it.each(['GET', 'HEAD'])('may be a %s', async (method) => {
    const { result, request } = await handle(event({}, method));
    expect([result.statusCode, request?.method]).toEqual([201, method]);
  });

  it.each(['payload=%7B', 'YQ', 'YQ==YQ==', 'YQ==\n', ' YQ==', 'YR==', 'Y_-=', '語', '='])(
    'is answered with 400 when its body is not the base64 it is said to be: %j',
    async (body) => {
      const { result, seen } = await handle(event({ body, isBase64Encoded: true }));
      expect(result).toEqual({ statusCode: 400, headers: {}, body: '' });
      expect(seen).toEqual([]);
    },
  );

  it.each<[string, string]>([
    ['x-odd', '語'],
    ['x-odd', 'v0=\u0100'],
    ['x-odd', 'a\nb'],
    ['x-odd', 'a\rb'],
    ['x-odd', 'a\0b'],
    ['', 'x'],
    ['x odd', 'x'],
    ['x-ödd', 'x'],
    ['x:odd', 'x'],
  ])('may have any header at all, and fails for none: %j: %j', async (name, value) => {
    const given = { accept: '*/*', [name]: value };
    const { result, headers } = await handle(event({ headers: given, body: 'x' }));
    expect(result.statusCode).toBe(201);
    expect(headers).toEqual(given);
  });

  it('finds a header whatever the case of its name, and none that is there twice', () => {
    expect(headerOf({ 'Content-Type': 'a' }, 'content-type')).toBe('a');
    expect(headerOf({ 'Content-Type': 'a', 'content-type': 'b' }, 'content-type')).toBeUndefined();
    expect(headerOf({}, 'content-type')).toBeUndefined();
  });

  it.each(['TRACE', 'CONNECT', 'P OST', ''])('is answered with 400 for the method %j', async (method) => {
    expect((await handle(event({}, method))).result.statusCode).toBe(400);
  });

  it('is answered with 413 from the first byte beyond a mebibyte on', async () => {
    for (const [size, status] of [
      [MEBIBYTE, 201],
      [MEBIBYTE + 1, 413],
      [6 * MEBIBYTE, 413],
    ] as const) {
      const body = 'a'.repeat(size);
      for (const given of [event({ body }), inBase64(body)]) {
        expect((await handle(given)).result.statusCode).toBe(status);
      }
    }
    // Fewer characters than bytes.
    expect((await handle(event({ body: '語'.repeat(MEBIBYTE / 2) }))).result.statusCode).toBe(413);
  });

  it('is too large before it is anything else', async () => {
    const body = '!'.repeat(2 * MEBIBYTE);
    const given = event({ body, isBase64Encoded: true, headers: { 'x-odd': '語' } });
    expect((await handle(given)).result).toEqual({ statusCode: 413, headers: {}, body: '' });
  });
});
