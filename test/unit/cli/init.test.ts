import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { source } from '../../../cli/init/write-config.ts';
import { secretsIn } from '../../../cli/secrets/secrets-in.ts';
import { loadConfig } from '../../../lib/config/file/load-config.ts';
import { bundleForNode } from '../../support/bundle-for-node.ts';

let folder: string;
let bundle: string;
beforeAll(async () => {
  bundle = await bundleForNode('cli/main.ts', 'init');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (command: readonly string[], ...flags: string[]) =>
  spawnSync('node', [...command, 'init', '--out', folder, ...flags], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
const API = ['--api-url', 'https://posture.example.com/api/v1/external'];
const SLACK = ['--slack-channel', 'C0123ABCD', '--slack-users', 'U0123ABCD,U0456EFGH'];
const TEAMS = [
  ...['--teams-app', '0f0e0d0c-1111-4222-8333-444455556666'],
  ...['--teams-tenant', '0f0e0d0c-1111-4222-8333-444455556667', '--teams-users', 'anyone'],
];

const steps = (stdout: string): string[] =>
  stdout.split('\n').flatMap((line) => (/^ {2}\d+\. /.test(line) ? [line.trim()] : []));

describe('posture-bridge init', () => {
  it('writes a configuration that is right, with all that the chats need, and says what to do next', async () => {
    const { status, stdout, stderr } = run(
      ['cli/bridge.mjs'],
      ...API,
      '--chats',
      'slack,teams',
      ...SLACK,
      ...TEAMS,
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(readdirSync(folder).toSorted()).toEqual([
      '.env.example',
      'bridge.config.ts',
      'posture-bridge-teams.zip',
      'slack-manifest.json',
    ]);
    const { config } = await loadConfig(join(folder, 'bridge.config.ts'), { now: Date.now });
    expect(config.domains).toMatchObject({
      main: {
        baseUrl: 'https://posture.example.com/api/v1/external',
        apiKey: '/posture-bridge/main/api-key',
      },
    });
    expect(config.destinations).toMatchObject({ 'soc-slack': { type: 'slack', channel: 'C0123ABCD' } });
    expect(
      JSON.parse(readFileSync(join(folder, 'slack-manifest.json'), 'utf8')).oauth_config.scopes.bot,
    ).toContain('chat:write');
    expect(readFileSync(join(folder, '.env.example'), 'utf8')).toMatch(
      /\nPOSTURE_API_KEY=\n# SLACK_BOT_TOKEN=\n/,
    );
    expect(steps(stdout)).toEqual([
      expect.stringMatching(/^1\. Create the Slack app from slack-manifest\.json/),
      expect.stringMatching(/^2\. Upload posture-bridge-teams\.zip/),
      expect.stringMatching(/^3\. Store the secrets: /),
      '4. Look whether all is there:',
      '5. Deploy:',
      expect.stringMatching(/^6\. Give the Slack app its address: /),
      expect.stringMatching(/^7\. Give the bot its address: /),
      expect.stringMatching(/^8\. Mention the bot in the channel .*it answers with the id/),
      '9. Look whether it runs:',
    ]);
    for (const { name } of secretsIn(config)) {
      expect(stdout).toContain(
        `\n     npx posture-bridge secrets set ${name} --config ${folder}/bridge.config.ts\n`,
      );
    }
  });

  it('opens only the channels of the chat for which anyone was said, and not those with named people', async () => {
    const channel = ['--teams-channel', '19:abc@thread.tacv2'];
    run([bundle], ...API, '--chats', 'slack,teams', ...SLACK, ...TEAMS, ...channel);
    const written = readFileSync(join(folder, 'bridge.config.ts'), 'utf8');
    const { verdicts, destinations } = Function(
      written
        .replace(/^import.*$/m, 'const defineBridge = (input) => input;')
        .replace('export default', 'return'),
    )();
    expect(verdicts.allow).toEqual({ slackUsers: ['U0123ABCD', 'U0456EFGH'] });
    expect(destinations['soc-slack'].verdicts).toBeUndefined();
    expect(destinations['soc-teams'].verdicts).toEqual({ allow: 'anyone-in-channel' });
  });

  it('writes over nothing without --force', () => {
    writeFileSync(join(folder, 'README.md'), 'mine');
    const flags = [...API, '--chats', 'slack', ...SLACK];
    const refused = run([bundle], ...flags);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^Nothing was written: README\.md would be written over\./);
    expect(readdirSync(folder)).toEqual(['README.md']);
    expect(run([bundle], ...flags, '--force').status).toBe(0);
  });

  it.each([
    [[], /^--api-url is missing: .*\n--chats is missing: /],
    [[...API, '--chats', 'email'], /^--chats: slack, teams, or both with a comma/],
    [[...API, '--chats', 'slack'], /^--slack-channel is missing: .*\n--slack-users is missing: /],
    [['--api-url', 'http://x', '--chats', 'slack'], /^--api-url: it begins with https:\/\//],
    [
      [...API, '--chats', 'slack', ...SLACK.slice(0, 3), 'ada'],
      /^--slack-users: these are like U0123ABCD, with commas/,
    ],
  ])('names everything that is missing or wrong where nobody can be asked: %j', (flags, said) => {
    const { status, stderr } = run([bundle], ...flags);
    expect(stderr).toMatch(said);
    expect([status, readdirSync(folder)]).toEqual([2, []]);
  });

  it('writes what was answered as one text, whatever it is', () => {
    const odd = `it's "odd" \\ \n \u2028 \${x}`;
    expect(new Function(`return ${source({ a: odd, 'b-c': [1, { d: null }] })}`)()).toEqual({
      a: odd,
      'b-c': [1, { d: null }],
    });
  });
});
