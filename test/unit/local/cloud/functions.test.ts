import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, lambda, role, type Started, startCloud, until } from './harness.ts';

const probe = `
let warm = 0;
export const handler = async (event, context) => {
  console.log('asked for', event.do);
  if (event.do === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (event.do === 'spin') for (;;);
  if (event.do === 'crash') process.exit(7);
  if (event.do === 'leak') setImmediate(() => { throw new Error('unheard'); });
  if (event.do === 'leak') await new Promise((resolve) => setTimeout(resolve, 5_000));
  if (event.do === 'throw') throw new TypeError('wrong');
  if (event.do === 'wait') await new Promise((resolve) => setTimeout(resolve, 300));
  return {
    warm: warm++,
    pid: process.pid,
    env: process.env,
    left: context.getRemainingTimeInMillis(),
    name: context.functionName,
    requestId: context.awsRequestId,
  };
};`;

const start = (more: Parameters<typeof lambda>[1] = {}): Promise<Started> =>
  startCloud({
    resources: {
      Role: role(),
      Probe: lambda('probe', { Timeout: 1, Environment: { Variables: { TABLE_NAME: 't' } }, ...more }),
    },
    bundles: { probe, broken: 'export const handlers = 1;', torn: 'throw new Error("torn")' },
  });

async function ask(cloud: Started, what: string): Promise<Record<string, unknown>> {
  const outcome = await cloud.invoke('Probe', { do: what });
  return outcome.ok ? (outcome.value as Record<string, unknown>) : { ...outcome };
}

