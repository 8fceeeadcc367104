import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import {
  CASE_ID,
  createSystemStage,
  SECRETS,
  secretOf,
  signedRequest,
} from '../../../support/system-stage.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const section = page.slice(page.indexOf('## Verdicts from a system'));
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

it('the request in the docs is signed rightly, and is answered as the docs say', async () => {
  const [head = '', body = ''] = block('http').trim().split('\n\n');
  const headers = Object.fromEntries(
    head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ')),
  );
  const atMs = Number(headers['webhook-timestamp']) * 1000;
  expect(new Webhook(SECRET).sign(headers['webhook-id'], new Date(atMs), body)).toBe(
    headers['webhook-signature'],
  );
  const stage = createSystemStage({ secrets: { '/soar': SECRET }, startMs: atMs });
  const sample = JSON.parse(body);
  stage.sendCase(sample.domain, sample.case_id, 'soar');
  const [, path = ''] = head.split(' ');
  const { statusCode, json } = await stage.send({ path, headers, body });
  expect([statusCode, json]).toEqual([202, JSON.parse(block('json'))]);
});

it('the code in the docs sends a verdict, and asks what became of it', async () => {
  const stage = createSystemStage({ startMs: Date.now() });
  stage.sendCase('acme', CASE_ID, 'soar');
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent = { method, path: url, headers: headers as Record<string, string>, body: await text(request) };
    const answer = await stage.send(sent);
    response.writeHead(answer.statusCode, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { path } = signedRequest({ atMs: 0 });
  const env = {
    ...process.env,
    CASE_ID,
    VERDICTS_URL: `http://127.0.0.1:${port}${path}`,
    WEBHOOK_SECRET: SECRETS['/soar'] ?? secretOf(0),
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', block('js')], { env });
  const said = await text(child.stdout);
  server.close();
  expect(said.trim()).toBe('it is accepted');
  expect(stage.decisions()).toHaveLength(1);
});
