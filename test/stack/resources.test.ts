import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeFunctionProps } from '../../cdk/bridge-function.ts';
import { SQS_MAX_BYTES } from '../../lib/base/queues/message-text.ts';
import { MOST_LATE_MS } from '../../lib/feed/poll-handler.ts';
import { AHEAD_MS } from '../../lib/feed/tick-queue.ts';
import { IS_FULL } from '../support/extent.ts';
import { everything, type Resource, type Synthesized, synthesize, written } from './synthesized.ts';

/** An address on this machine where nobody listens. */
const NOBODY = 'http://127.0.0.1:1';

let stack: Synthesized;
beforeAll(async () => {
  const { teams } = everything;
  stack = await synthesize({ ...everything, ...(teams && { teams: { ...teams, apiUrl: NOBODY } }) });
});
afterAll(() => stack.remove());

/** What Lambda itself tells every function. */
const OF_LAMBDA = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  // But this: nothing of what a function asks for while it starts may leave this machine.
  AWS_ENDPOINT_URL: NOBODY,
};
const DAY_SECONDS = 24 * 60 * 60;

/** The queues that others name as the place for what they could not deliver. */
function deadLetterQueues(): Set<string> {
  const named = stack.all('AWS::SQS::Queue').map(([, queue]) => redriveOf(queue)?.deadLetterTargetArn);
  return new Set(named.filter((arn) => arn !== undefined).map((arn) => nameIn(arn)));
}

/** `<Name.Arn>` and `<Name>` without what is around the name. */
const nameIn = (reference: unknown): string => written(reference).replace(/^<|(?:\.Arn)?>$/g, '');

/** What nobody needs a minute later. */
const isTicks = (name: string): boolean => name.startsWith('BridgePollerTicks');

const redriveOf = ({ Properties }: Resource) =>
  Properties.RedrivePolicy as { deadLetterTargetArn: unknown; maxReceiveCount: number } | undefined;