describe('a function', () => {
  it('starts fresh in a process of its own, and stays warm', async () => {
    const cloud = await start();
    const first = await ask(cloud, 'nothing');
    const second = await ask(cloud, 'nothing');
    expect([first.warm, second.warm]).toEqual([0, 1]);
    expect([second.pid, first.name]).toEqual([first.pid, 'T-Probe']);
    expect(first.pid).not.toBe(process.pid);
    expect(second.requestId).not.toBe(first.requestId);
    expect(first.left).toBeGreaterThan(800);
    expect(first.left).toBeLessThanOrEqual(1_000);
    expect(cloud.functions[0]?.counts).toEqual({ coldStarts: 1, invocations: 2, errors: 0 });
    const lines = () => cloud.lines.filter((line) => line === 'T-Probe: asked for nothing');
    await until('its lines are there', () => lines().length === 2);
  });

  it('sees the variables of the template and those of Lambda, and none of ours', async () => {
    process.env.LEAKED_INTO_FUNCTION = 'yes';
    const cloud = await start();
    const { env } = await ask(cloud, 'nothing');
    delete process.env.LEAKED_INTO_FUNCTION;
    const names = Object.keys(env as object).filter((name) => !/^(AWS_|LAMBDA_)/.test(name));
    expect(names.sort()).toEqual(['LANG', 'PATH', 'TABLE_NAME', 'TZ', '_HANDLER']);
    expect(env).toMatchObject({ AWS_ENDPOINT_URL: cloud.endpoints.aws, AWS_LAMBDA_FUNCTION_NAME: 'T-Probe' });
  });

  it.each(['hang', 'spin'])('that does %s is killed at its timeout', async (what) => {
    const cloud = await start();
    const { pid } = await ask(cloud, 'nothing');
    expect(await ask(cloud, what)).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Task timed out after 1.00 seconds',
    });
    expect(isAlive(Number(pid))).toBe(false);
    expect(await ask(cloud, 'nothing')).toMatchObject({ warm: 0 });
  });

  it.each(['crash', 'leak'])('that dies of a %s is started again', async (what) => {
    const cloud = await start();
    await ask(cloud, 'nothing');
    expect(await ask(cloud, what)).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await ask(cloud, 'nothing')).toMatchObject({ warm: 0 });
    expect(cloud.functions[0]?.counts).toEqual({ coldStarts: 2, invocations: 3, errors: 1 });
  });

  it('stays warm when its handler throws, and says what it threw', async () => {
    const cloud = await start();
    expect(await ask(cloud, 'throw')).toMatchObject({ errorType: 'TypeError', errorMessage: 'wrong' });
    expect((await ask(cloud, 'nothing')).pid).toBe(cloud.functions[0]?.pids[0]);
    expect(cloud.functions[0]?.counts.coldStarts).toBe(1);
  });

  it('has several processes when it is called at the same time, up to its reserved concurrency', async () => {
    const cloud = await start({ ReservedConcurrentExecutions: 2 });
    const answers = await Promise.all(['wait', 'wait', 'wait'].map((what) => ask(cloud, what)));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
  });

  it('whose code is replaced ends what it began, and then runs the new code', async () => {
    const cloud = await start({ Timeout: 60 });
    const { pid: idle } = await ask(cloud, 'nothing');
    const [fn] = cloud.functions;
    const [first, second] = [ask(cloud, 'wait'), ask(cloud, 'wait')];
    const busy = fn?.busy.map((one) => one.pid) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'new-code-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(
      join(folder, 'index.mjs'),
      'export const handler = () => ({ is: "new", root: process.env.LAMBDA_TASK_ROOT });',
    );
    fn?.updateCode(folder);
    expect(await ask(cloud, 'nothing')).toEqual({ is: 'new', root: folder });
    // By the code that was there when it began. The other one waits for a process, and takes which is there first.
    expect((await first).warm).toEqual(expect.any(Number));
    expect(await second).toBeDefined();
    expect(busy).toContain(idle);
    await until('the old processes are gone', () => !busy.some(isAlive));
    expect(await ask(cloud, 'nothing')).toMatchObject({ is: 'new' });
    await until('the last that started late is gone', () => (fn?.pids.length ?? 0) <= 2);
  });

  it('that cannot be loaded says why', async () => {
    const broken = await start({ Code: { S3Bucket: 'b', S3Key: 'broken.zip' } });
    expect(await ask(broken, 'nothing')).toMatchObject({ errorType: 'Runtime.HandlerNotFound' });
    const torn = await start({ Code: { S3Bucket: 'b', S3Key: 'torn.zip' } });
    expect(await ask(torn, 'nothing')).toMatchObject({ errorType: 'Error', errorMessage: 'torn' });
  });

  it.each<[object, RegExp]>([
    [{ Code: { S3Bucket: 'b', S3Key: 'gone.zip' } }, /^Probe: .*not an asset/],
    [{ Handler: 'main.handler' }, /^Probe: .*no file for its handler/],
    [{ Environment: { Variables: { AWS_REGION: 'x' } } }, /^Probe: .*AWS_REGION/],
    [{ Environment: { Variables: { BIG: 'x'.repeat(4_100) } } }, /^Probe: .*4103 bytes/],
    [{ Layers: ['x'] }, /^Probe: .*Layers is not understood/],
    [{ Runtime: 'python3.13' }, /^Probe: .*Runtime/],
    [{ Role: 'arn:aws:iam::000000000000:role/gone' }, /role\/gone/],
  ])('%j stops', async (properties, message) => {
    await expect(start(properties as never)).rejects.toThrow(message);
  });

  it('whose role is not for Lambda stops', async () => {
    const resources = { Role: role([], { Statement: [] }), Probe: lambda('probe') };
    await expect(startCloud({ resources, bundles: { probe } })).rejects.toThrow(
      /^Probe: Lambda may not be the role/,
    );
  });

  it('that may not write its log is named', async () => {
    const Role = {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Statement: {
            Effect: 'Allow',
            Action: 'sts:AssumeRole',
            Principal: { Service: 'lambda.amazonaws.com' },
          },
        },
      },
    };
    const cloud = await startCloud({ resources: { Role, Probe: lambda('probe') }, bundles: { probe } });
    await ask(cloud, 'nothing');
    expect(cloud.denied.map(({ action }) => action)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
  });

  it('is gone when the cloud has stopped, busy or not', async () => {
    const cloud = await start({ Timeout: 60 });
    await ask(cloud, 'nothing');
    void ask(cloud, 'hang');
    void ask(cloud, 'spin');
    await until('two are running', () => cloud.lines.filter((line) => /hang|spin/.test(line)).length === 2);
    const pids = cloud.functions.flatMap((one) => one.pids);
    expect(pids).toHaveLength(2);
    await cloud.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
