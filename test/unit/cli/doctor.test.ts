import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import example from '../../../bridge.config.ts';
import type { CallQuery } from '../../../cli/aws/query-api.ts';
import { refusedTo } from '../../../cli/aws/simulate-role.ts';
import { tellFindings } from '../../../cli/commands/doctor.ts';
import { judgeChannel, judgeToken } from '../../../cli/commands/slack-checks.ts';
import { judgeLogin } from '../../../cli/commands/teams-checks.ts';
import { deploymentIn, flagsFor } from '../../../cli/deploy/cdk-arguments.ts';
import { type Check, examine, well } from '../../../cli/doctor/check.ts';
import { judgeCaller, judgeConcurrency } from '../../../cli/doctor/check-account.ts';
import { judgeAlarms } from '../../../cli/doctor/check-alarms.ts';
import { judgeApi, probeApi } from '../../../cli/doctor/check-api.ts';
import { checkBootstrap, judgeBootstrap, qualifierIn } from '../../../cli/doctor/check-bootstrap.ts';
import { judgeKeys } from '../../../cli/doctor/check-keys.ts';
import { arnOf, judgeReaders } from '../../../cli/doctor/check-readers.ts';
import { judgeSecret } from '../../../cli/doctor/check-secrets.ts';
import { judgeStack } from '../../../cli/doctor/check-stack.ts';
import { plain } from '../../../lib/base/terminal.ts';
import { configDigest } from '../../../lib/config/file/config-digest.ts';
import { BRIDGE_VERSION } from '../../../lib/config/version.ts';
import { NotReadyError, UnauthorizedError, UnreachableError } from '../../../lib/posture/posture-errors.ts';
import manifest from '../../../package.json' with { type: 'json' };

const answered = {
  is: 'answered',
  sees: { count: 3, isAll: true, latestMs: Date.parse('2026-11-15T12:00:00Z') },
} as const;
const notReady = { is: 'not ready' } as const;

const PLACE = { account: '123456789012', region: 'eu-west-1' };
const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1234-abcd';
const NO_KEY = { usable: [], creates: false };
const keysOf = (key: string, usable: readonly string[] = []) =>
  judgeKeys(new Map([['/a', key]]), { usable, creates: false });

