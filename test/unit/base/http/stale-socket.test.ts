import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAwsExchange } from '../../../../lib/base/aws/signed-exchange.ts';
import { createHttpTransport } from '../../../../lib/base/http/http-transport.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Answers, or closes the connection without a byte of an answer, or (undefined) does neither. */
async function startServer({
  answersOn,
}: {
  readonly answersOn: (use: number, connection: number) => boolean | undefined;
}) {
  const uses = new Map<Socket, number>();
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const { socket } = request;
    const connection = [...uses.keys()].indexOf(socket) + 1;
    const use = (uses.get(socket) ?? 0) + 1;
    uses.set(socket, use);
    seen.push(`${request.method} ${use} on ${connection}`);
    const answer = answersOn(use, connection);
    if (answer) response.end('{}');
    else if (answer === false) socket.resetAndDestroy();
  });
  server.on('connection', (socket: Socket) => uses.set(socket, 0));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), seen };
}

const once = (use: number): boolean => use === 1;

function setUp(url: URL, timeoutMs = 1_000) {
  const transport = createHttpTransport();
  closing.push(() => transport.close());
  const send = (method: 'GET' | 'POST') =>
    transport.send({
      method,
      url,
      headers: {},
      timeoutMs,
      mostBytes: 1_000,
      ...(method === 'POST' && { body: '{}' }),
    });
  return { send };
}

describe('a kept-alive connection that the server has closed meanwhile', () => {
  it('is replaced at once, and the question asked again', async () => {
    const { url, seen } = await startServer({ answersOn: once });
    const { send } = setUp(url);
    await send('GET');
    expect(await send('GET')).toMatchObject({ status: 200 });
    expect(seen).toEqual(['GET 1 on 1', 'GET 2 on 1', 'GET 1 on 2']);
  });

  it('is not followed by another idle one', async () => {
    const { url, seen } = await startServer({ answersOn: once });
    const { send } = setUp(url);
    await Promise.all([send('GET'), send('GET'), send('GET')]);
    expect(await send('GET')).toMatchObject({ status: 200 });
    expect(seen.slice(3).map((one) => one.replace(/ on [123]$/, ''))).toEqual(['GET 2', 'GET 1 on 4']);
  });

  it('is told where a fresh one is closed as well', async () => {
    const { url, seen } = await startServer({
      answersOn: (_, connection) => connection === 1 && seen.length < 2,
    });
    const { send } = setUp(url);
    await send('GET');
    await expect(send('GET')).rejects.toMatchObject({ name: 'TransportError', maybeReceived: true });
    expect(seen).toHaveLength(3);
  });

  it('is never what a write is sent on: one that breaks is not sent again', async () => {
    const { url, seen } = await startServer({ answersOn: () => seen.length === 1 });
    const { send } = setUp(url);
    await send('GET');
    await expect(send('POST')).rejects.toMatchObject({ maybeReceived: true });
    expect(seen).toEqual(['GET 1 on 1', 'POST 1 on 2']);
  });

  it('does not hold up a call to AWS', async () => {
    const { url, seen } = await startServer({ answersOn: once });
    const exchange = createAwsExchange(url, 1_000);
    await exchange({}, '{}');
    expect(await exchange({}, '{}')).toEqual({ status: 200, body: '{}' });
    expect(seen).toEqual(['POST 1 on 1', 'POST 2 on 1', 'POST 1 on 2']);
  });

  it('is not what a late answer is: that is not asked for twice', async () => {
    const { url, seen } = await startServer({ answersOn: (use) => (use === 1 ? true : undefined) });
    const { send } = setUp(url, 100);
    await send('GET');
    await expect(send('GET')).rejects.toThrow('no answer within 100 ms');
    expect(seen).toHaveLength(2);
  });
});
