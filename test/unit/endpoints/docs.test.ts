import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../lib/config/event-types.ts';
import { exampleOf } from '../../../lib/endpoints/event-examples.ts';
import { createPostSafely } from '../../../lib/endpoints/post-safely.ts';
import { readSigners, signedHeaders } from '../../../lib/endpoints/sign-event.ts';
import { waitFor } from '../../support/wait-for.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

describe('the receiver in docs/webhooks.md', () => {
  const said: string[] = [];
  let url = '';
  let stop = () => {};
  beforeAll(async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET };
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
    stop = () => void child.kill();
    url = `http://127.0.0.1:${port}/`;
    await waitFor(async () => expect((await send('{}', {})).is).toBe('answered'));
  });
  afterAll(() => stop());

  const send = (body: string, headers: Record<string, string>) =>
    createPostSafely()({ url, headers, body, rules: { local: true }, timeoutMs: 5_000 });
  const signed = (body: string, id: string) =>
    signedHeaders({ id, atMs: Date.now(), body }, readSigners(SECRET));

  it('has at most 40 lines, and tells of every event', () => {
    expect(code.split('\n').length).toBeLessThanOrEqual(40);
    for (const type of EVENT_TYPES) expect(page).toContain(`\`${type}\``);
  });

  it('takes what is signed, once, and nothing else', async () => {
    const body = JSON.stringify(exampleOf('case.created'));
    const headers = signed(body, 'evt_1');
    for (let times = 0; times < 2; times++)
      expect(await send(body, headers)).toMatchObject({ answer: { status: 204 } });
    expect(await send(`${body} `, headers)).toMatchObject({ answer: { status: 401 } });
    await waitFor(() => expect(said.join('')).toContain('new case 4d8698f6'));
    expect(said.join('').match(/new case/g)).toHaveLength(1);
  });
});