describe('the doctor', () => {
  it.each([
    [
      'a role',
      judgeCaller({ arn: 'arn:aws:sts::1:assumed-role/Ops/ada', account: '1' }, 'eu-west-1'),
      'well',
      /Ops\/ada in eu-west-1/,
    ],
    ['the root user', judgeCaller({ arn: 'arn:aws:iam::1:root', account: '1' }, 'x'), 'wrong', /use a role/],
    ['a new account', judgeConcurrency(10, 28), 'warning', /^10 .* up to 28: .* L-B99A9384/],
    ['a new account that is enough', judgeConcurrency(10, 9), 'well', /10/],
    ['an old account', judgeConcurrency(1_000, 28), 'well', /1000/],
    ['an account with a bootstrap', judgeBootstrap('30', PLACE), 'well', /version 30/],
    [
      'an account without one',
      judgeBootstrap(null, PLACE),
      'wrong',
      /run npx cdk bootstrap aws:\/\/123456789012\/eu-west-1 /,
    ],
    ['a bootstrap that CDK refuses', judgeBootstrap('5', PLACE), 'wrong', /too old .* again/],
    ['no word of the quota', judgeConcurrency(null, 28), 'unknown', /GetAccountSettings/],
    [
      'a key that works',
      judgeApi('acme', { cases: answered, threats: notReady }),
      'well',
      /sees 3 cases \(the latest of 2026-11-15 12:00 UTC\); not ready yet: threats/,
    ],
    [
      'a key that is refused',
      judgeApi('acme', { cases: { is: 'refused' } }),
      'wrong',
      /does not accept the key/,
    ],
    [
      'an API that is down',
      judgeApi('acme', { cases: { is: 'failed', why: 'no answer' } }),
      'wrong',
      /domains\.acme\.baseUrl/,
    ],
    ['an API without data', judgeApi('acme', { cases: notReady }), 'unknown', /nothing is ready yet/],
    [
      'a good token',
      judgeToken({ ok: true, scopes: ['chat:write', 'x'] }, ['chat:write']),
      'well',
      /all scopes/,
    ],
    [
      'a token without a scope',
      judgeToken({ ok: true, scopes: [] }, ['chat:write']),
      'wrong',
      /lacks chat:write/,
    ],
    [
      'a revoked token',
      judgeToken({ ok: false, error: 'token_revoked', scopes: null }, []),
      'wrong',
      /token_revoked/,
    ],
    ['a channel', judgeChannel('soc', 'C1', { ok: true, scopes: null }), 'well', /C1/],
    [
      'a channel without the app',
      judgeChannel('soc', 'C1', { ok: false, error: 'not_in_channel', scopes: null }),
      'wrong',
      /invite/,
    ],
    [
      'a channel without the app before the deployment',
      judgeChannel('soc', 'C1', { ok: false, error: 'not_in_channel', scopes: null }, true),
      'warning',
      /invite/,
    ],
    [
      'an archived channel',
      judgeChannel('soc', 'C1', { ok: false, error: 'is_archived', scopes: null }),
      'wrong',
      /unarchive/,
    ],
    [
      'a channel it may not read',
      judgeChannel('soc', 'C1', { ok: false, error: 'missing_scope', scopes: null }),
      'unknown',
      /first post/,
    ],
    ['a bot', judgeLogin({ is: 'ok', token: 't0k3n' }), 'well', /log in/],
    [
      'a bot with a wrong secret',
      judgeLogin({ is: 'refused', code: 'AADSTS7000215', reason: 'x' }),
      'wrong',
      /AADSTS7000215/,
    ],
    [
      'a bot without a service principal',
      judgeLogin({
        is: 'refused',
        code: 'invalid_client',
        reason: 'the login refused the bot: invalid_client (AADSTS7000229)',
      }),
      'wrong',
      /AADSTS7000229.*az ad sp create/,
    ],
    ['a login that is down', judgeLogin({ is: 'failed', reason: 'timeout' }), 'unknown', /timeout/],
    [
      'nobody at the topic',
      judgeAlarms('arn', { confirmed: 0, pending: 0 }),
      'wrong',
      /aws sns subscribe .* --topic-arn arn/,
    ],
    [
      'somebody who has not confirmed',
      judgeAlarms('arn', { confirmed: 0, pending: 1 }),
      'wrong',
      /link in the mail/,
    ],
    ['somebody at the topic', judgeAlarms('arn', { confirmed: 1, pending: 0 }), 'well', /1 subscribed/],
    ['no alarms', judgeAlarms(undefined, null), 'unknown', /monitoring/],
    [
      'a secret that is missing',
      judgeSecret({
        name: '/a',
        for: 'x',
        in: 'ssm',
        isThere: false,
        changedAt: null,
        problem: 'it is missing',
      }),
      'wrong',
      /it is missing/,
    ],
    [
      'functions that may read their secrets',
      judgeReaders([{ name: 'poll', secrets: ['/a'], refused: [] }])[0],
      'well',
      /^poll: each may read/,
    ],
    [
      'a function that may not read a secret',
      judgeReaders([{ name: 'poll', secrets: ['/a', '/b'], refused: ['/b'] }])[0],
      'wrong',
      /poll may not read \/b: posture-bridge deploy/,
    ],
    [
      'functions of which AWS says nothing',
      judgeReaders([{ name: 'poll', secrets: ['/a'], refused: null }])[0],
      'unknown',
      /iam:SimulatePrincipalPolicy/,
    ],
    ['secrets under the key of AWS', keysOf('alias/aws/ssm')[0], 'well', /may use/],
    ['secrets under the key of the bridge', keysOf(KEY, [KEY])[0], 'well', /may use/],
    ['the same key by its id', keysOf('1234-abcd', [KEY])[0], 'well', /may use/],
    ['a secret under another key', keysOf(KEY)[0], 'wrong', /no function may use: set it again/],
    ['a secret under an alias', keysOf('alias/mine', [KEY])[0], 'unknown', /is it that one/],
    ['secrets that AWS does not describe', judgeKeys(null, NO_KEY)[0], 'unknown', /ssm:DescribeParameters/],
  ] as const)('judges %s', (_, finding, is, said) => {
    expect(finding).toMatchObject({ is, sentence: expect.stringMatching(said) });
    expect(JSON.stringify(finding)).not.toContain('t0k3n');
  });

  it('says whether what is deployed is this version and this file', () => {
    const wanted = { version: '1.0.0', digest: 'abc' };
    const is = (outputs: Record<string, string>) => judgeStack(outputs, wanted).map((one) => one.is);
    expect(is({ BridgeVersion: '1.0.0', ConfigurationDigest: 'abc' })).toEqual(['well', 'well']);
    expect(is({ BridgeVersion: '0.9.0', ConfigurationDigest: 'x' })).toEqual(['wrong', 'wrong']);
    expect(is({})).toEqual(['wrong']);
  });

  it('knows a configuration again, however it is written, and another one too', () => {
    const { slack, ...rest } = example;
    expect(configDigest({ slack, ...rest } as never)).toBe(configDigest(example));
    expect(configDigest({ ...example, routes: [] } as never)).not.toBe(configDigest(example));
    expect(BRIDGE_VERSION).toBe(manifest.version);
  });

  it('asks an API for one page of each list, and takes every answer', async () => {
    const items = ['11:00', '12:00', '10:00'].map((time) => ({ created_at: `2026-11-15T${time}:00Z` }));
    const says = (error: Error | null) =>
      ({ page: async () => (error ? Promise.reject(error) : { items, nextCursor: null }) }) as never;
    const body = { code: 'not_ready' } as never;
    expect(
      await probeApi({
        cases: says(null),
        threats: says(new NotReadyError('x', body)),
        users: says(new UnauthorizedError('x')),
        nhis: { page: async () => ({ items: [{}, {}], nextCursor: 'more' }) },
      }),
    ).toEqual({
      cases: answered,
      threats: notReady,
      users: { is: 'refused' },
      'non-human identities': { is: 'answered', sees: { count: 2, isAll: false, latestMs: null } },
    });
    const down = says(new UnreachableError('no answer', true as never));
    expect((await probeApi({ cases: down, threats: down, users: down, nhis: down })).cases).toMatchObject({
      is: 'failed',
    });
  });

  it('asks SSM for the bootstrap as a deployment does, and knows nothing where that is refused', async () => {
    const names: unknown[] = [];
    const lookWith = (answer: () => object, isLocal = false) => {
      const send = async ({ input }: { input: { Name: string } }) => {
        names.push(input.Name);
        return answer();
      };
      const caller = async () => ({ arn: 'arn:aws:iam::1:user/ada', account: '1' });
      return checkBootstrap.look({
        bridge: { isLocal, region: 'eu-west-1', ssm: { send }, caller },
      } as never);
    };
    const failing = (name: string) => () => {
      throw Object.assign(new Error('x'), { name });
    };
    const found = [
      await lookWith(() => ({ Parameter: { Value: '21' } })),
      await lookWith(failing('ParameterNotFound')),
      await lookWith(failing('AccessDeniedException')),
      await lookWith(failing('none is asked'), true),
    ];
    expect(found.map(([one]) => one?.is)).toEqual(['well', 'wrong', 'unknown', 'unknown']);
    expect(names).toEqual(Array(3).fill('/cdk-bootstrap/hnb659fds/version'));
  });

  it('asks for the bootstrap that cdk.json names', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'cdk-')), 'cdk.json');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, '{"context": {"@aws-cdk/core:bootstrapQualifier": "acme"}}');
    expect(await qualifierIn(file)).toBe('acme');
    writeFileSync(file, '{');
    expect(await qualifierIn(file)).toBe('hnb659fds');
  });

  it('asks IAM for all secrets of a role at once, and for each only where one of them is refused', async () => {
    const asked: string[][] = [];
    const call: CallQuery = async (_service, _action, form = {}) => {
      const arns = Object.entries(form).flatMap(([name, arn]) => (name.startsWith('Resource') ? [arn] : []));
      asked.push(arns);
      const decision = arns.includes('b') ? 'implicitDeny' : 'allowed';
      // A refusal of one, in the list of each, is no refusal of the others.
      return `<EvaluationResults><member><EvalDecision>${decision}</EvalDecision><ResourceSpecificResults><member>
        <EvalResourceName>b</EvalResourceName><EvalResourceDecision>implicitDeny</EvalResourceDecision></member>
        </ResourceSpecificResults></member></EvaluationResults>`;
    };
    const role = { role: 'r', action: 'ssm:GetParameter' };
    expect(await refusedTo(call, { ...role, resources: ['a', 'c'] })).toEqual([]);
    expect(await refusedTo(call, { ...role, resources: ['a', 'b', 'c'] })).toEqual(['b']);
    expect(asked).toEqual([['a', 'c'], ['a', 'b', 'c'], ['a'], ['b'], ['c']]);
    expect(await refusedTo(async () => '<nothing/>', { ...role, resources: ['a'] })).toEqual(['a']);
  });

  it('names a secret as IAM does, in the account and partition of the role', () => {
    const role = 'arn:aws-cn:iam::123456789012:role/poll';
    expect(arnOf('/a/key', role, 'cn-north-1')).toBe(
      'arn:aws-cn:ssm:cn-north-1:123456789012:parameter/a/key',
    );
    expect(arnOf('secretsmanager:prod/slack#token', role, 'cn-north-1')).toMatch(
      /^arn:aws-cn:secretsmanager:cn-north-1:123456789012:secret:prod\/slack-\w{6}$/,
    );
  });

  it('goes on when one check cannot look, and says why', async () => {
    const failing: Check = {
      about: 'x',
      when: 'before',
      look: async () => Promise.reject(new Error('denied')),
    };
    const good: Check = { about: 'y', when: 'before', look: async () => [well('y', 'fine')] };
    const findings = await examine([failing, good], { bridge: { isLocal: false } } as never);
    expect(tellFindings(findings).map(plain)).toEqual([
      '? x: it could not be looked at: denied',
      '✓ y: fine',
    ]);
  });

  it('shows no secret of the local home to a system outside', async () => {
    const look = async () => Promise.reject(new Error('was asked'));
    const outside: Check = { about: 'API', when: 'before', isOutside: true, look };
    const [finding] = await examine([outside], { bridge: { isLocal: true } } as never);
    expect(finding).toMatchObject({ is: 'unknown', sentence: expect.stringContaining('stand-ins') });
  });

  it('is told by a deployment which file and which account it is about', () => {
    expect(
      flagsFor(deploymentIn(['deploy', '-c', 'home=aws', '-c', 'config=x.ts', '--profile', 'sec'])),
    ).toEqual(['--config', 'x.ts', '--profile', 'sec']);
    expect(flagsFor(deploymentIn(['deploy', '--config', 'y.ts', '--require-approval', 'never']))).toEqual([
      '--config',
      'y.ts',
    ]);
  });
});
