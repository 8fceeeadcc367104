import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthBridge } from '../../../../cdk/synth-bridge.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { type LocalCloud, startLocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { until } from './harness.ts';

const NOBODY = 'http://127.0.0.1:9';
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

describe('the stack with a key, a VPC and secrets of your own', () => {
  let bridge: LocalCloud;
  let folder: string;
  const said: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cloud-options-'));
    const config = defineBridge({
      domains: { acme: { baseUrl: `${NOBODY}/api`, apiKey: 'secretsmanager:prod/acme' } },
      destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
      slack: {
        signingSecret: 'secretsmanager:prod/slack#signingSecret',
        botToken: 'secretsmanager:prod/slack#botToken',
        apiUrl: `${NOBODY}/slack`,
      },
      routes: [{ name: 'everything', to: 'soc' }],
      verdicts: { allow: 'anyone-in-channel' },
      encryption: { key: 'create' },
      network: { subnets: ['subnet-0123abcd'], securityGroups: ['sg-0123abcd'] },
    });
    await synthBridge({ config, outdir: folder });
    bridge = await startLocalCloud({
      assemblyDir: folder,
      secrets: {
        'secretsmanager:prod/acme': 'k',
        'secretsmanager:prod/slack#signingSecret': SIGNING_SECRET,
        'secretsmanager:prod/slack#botToken': 'xoxb-1',
      },
      missingSecrets: 'refuse',
      log: (who, line) => said.push(`${who}: ${line}`),
    });
  });
  afterAll(async () => {
    await bridge?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('polls, and is denied nothing: its roles may use the key', async () => {
    // It reaches nobody, after it has read its key and its rows.
    await until('the poller has run', () => said.some((line) => line.includes('"outcome":"failed"')));
    expect(bridge.denied).toEqual([]);
  });

  it('verifies clicks with the secret of Secrets Manager', async () => {
    const seconds = String(Math.floor(Date.now() / 1_000));
    const body = 'payload=not+json';
    const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${seconds}:${body}`).digest('hex');
    const answer = await fetch(bridge.outputs.SlackRequestUrl ?? '', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${mac}`,
      },
    });
    expect(answer.status).toBe(400);
    expect(bridge.denied).toEqual([]);
  });
});