describe('every queue', () => {
  it('is encrypted, keeps messages for 14 days (ticks for 3 minutes), and takes as much as SQS can', () => {
    expect(stack.all('AWS::SQS::Queue')).toHaveLength(9);
    for (const [name, { Properties }] of stack.all('AWS::SQS::Queue')) {
      expect(Properties, name).toMatchObject({
        SqsManagedSseEnabled: true,
        MessageRetentionPeriod: isTicks(name) ? 180 : 14 * DAY_SECONDS,
        MaximumMessageSize: SQS_MAX_BYTES,
      });
    }
  });

  it('keeps a tick for longer than it is held back and may be late', () => {
    const [, queue] = stack.all('AWS::SQS::Queue').find(([name]) => isTicks(name)) ?? [];
    expect(queue?.Properties.MessageRetentionPeriod).toBeGreaterThan((AHEAD_MS + MOST_LATE_MS) / 1000);
  });

  it('refuses whoever comes without TLS', () => {
    const policies = stack.all('AWS::SQS::QueuePolicy').map(([, { Properties }]) => Properties);
    for (const [name] of stack.all('AWS::SQS::Queue')) {
      const policy = policies.find(({ Queues }) => (Queues as unknown[]).map(written).includes(`<${name}>`));
      expect(policy?.PolicyDocument, name).toMatchObject({
        Statement: [
          {
            Effect: 'Deny',
            Action: 'sqs:*',
            Principal: { AWS: '*' },
            Resource: { 'Fn::GetAtt': [name, 'Arn'] },
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      });
    }
  });

  it('has a dead-letter queue of the same kind, or is one, or is for ticks', () => {
    const deadLetters = deadLetterQueues();
    const fifo = (name: string) => stack.template.Resources[name]?.Properties.FifoQueue === true;
    for (const [name, queue] of stack.all('AWS::SQS::Queue')) {
      const redrive = redriveOf(queue);
      if (deadLetters.has(name) || isTicks(name)) {
        expect(redrive, name).toBeUndefined();
        continue;
      }
      expect(redrive?.maxReceiveCount, name).toBeGreaterThan(3);
      expect(fifo(nameIn(redrive?.deadLetterTargetArn)), name).toBe(fifo(name));
    }
  });

  it('is the dead-letter queue of one thing only', () => {
    const redrives = stack.all('AWS::SQS::Queue').flatMap(([, queue]) => redriveOf(queue) ?? []);
    const targets = redrives.map(({ deadLetterTargetArn }) => written(deadLetterTargetArn));
    expect(new Set(targets).size).toBe(targets.length);
  });

  it('is fast where it is in order: limits count for each group', () => {
    const fifo = stack.all('AWS::SQS::Queue').filter(([, { Properties }]) => Properties.FifoQueue);
    // Slack, Teams and webhooks, with their dead letters.
    expect(fifo).toHaveLength(6);
    for (const [name, { Properties }] of fifo) {
      expect(Properties, name).toMatchObject({
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      });
    }
  });
});

describe('every function', () => {
  it('runs on nodejs24.x and arm64', () => {
    expect(stack.all('AWS::Lambda::Function')).toHaveLength(8);
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      expect(Properties, name).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      });
    }
  });

  it('writes into a log group of its own', () => {
    const used = stack.all('AWS::Lambda::Function').map(([, { Properties }]) => {
      return written((Properties.LoggingConfig as { LogGroup: unknown }).LogGroup);
    });
    expect(new Set(used).size).toBe(used.length);
    const requests = stack.all('AWS::ApiGatewayV2::Stage').map(([, { Properties }]) => {
      const { DestinationArn } = Properties.AccessLogSettings as { DestinationArn: unknown };
      return `<${nameIn(DestinationArn)}>`;
    });
    expect([...used, ...requests].toSorted()).toEqual(
      stack
        .all('AWS::Logs::LogGroup')
        .map(([name]) => `<${name}>`)
        .toSorted(),
    );
  });

  it('has the memory that was measured for it: docs/deploy.md says why', () => {
    const sizes = stack
      .all('AWS::Lambda::Function')
      .map(([name, { Properties }]) => [
        /(?:(?:Slack|Teams|Webhooks)Notify|Poll|Action|Verdict|Reconcile|Archive)(?=Function)/.exec(
          name,
        )?.[0],
        Properties.MemorySize,
      ]);
    expect(Object.fromEntries(sizes)).toEqual({
      Poll: 512,
      SlackNotify: 256,
      TeamsNotify: 256,
      WebhooksNotify: 256,
      Action: 512,
      Verdict: 384,
      Reconcile: 256,
      Archive: 1_024,
    });
  });

  it('logs what it writes itself, and for each run how much memory it used', () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      expect(Properties.LoggingConfig, name).toMatchObject({
        LogFormat: 'JSON',
        SystemLogLevel: 'INFO',
        ApplicationLogLevel: 'INFO',
      });
    }
  });

  it('takes no concurrency from the others in the account', () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      // A new account has 10, all of which must stay unreserved: the first deployment would fail.
      expect(Properties.ReservedConcurrentExecutions, name).toBeUndefined();
    }
  });

  it('is deployed as one minified ES module with the configuration beside it, and without source maps', async () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      const folder = bundleOf(Properties);
      expect(await readdir(folder), name).toEqual(['bridge.config.mjs', 'index.mjs']);
      const config = await readFile(join(folder, 'bridge.config.mjs'), 'utf8');
      expect(config, name).toContain('/posture-bridge/zeta/api-key');
      const code = await readFile(join(folder, 'index.mjs'), 'utf8');
      expect(code, name).not.toContain('/posture-bridge/');
      expect(code, name).not.toContain('sourceMappingURL');
      expect(code, name).not.toContain(process.cwd());
      expect(code.split('\n').length, name).toBeLessThan(1_000);
    }
    const names = ['action', 'archive', 'notify-slack', 'notify-teams', 'notify-webhook', 'poll'];
    const maps = [...names, 'reconcile', 'verdict'].map((name) => `${name}.mjs.map`);
    expect(await readdir(join(stack.folder, 'functions', 'source-maps'))).toEqual(maps);
  });

  it('starts with the variables that it is given, and with no others', async () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      const lines = await start(bundleOf(Properties), variablesOf(Properties));
      expect(lines, name).toContain('function');
      // It asks for Microsoft's keys at once, so that the first click does not wait for them.
      const unanswered = {
        event: 'keys not read',
        surface: 'teams',
        reason: expect.stringContaining(NOBODY.slice(7)),
      };
      expect(
        lines.filter((line) => line !== 'function').map((line) => JSON.parse(line)),
        name,
      ).toEqual(/ActionFunction/.test(name) ? [unanswered] : []);
    }
  });

  it.runIf(IS_FULL)('does not start without a variable that it needs', async () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::Function')) {
      const given = variablesOf(Properties);
      for (const missing of Object.keys(given)) {
        const { [missing]: _, ...others } = given;
        await expect(start(bundleOf(Properties), others), name).rejects.toThrow(missing);
      }
    }
  });

  it('may send itself messages for a day where verdicts wait, and is stopped by Lambda anywhere else', () => {
    const allowed = stack
      .all('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties.RecursiveLoop !== undefined)
      .map(([name, { Properties }]) => [name.replace(/\w{8}$/, ''), Properties.RecursiveLoop]);
    expect(allowed).toEqual([['BridgeVerdictsVerdictFunction', 'Allow']]);
  });

  it('cannot be written down without a variable that it needs', () => {
    // @ts-expect-error TABLE_NAME is missing.
    const without: BridgeFunctionProps<'poll'>['environment'] = { WEBHOOK_QUEUE_URL: 'https://...' };
    // @ts-expect-error There is no such variable.
    const typo: BridgeFunctionProps<'poll'>['environment'] = { TABLE_NAME: 'ledger', SLAK_QUEUE_URL: '' };
    expect([without, typo]).toHaveLength(2);
  });
});

