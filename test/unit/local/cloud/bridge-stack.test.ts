import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthBridge } from '../../../../cdk/synth-bridge.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { type LocalCloud, startLocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { isAlive, until } from './harness.ts';

/** No server is there: these are about what is wired, not about what is said. */
const NOBODY = 'http://127.0.0.1:9';
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

describe('the stack of the bridge, with Slack', () => {
  let bridge: LocalCloud;
  let folder: string;
  const said: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cloud-slack-'));
    const config = defineBridge({
      domains: { acme: { baseUrl: `${NOBODY}/api`, apiKey: '/bridge/key' } },
      destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
      slack: { signingSecret: '/slack/secret', botToken: '/slack/token', apiUrl: `${NOBODY}/slack` },
      routes: [{ name: 'everything', to: 'soc' }],
      verdicts: { allow: 'anyone-in-channel' },
    });
    await synthBridge({ config, outdir: folder });
    bridge = await startLocalCloud({
      assemblyDir: folder,
      secrets: { '/bridge/key': 'k', '/slack/secret': SIGNING_SECRET, '/slack/token': 'xoxb-1' },
      missingSecrets: 'refuse',
      log: (who, line) => said.push(`${who}: ${line}`),
    });
  }, 60_000);
  afterAll(async () => {
    await bridge?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(bridge.outputs.SlackRequestUrl ?? '', { method: 'POST', body, headers });

  it('starts every function', async () => {
    const { NotifySlackFunctionName: notify = '', VerdictFunctionName: verdict = '' } = bridge.outputs;
    for (const consumer of [notify, verdict]) {
      expect(await bridge.invoke(consumer, { Records: [] })).toEqual({
        ok: true,
        value: { batchItemFailures: [] },
      });
    }
    await until('the poller has run', () => said.some((line) => line.includes('"event":"polled"')));
    expect((await post('')).status).toBe(401);
    const started = bridge.functions.filter(({ pids }) => pids.length > 0);
    expect(started).toHaveLength(5);
  });

  it('takes what Slack has signed, and nothing else', async () => {
    expect((await post('payload=x', { 'x-slack-signature': 'v0=1' })).status).toBe(401);
    const seconds = String(Math.floor(Date.now() / 1_000));
    const body = 'payload=not+json';
    const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${seconds}:${body}`).digest('hex');
    const signed = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': seconds,
      'x-slack-signature': `v0=${mac}`,
    };
    // Known to be from Slack, and only then found to be nonsense.
    expect((await post(body, signed)).status).toBe(400);
    expect((await post(`${body}+`, signed)).status).toBe(401);
  });

  it('has one way in, which nobody can guess', async () => {
    const { origin, pathname } = new URL(bridge.outputs.SlackRequestUrl ?? '');
    expect(pathname).toMatch(/^\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/slack\/interactions$/);
    const statusOf = async (path: string, method = 'POST') => (await fetch(origin + path, { method })).status;
    expect(await statusOf(pathname)).toBe(401);
    const action = bridge.functions.find(
      ({ settings }) => settings.name === bridge.outputs.ActionFunctionName,
    );
    const before = action?.counts.invocations;
    const others = [
      [pathname, 'GET'],
      ['/slack/events'],
      ['/slack/interactions'],
      ['/00000000-0000-1000-8000-000000000000/slack/interactions'],
      [`${pathname}/`],
      [`/${pathname}`],
      [pathname.toUpperCase()],
    ] as const;
    for (const [path, method] of others) expect([403, 429], path).toContain(await statusOf(path, method));
    // None of these reached the function.
    expect(action?.counts.invocations).toBe(before);
  });

  it('is denied nothing, and prints no warning of the SDK', () => {
    expect(bridge.denied).toEqual([]);
    expect(said.filter((line) => /warning|Warning|NodeDeprecation/.test(line))).toEqual([]);
  });

  it('says what is not exercised on this machine', () => {
    const types = new Set(bridge.template.notExercised.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::Logs::LogGroup',
      'AWS::Scheduler::ScheduleGroup',
    ]);
  });

  it('leaves no process when it stops', async () => {
    const pids = bridge.functions.flatMap(({ pids: own }) => own);
    expect(pids.filter(isAlive)).toHaveLength(5);
    await bridge.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(bridge.endpoints.aws)).rejects.toThrow();
  });
});
