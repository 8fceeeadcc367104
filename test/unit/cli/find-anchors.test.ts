import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAnchors } from '../../../cli/audit/find-anchors.ts';
import type { OpenBridge } from '../../../cli/aws/open-bridge.ts';
import { CHAT_OPS } from '../../../cli/chat-setups.ts';
import { CommandError } from '../../../cli/frame/errors.ts';
import { AwsError } from '../../../lib/base/aws/aws-error.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/scripted-server.ts';

const HASH = 'a'.repeat(64);
const DAYS = ['2026-11-16', '2026-11-17'];
let slack: ScriptedServer;
let answers: object[] = [];
beforeAll(async () => {
  slack = await startScriptedServer(() => ({
    json: answers.shift() ?? { ok: false, error: 'missing_scope' },
  }));
});
afterAll(() => slack.close());

const configOf = () =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/acme/key' } },
    slack: { signingSecret: '/slack/secret', botToken: '/slack/token', apiUrl: slack.url },
    destinations: { ops: { type: 'slack', channel: 'C0OPS00001' } },
    routes: [{ name: 'all', to: 'ops' }],
    verdicts: { allow: 'anyone-in-channel' },
    ops: { to: 'ops' },
  });
const bridgeWith = (more: object) =>
  ({
    ...{ name: 'soc', isLocal: false, outputs: async () => ({}) },
    ssm: { send: async () => ({ Parameter: { Value: 'xoxb-token' } }) },
    ...more,
  }) as unknown as OpenBridge;
const find = async (more: object = {}) => findAnchors(bridgeWith(more), configOf(), CHAT_OPS);
const notice = `Keep this message.\nacme 2026-11-17 12:${HASH}\nzeta 2026-11-17 3:${HASH}`;

describe('the anchors of a bridge', () => {
  it('are the names in its archive, of the domain and the days that are asked for', async () => {
    const asked: string[] = [];
    const anchors = await find({
      outputs: async () => ({ ArchiveBucketName: 'bucket' }),
      listBucket: async (bucket: string, prefix: string) => {
        asked.push(`${bucket} ${prefix}`);
        return [
          `audit/acme/2026-11-16/00000002-${HASH}.jsonl`,
          `audit/acme/anchors/2026-11-17T1800Z.2026-11-17.00000004.${HASH}`,
          `audit/acme/anchors/2026-11-15T1800Z.2026-11-15.00000004.${HASH}`,
          'audit/acme/anchors/nonsense',
        ];
      },
    });
    const found = await anchors.of('acme', DAYS);
    expect(asked).toEqual(['bucket audit/acme/']);
    expect(found.map(({ day, seq }) => [day, seq])).toEqual([
      ['2026-11-16', 2],
      ['2026-11-17', 4],
    ]);
    expect(anchors.notes('acme', found)[0]).toContain('everything up to 2026-11-17T1800Z');
  });

  it('are not passed over if the archive cannot be listed', async () => {
    const anchors = await find({
      outputs: async () => ({ ArchiveBucketName: 'bucket' }),
      listBucket: async () => Promise.reject(new AwsError('rejected', 'AccessDenied')),
    });
    const failed = anchors.of('acme', DAYS);
    await expect(failed).rejects.toThrow(CommandError);
    await expect(failed).rejects.toThrow(/s3:ListBucketVersions on bucket/);
  });

  it('are read back from ops in Slack where there is no archive, over all pages', async () => {
    answers = [
      { ok: true, messages: [{ text: 'hello' }], response_metadata: { next_cursor: 'more' } },
      { ok: true, messages: [{ blocks: [{ text: { type: 'mrkdwn', text: notice } }] }] },
    ];
    const anchors = await find();
    const found = await anchors.of('acme', DAYS);
    expect(found).toEqual([{ at: '2026-11-17', day: '2026-11-17', seq: 12, hash: HASH }]);
    expect(anchors.notes('acme', found)).toEqual([
      'the messages in ops vouch for everything up to 2026-11-17',
    ]);
  });

  it('are left to people where Slack does not let the app read', async () => {
    answers = [];
    const anchors = await find();
    expect(await anchors.of('acme', DAYS)).toEqual([]);
    expect(anchors.notes('acme', [])[0]).toContain(
      'compare the ends above with the messages "Audit trail" in ops',
    );
  });
});