describe('every log group', () => {
  it('forgets after 90 days, and goes with the stack', () => {
    expect(stack.all('AWS::Logs::LogGroup')).toHaveLength(9);
    for (const [name, group] of stack.all('AWS::Logs::LogGroup')) {
      expect(group, name).toMatchObject({ Properties: { RetentionInDays: 90 }, DeletionPolicy: 'Delete' });
    }
  });
});

describe('every event source', () => {
  it('is a queue that is not for dead letters, and feeds one function', () => {
    const pairs = stack
      .all('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => [nameIn(Properties.EventSourceArn), nameIn(Properties.FunctionName)]);
    expect(pairs.map((pair) => pair.map((name) => name.replace(/\w{8}$/, '')))).toEqual([
      ['BridgeToSlackQueue', 'BridgeSlackNotifyFunction'],
      ['BridgeToTeamsQueue', 'BridgeTeamsNotifyFunction'],
      ['BridgeToWebhookQueue', 'BridgeWebhooksNotifyFunction'],
      ['BridgePollerTicksQueue', 'BridgePollerPollFunction'],
      ['BridgeVerdictsClicksQueue', 'BridgeVerdictsVerdictFunction'],
    ]);
  });

  it('is the queue that its function puts back into and aside from, or that of ticks', () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::EventSourceMapping')) {
      const queue = nameIn(Properties.EventSourceArn);
      if (isTicks(queue)) continue;
      const deadLetters = redriveOf(stack.template.Resources[queue] as Resource)?.deadLetterTargetArn;
      const fn = stack.template.Resources[nameIn(Properties.FunctionName)];
      expect(variablesOf(fn?.Properties ?? {}), name).toMatchObject({
        QUEUE_URL: `<${queue}>`,
        DEAD_LETTERS_URL: `<${nameIn(deadLetters)}>`,
      });
    }
  });

  it('takes back only what failed, has a limit unless it is for ticks, and leaves a function more than its time', () => {
    for (const [name, { Properties }] of stack.all('AWS::Lambda::EventSourceMapping')) {
      expect(Properties, name).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      const limit = (Properties.ScalingConfig as { MaximumConcurrency: number } | undefined)
        ?.MaximumConcurrency;
      expect(limit, name).toEqual(
        isTicks(nameIn(Properties.EventSourceArn)) ? undefined : expect.any(Number),
      );
      const queue = stack.template.Resources[nameIn(Properties.EventSourceArn)];
      const fn = stack.template.Resources[nameIn(Properties.FunctionName)];
      expect(queue?.Properties.VisibilityTimeout, name).toBeGreaterThan(Number(fn?.Properties.Timeout));
    }
  });
});

describe('every table', () => {
  it('is paid by use, can be put back in time, forgets what has expired, and stays unless it was never used', () => {
    expect(stack.all('AWS::DynamoDB::Table')).toHaveLength(1);
    for (const [name, table] of stack.all('AWS::DynamoDB::Table')) {
      expect(table, name).toMatchObject({
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
          GlobalSecondaryIndexes: [
            {
              IndexName: 'todo',
              KeySchema: [
                { AttributeName: 'todo', KeyType: 'HASH' },
                { AttributeName: 'todoAt', KeyType: 'RANGE' },
              ],
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
            {
              IndexName: 'due',
              KeySchema: [
                { AttributeName: 'due', KeyType: 'HASH' },
                { AttributeName: 'dueAtMs', KeyType: 'RANGE' },
              ],
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          ],
        },
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      // CloudFormation could not delete a protected table when the first deployment fails.
      expect(table.Properties.DeletionProtectionEnabled, name).toBeUndefined();
    }
  });
});

function bundleOf(properties: Record<string, unknown>): string {
  const { S3Key } = properties.Code as { S3Key: string };
  return join(stack.folder, `asset.${S3Key.replace(/\.zip$/, '')}`);
}

function variablesOf(properties: Record<string, unknown>): Record<string, string> {
  const { Variables } = properties.Environment as { Variables: Record<string, unknown> };
  return Object.fromEntries(Object.entries(Variables).map(([name, value]) => [name, written(value)]));
}

/** Loads the bundle as Lambda would. What its handler is, and what it said by itself. */
async function start(folder: string, env: Record<string, string>): Promise<string[]> {
  const bundle = pathToFileURL(join(folder, 'index.mjs')).href;
  // Node would show the line of the bundle too, which is nearly all of it, and may be cut before the message.
  const load = `const { handler } = await import(${JSON.stringify(bundle)}).catch(({ message }) => {
      console.error(message);
      process.exit(1);
    });
    console.log(typeof handler);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load], {
    env: { ...env, ...OF_LAMBDA },
  });
  return stdout.trim().split('\n');
}
