import { describe, expect, it } from 'vitest';
import type { Stack } from '../../../cli/aws/stack.ts';
import { runCdk } from '../../../cli/deploy/run-cdk.ts';

const OUTPUTS = {
  LedgerTableName: 'posture-bridge-ledger',
  BridgeName: 'posture-bridge',
  SlackRequestUrl: 'https://abc.example.com/slack',
  AlarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
};
const stackIn = (status: string, isProtected = false): Stack => ({ status, isProtected, outputs: OUTPUTS });

interface World {
  readonly doctor?: number;
  readonly cdk?: number;
  readonly before?: Stack | null;
  readonly after?: Stack | null;
}

/** What was run, in order, and what was said. */
async function run(asked: readonly string[], { doctor = 0, cdk = 0, before = null, after }: World = {}) {
  const ran: string[] = [];
  const said: string[] = [];
  let stack = before;
  const status = await runCdk(asked, {
    async doctor(args) {
      ran.push(`doctor ${args.join(' ')}`);
      return doctor;
    },
    async cdk(args) {
      ran.push(`cdk ${args.join(' ')}`);
      if (after !== undefined) stack = after;
      return cdk;
    },
    stackOf: async () => ({
      read: async () => stack,
      async protect(isProtected) {
        ran.push(isProtected ? 'protect' : 'unprotect');
        stack = stack && { ...stack, isProtected };
      },
    }),
    say: (...lines) => void said.push(...lines),
  });
  return { status, ran, said: said.join('\n').trim(), stack };
}
const COMPLETE = stackIn('CREATE_COMPLETE');

describe('deploy', () => {
  it('asks the doctor first, and does not begin where it would be deaf or dumb', async () => {
    const { status, ran, said } = await run(['deploy', '--config', 'x.ts', '--name', 'staging'], {
      doctor: 1,
    });
    expect(status).toBe(1);
    expect(ran).toEqual([expect.stringMatching(/^doctor --before .*x\.ts/)]);
    expect(said).toMatch(/^Nothing was deployed\./);
  });

  it('goes on anyway where it is told to, and asks nobody for what deploys nothing', async () => {
    const { ran } = await run(['deploy', '--anyway'], { doctor: 1, after: COMPLETE });
    expect(ran[0]).toMatch(/^cdk deploy/);
    expect((await run(['diff'], { doctor: 1 })).ran).toEqual(['cdk diff']);
  });

  it('protects a new stack once it is complete, and says what to do next', async () => {
    const { ran, said } = await run(['deploy', '--name', 'staging'], { after: COMPLETE });
    expect(ran).toEqual(['doctor --before', 'cdk deploy -c name=staging -c protect=later', 'protect']);
    expect(said).toContain(
      'posture-bridge slack manifest --url https://abc.example.com/slack --name staging',
    );
    expect(said).toContain(`--topic-arn ${OUTPUTS.AlarmTopicArn}`);
    expect(said).toContain('npx posture-bridge doctor --name staging');
  });

  it.each([
    ['failed and rolled back', stackIn('ROLLBACK_COMPLETE')],
    ['failed, and somebody protected it', stackIn('ROLLBACK_COMPLETE', true)],
    ['failed to roll back', stackIn('ROLLBACK_FAILED', true)],
    ['was never begun', stackIn('REVIEW_IN_PROGRESS', true)],
  ])('can be repeated where the first one %s', async (_, before) => {
    const { ran, stack } = await run(['deploy'], { before, after: COMPLETE });
    expect(ran).toEqual([
      'doctor --before',
      ...(before.isProtected ? ['unprotect'] : []),
      'cdk deploy -c protect=later',
      'protect',
    ]);
    expect(stack?.isProtected).toBe(true);
  });

  it('leaves a stack that failed without protection, and says to deploy again', async () => {
    const { status, ran, said } = await run(['deploy'], { cdk: 1, after: stackIn('ROLLBACK_COMPLETE') });
    expect(status).toBe(1);
    expect(ran).not.toContain('protect');
    expect(said).toMatch(/deploy again/);
  });

  it('never takes the protection from a stack that was complete', async () => {
    for (const status of ['UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_FAILED']) {
      const before = stackIn(status, true);
      expect((await run(['deploy'], { before, cdk: 1 })).ran).toEqual(['doctor --before', 'cdk deploy']);
    }
  });

  it('says nothing of a bridge where CDK only prepared a change', async () => {
    const { ran, said } = await run(['deploy', '--no-execute'], { after: stackIn('REVIEW_IN_PROGRESS') });
    expect([ran.at(-1), said]).toEqual(['cdk deploy --no-execute -c protect=later', '']);
  });
});

describe('destroy', () => {
  it('removes the protection and the stack, and says what stays', async () => {
    const { status, ran, said } = await run(['destroy'], {
      before: stackIn('UPDATE_COMPLETE', true),
      after: null,
    });
    expect([status, ran]).toEqual([0, ['unprotect', 'cdk destroy']]);
    expect(said).toContain('the table posture-bridge-ledger');
  });

  it.each([
    ['was not confirmed', 0],
    ['failed', 1],
  ])('protects the stack again where it %s', async (_, cdk) => {
    const { ran, stack } = await run(['destroy'], { before: stackIn('UPDATE_COMPLETE', true), cdk });
    expect(ran).toEqual(['unprotect', 'cdk destroy', 'protect']);
    expect(stack?.isProtected).toBe(true);
  });

  it('says so where there is nothing to remove', async () => {
    const { status, ran, said } = await run(['destroy', '--name', 'stagign']);
    expect([status, ran]).toEqual([1, []]);
    expect(said).toMatch(/^There is no such bridge/);
  });
});
