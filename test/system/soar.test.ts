import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BridgeWorld, startBridgeWorld, WEBHOOK_SECRET } from '../support/bridge/bridge-world.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import { messageOf, postCase, says } from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';

const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/soar.md', 'utf8')) ?? [];
const SECRET = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;
const TOKEN = 'token-of-the-ticket-system';

interface Ticket {
  readonly domain: string;
  readonly title: string;
  readonly text: string;
}

describe('the program in docs/soar.md, between the whole bridge and a ticket system', () => {
  const tickets = new Map<string, Ticket>();
  const closing: (() => unknown)[] = [];
  const said: string[] = [];
  let puts = 0;
  let isDown = true;
  let world: BridgeWorld;
  let glueUrl = '';

  beforeAll(async () => {
    const system = createServer(async (request, response) => {
      const body = await text(request);
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(401).end();
      puts++;
      if (isDown) return response.writeHead(500).end();
      tickets.set(request.url?.slice('/issues/'.length) ?? '', JSON.parse(body));
      return response.writeHead(200).end();
    }).listen(0, '127.0.0.1');
    await once(system, 'listening');
    closing.push(() => system.close());
    const port = await freePort();
    glueUrl = `http://127.0.0.1:${port}`;
    world = await startBridgeWorld(
      { slack: ['soc'] },
      {
        webhooks: {
          secret: SECRET,
          destinations: {
            tickets: {
              type: 'webhook',
              url: `${glueUrl}/posture`,
              secret: WEBHOOK_SECRET,
              local: true,
              events: ['case.created'],
              verdicts: { allow: { webhooks: ['tickets'] } },
            },
          },
        },
      },
    );
    closing.unshift(() => world.close());
    const env = {
      ...process.env,
      PORT: String(port),
      WEBHOOK_SECRET: SECRET,
      VERDICTS_URL: `${world.cloud.outputs.VerdictsUrl}/tickets`,
      TICKETS_URL: `http://127.0.0.1:${(system.address() as { port: number }).port}/issues`,
      TICKETS_TOKEN: TOKEN,
    };
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (line) => said.push(String(line)));
    closing.unshift(() => void child.kill());
    await waitFor(async () => expect((await close('{}', 'nobody')).status).toBe(503));
  });
  afterAll(async () => {
    for (const end of closing) await end();
  });

  const close = (body: string, token = TOKEN) =>
    fetch(`${glueUrl}/closed`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });

  it('is of about forty lines', () => {
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(45);
  });

  it('makes a ticket of a case, though the ticket system was down at first, and a verdict of the closed ticket', async () => {
    const posted = await postCase(world, 'soc');
    await waitFor(() => expect(puts).toBeGreaterThan(0));
    isDown = false;
    await waitFor(() => expect([...tickets.keys()]).toEqual([posted.id]));
    expect(tickets.get(posted.id)).toMatchObject({
      domain: 'acme',
      title: expect.stringMatching(/^\w+: \w+/),
    });

    const closed = {
      id: posted.id,
      domain: 'acme',
      resolution: 'false alarm',
      comment: 'INC-4711',
      by: 'Ada Winter',
    };
    expect((await close(JSON.stringify(closed), 'a stranger')).status).toBe(503);
    expect((await close(JSON.stringify({ ...closed, resolution: 'on hold' }))).status).toBe(204);
    for (let times = 0; times < 2; times++) expect((await close(JSON.stringify(closed))).status).toBe(204);
    const [verdict] = await recorded(world, posted);
    expect(verdict).toMatchObject({
      outcome: 'FALSE_POSITIVE',
      comment: expect.stringContaining('INC-4711'),
    });
    await waitFor(async () =>
      expect(says(await messageOf(world, posted))).toContain('tickets (for “Ada Winter”)'),
    );
    expect(said.join('')).not.toContain(SECRET);
  });
});

async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
