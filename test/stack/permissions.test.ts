import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUS, drawUp, everything, listOf, type Synthesized, VAULT_KEY, written } from './synthesized.ts';

let stack: Synthesized;
beforeAll(async () => {
  stack = await drawUp(everything);
});
afterAll(() => stack.remove());

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly Principal?: unknown;
  readonly Condition?: unknown;
}

interface Document {
  readonly Statement: Statement[];
}

const inlineOf = (properties: Record<string, unknown>): Statement[] =>
  ((properties.Policies ?? []) as { PolicyDocument: Document }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

const statementsIn = (type: string): Statement[] =>
  stack.all(type).flatMap(([, { Properties }]) => (Properties.PolicyDocument as Document).Statement);

/** What each role may do, as lines of `action resource`. */
function allowed(from: Synthesized, role: string): string[] {
  const attached = from
    .all('AWS::IAM::Policy')
    .filter(([, { Properties }]) => (Properties.Roles as unknown[]).map(written).includes(`<${role}>`))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as Document).Statement);
  return [...attached, ...inlineOf(from.template.Resources[role]?.Properties ?? {})]
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      listOf(Action).flatMap((action) =>
        listOf(Resource).flatMap((one) => {
          const what = `${action} ${plain(written(one))}`;
          if (Effect === 'Deny') return `never ${what} ${JSON.stringify(Condition)}`;
          return rowsIn(Condition).map((rows) => `${what}${rows}`);
        }),
      ),
    )
    .toSorted();
}

/** The kinds of rows that a statement is about, each on its own. */
function rowsIn(condition: unknown): string[] {
  const { 'ForAllValues:StringLike': tests, ...others } = (condition ?? {}) as Record<string, object>;
  if (tests === undefined || Object.keys(others).length > 0) return [''];
  return Object.values(tests).flatMap((rows) => listOf(rows).map((one) => ` ${String(one)}`));
}

/** Without the hashes that CDK puts behind names. */
const plain = (text: string): string => text.replace(/<(\w+?)[0-9A-F]{8}(\.\w+)?>/g, '<$1$2>');

const roleOf = (name: string): string => {
  const [role] = stack.all('AWS::IAM::Role').find(([id]) => id.startsWith(name)) ?? [];
  if (role === undefined) throw new Error(`there is no role ${name}`);
  return role;
};

/** Allowed wildcards, each with its reason. */
const WILDCARDS: Readonly<Record<string, string>> = {
  '<BridgeTrailArchiveBucket.Arn>/audit/*': 'every day of the trail is an object of its own',
};

const LEDGER = '<BridgeLedgerTable.Arn>';
const onRows = (actions: string, ...rows: string[]) =>
  actions.split(' ').flatMap((action) => rows.map((one) => `dynamodb:${action} ${LEDGER} ${one}`));
const onIndex = (index: string, ...rows: string[]) =>
  rows.map((one) => `dynamodb:Query ${LEDGER}/index/${index} ${one}`);
const CONSUME = ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'];
const SHOWN = ['item#*', 'notice#*', 'digest#*', 'storm#*', 'breaker#*'];
const secret = (name: string) =>
  `ssm:GetParameter arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter/posture-bridge/${name}`;

const reads = (...keys: string[]) => keys.map((name) => secret(`keys/${name}`));
/** Where there is none: to replace one is denied. */
const makes = (...keys: string[]) =>
  reads(...keys)
    .map((line) => line.replace('Get', 'Put'))
    .flatMap((line) => [line, `never ${line} {"StringEquals":{"ssm:Overwrite":"true"}}`]);

/** What each function may do besides writing its own log, by its role. */
const EXACTLY: Readonly<Record<string, readonly string[]>> = {
  BridgePollerPollRole: [
    ...onRows('Query', 'item#*#cases#*'),
    ...onRows('GetItem UpdateItem', 'feed#*', 'item#*', 'notice#*', 'budget#*'),
    // `past`: earlier cases of the same person and type.
    ...onRows('BatchGetItem BatchWriteItem', 'item#*', 'event#*', 'past#*'),
    ...onRows('Query', 'past#*', 'outcome#*'),
    // What is muted, windows of what is alike, and what either withholds.
    ...onRows('GetItem', 'mutes#*'),
    ...onRows('GetItem UpdateItem', 'dedupe#*'),
    ...onRows('GetItem UpdateItem BatchWriteItem', 'withheld#*'),
    ...onIndex('due', '*#cases', '*#threats'),
    'sqs:SendMessage <BridgeToSlackQueue.Arn>',
    'sqs:SendMessage <BridgeToTeamsQueue.Arn>',
    'sqs:SendMessage <BridgeToWebhookQueue.Arn>',
    // Ticks: sent by the runs of the schedules, received by Lambda.
    ...['SendMessage', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
      (action) => `sqs:${action} <BridgePollerTicksQueue.Arn>`,
    ),
    secret('acme/api-key'),
    secret('zeta/api-key'),
    // Who is forgotten.
    ...reads('forgotten'),
  ],
  BridgeSlackNotifyRole: [
    ...onRows('GetItem', 'answer#*'),
    ...onRows('GetItem UpdateItem', ...SHOWN, 'pace#slack#*', 'quarantine#slack#*'),
    ...onRows('GetItem', 'event#*', 'persona#*', 'mutes#*'),
    ...onRows('BatchWriteItem', 'event#*', 'quarantine#slack#*'),
    ...onIndex('todo', 'deliver#*'),
    ...CONSUME.map((action) => `sqs:${action} <BridgeToSlackQueue.Arn>`),
    'sqs:SendMessage <BridgeToSlackDeadLetters.Arn>',
    secret('slack-token'),
    ...reads('buttons'),
    ...makes('buttons'),
  ],
  BridgeTeamsNotifyRole: [
    ...onRows('GetItem', 'answer#*'),
    ...onRows('GetItem UpdateItem', ...SHOWN, 'pace#teams#*', 'quarantine#teams#*', 'channel#teams#*'),
    ...onRows('GetItem', 'event#*', 'persona#*', 'mutes#*'),
    ...onRows('BatchWriteItem', 'event#*', 'quarantine#teams#*'),
    ...onIndex('todo', 'deliver#*'),
    ...CONSUME.map((action) => `sqs:${action} <BridgeToTeamsQueue.Arn>`),
    'sqs:SendMessage <BridgeToTeamsDeadLetters.Arn>',
    secret('teams-password'),
    secret('teams-workflow'),
    ...reads('buttons'),
    ...makes('buttons'),
  ],
  BridgeWebhooksNotifyRole: [
    ...onRows('GetItem', 'answer#*'),
    ...onRows('GetItem UpdateItem', 'item#*', 'notice#*', 'breaker#*', 'quarantine#webhook#*'),
    // To seal the links in events.
    ...reads('links'),
    ...makes('links'),
    ...onRows('Query', 'item#*', 'notice#*'),
    ...onRows('BatchWriteItem', 'quarantine#webhook#*'),
    ...onIndex('todo', 'deliver#*'),
    ...CONSUME.map((action) => `sqs:${action} <BridgeToWebhookQueue.Arn>`),
    'sqs:SendMessage <BridgeToWebhookDeadLetters.Arn>',
    // The user's own: queues, the key of one of them, and a bus.
    'sqs:SendMessage arn:aws:sqs:eu-west-1:123456789012:lake',
    'sqs:SendMessage arn:aws:sqs:us-east-1:210987654321:vault.fifo',
    `kms:Decrypt ${VAULT_KEY}`,
    `kms:GenerateDataKey ${VAULT_KEY}`,
    `events:PutEvents ${BUS}`,
    `events:DescribeEventBus ${BUS}`,
    secret('siem-secret'),
  ],
  BridgeActionsActionRole: [
    ...onRows('GetItem', 'answer#*'),
    ...onRows('GetItem', 'item#*#cases#*'),
    ...reads('buttons', 'clicks', 'canary', 'links'),
    ...onRows('PartiQLInsert', 'quarantine#verdict#*', 'sign#action#*', 'submitted#*'),
    // For systems that decide: under which keys they sent what.
    ...onRows('GetItem', 'submitted#*'),
    secret('siem-secret'),
    // What only one person is told.
    'sqs:SendMessage <BridgeToSlackQueue.Arn>',
    // What Teams says about its channels.
    'sqs:SendMessage <BridgeToTeamsQueue.Arn>',
    'sqs:SendMessage <BridgeVerdictsClicksQueue.Arn>',
    secret('slack-secret'),
    secret('slack-token'),
    // To ask who is a guest: everybody in the channel may decide.
    secret('teams-password'),
  ],
  BridgeVerdictsVerdictRole: [
    // Nobody else may write what people decided.
    ...onRows('GetItem UpdateItem', 'answer#*'),
    ...onRows(
      'GetItem UpdateItem',
      'item#*#cases#*',
      // To show what became of a mute that was proposed.
      'notice#*',
      'outcome#*',
      'mutes#*',
      'budget#*',
      'quarantine#verdict#*',
    ),
    ...reads('buttons', 'clicks', 'forgotten'),
    ...makes('buttons'),
    // For commands.
    ...onRows('GetItem', 'reported#health', 'breaker#*'),
    'dynamodb:Query <BridgeLedgerTable.Arn>/index/todo deliver#*',
    'sqs:GetQueueAttributes <BridgeToSlackDeadLetters.Arn>',
    'sqs:GetQueueAttributes <BridgeToTeamsDeadLetters.Arn>',
    'sqs:GetQueueAttributes <BridgeToWebhookDeadLetters.Arn>',
    'sqs:GetQueueAttributes <BridgeVerdictsClicksDeadLetters.Arn>',
    ...onRows('Query', 'item#*#cases#*', 'item#*#threats#*', 'chain#*', 'audit#*', 'withheld#*'),
    ...onRows('BatchWriteItem', 'quarantine#verdict#*'),
    ...onRows('BatchGetItem', 'audit#*', 'click#*', 'feed#*', 'budget#*'),
    ...onRows('PartiQLInsert', 'audit#*', 'chain#*', 'click#*', 'sign#verdict#*'),
    ...CONSUME.map((action) => `sqs:${action} <BridgeVerdictsClicksQueue.Arn>`),
    'sqs:SendMessage <BridgeToSlackQueue.Arn>',
    'sqs:SendMessage <BridgeToTeamsQueue.Arn>',
    'sqs:SendMessage <BridgeToWebhookQueue.Arn>',
    'sqs:SendMessage <BridgeVerdictsClicksDeadLetters.Arn>',
    'sqs:SendMessage <BridgeVerdictsClicksQueue.Arn>',
    secret('acme/api-key'),
    secret('zeta/api-key'),
  ],
  BridgeReconcilerReconcileRole: [
    ...onRows('GetItem', 'answer#*'),
    ...onRows('GetItem UpdateItem', 'item#*', 'notice#*', 'digest#*', 'reported#*', 'quarantine#*#*'),
    ...reads('forgotten'),
    // It need not know it.
    ...makes('clicks'),
    ...onRows('GetItem', 'breaker#*'),
    ...onRows('BatchGetItem', 'feed#*', 'budget#*'),
    // A case that becomes worse may belong elsewhere, or be withheld there.
    ...onRows('BatchGetItem', 'item#*#cases#*'),
    ...onRows('BatchWriteItem', 'event#*', 'withheld#*'),
    ...onRows('GetItem UpdateItem', 'dedupe#*'),
    ...onRows('Query', 'quarantine#*#*'),
    // To list what was withheld.
    ...onRows('GetItem UpdateItem', 'mutes#*'),
    ...onRows('GetItem UpdateItem Query', 'withheld#*'),
    // To propose mutes.
    ...onRows('Query', 'audit#*'),
    // To tell who a case is about.
    ...onRows('GetItem UpdateItem', 'persona#*'),
    // To follow cases: who asks the API takes part in the budget.
    ...onRows('GetItem UpdateItem', 'budget#*'),
    ...onRows('Query', 'item#*#cases#*'),
    ...onIndex(
      'todo',
      'deliver#*',
      'answer#*',
      'quarantine#*',
      'case#*',
      'signs',
      'signs#archive',
      'deduped',
    ),
    ...onIndex('due', 'case#escalation#*'),
    secret('acme/api-key'),
    secret('zeta/api-key'),
    ...['ToSlack', 'ToTeams', 'ToWebhook', 'VerdictsClicks'].map(
      (queue) => `sqs:GetQueueAttributes <Bridge${queue}DeadLetters.Arn>`,
    ),
    'sqs:SendMessage <BridgeToSlackQueue.Arn>',
    'sqs:SendMessage <BridgeToTeamsQueue.Arn>',
    'sqs:SendMessage <BridgeToWebhookQueue.Arn>',
    'sqs:SendMessage <BridgeVerdictsClicksQueue.Arn>',
  ],
  BridgeTrailArchiveRole: [
    ...onRows('Query', 'audit#*', 'chain#*', 'archived#*'),
    ...onRows('PartiQLInsert', 'archived#*', 'sign#archive#*'),
    's3:PutObject <BridgeTrailArchiveBucket.Arn>/audit/*',
  ],
};

const secretsOf = (from: Synthesized, name: string) =>
  allowed(from, roleOf(name))
    .filter((line) => line.startsWith('ssm:') && !line.includes('/keys/'))
    .map((line) => line.replace(/.*\//, ''));

describe('what is allowed', () => {
  it('has no wildcard without a reason, in no action and in no resource', () => {
    const roles = stack.all('AWS::IAM::Role');
    const statements = [
      ...statementsIn('AWS::IAM::Policy'),
      ...statementsIn('AWS::SQS::QueuePolicy'),
      ...statementsIn('AWS::SNS::TopicPolicy'),
      ...roles.flatMap(([, { Properties }]) => inlineOf(Properties)),
    ].filter(({ Effect }) => Effect === 'Allow');
    expect(statements.length).toBeGreaterThan(5);
    const wild = statements
      .flatMap(({ Action, Resource }) => [...listOf(Action), ...listOf(Resource).map(written)])
      .filter((text) => text.includes('*') && !(text.replace(/\w{8}(?=\.Arn)/, '') in WILDCARDS));
    expect(wild).toEqual([]);
  });

  it('is the same for nobody: every function has a role of its own', () => {
    const roles = stack.all('AWS::Lambda::Function').map(([, { Properties }]) => written(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('comes from no managed policy', () => {
    for (const [name, { Properties }] of stack.all('AWS::IAM::Role')) {
      expect(Properties.ManagedPolicyArns, name).toBeUndefined();
    }
    expect(stack.all('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('is there before the function that needs it', () => {
    for (const [name, { DependsOn = [], Properties }] of stack.all('AWS::Lambda::Function')) {
      const role = written(Properties.Role).replace(/^<|\.Arn>$/g, '');
      const policies = stack
        .all('AWS::IAM::Policy')
        .filter(([, policy]) => (policy.Properties.Roles as unknown[]).map(written).includes(`<${role}>`));
      expect(DependsOn, name).toEqual(expect.arrayContaining(policies.map(([id]) => id)));
    }
  });

  it.each(Object.entries(EXACTLY))('lets %s do exactly this', (name, lines) => {
    const logs = name.replace(/Role$/, 'Logs');
    const own = [`logs:CreateLogStream <${logs}.Arn>`, `logs:PutLogEvents <${logs}.Arn>`];
    expect(allowed(stack, roleOf(name))).toEqual([...own, ...lines].toSorted());
  });

  it('is said of every function', () => {
    const functions = stack.all('AWS::Lambda::Function').map(([id]) => id.replace(/Function\w{8}$/, 'Role'));
    expect(functions.toSorted()).toEqual(Object.keys(EXACTLY).toSorted());
  });

  it('lets no function do anything with rows that it does not name, and change or delete nothing of the trail', () => {
    const lines = Object.keys(EXACTLY).flatMap((name) =>
      allowed(stack, roleOf(name)).filter((line) => line.startsWith('dynamodb:')),
    );
    expect(lines.filter((line) => line.split(' ').length !== 3)).toEqual([]);
    const reading = ['GetItem', 'BatchGetItem', 'Query'].map((action) => `dynamodb:${action}`);
    const onTrail = lines
      .filter((line) => / (audit|chain|click)#/.test(line))
      .map((line) => line.split(' ')[0] ?? '');
    expect(onTrail.filter((action) => !reading.includes(action))).toEqual(
      Array(3).fill('dynamodb:PartiQLInsert'),
    );
  });

  it('keeps the key of the API from what faces the internet, and the chat from what has the key', () => {
    expect(secretsOf(stack, 'BridgeActionsActionRole')).toEqual([
      'siem-secret',
      'slack-secret',
      'slack-token',
      'teams-password',
    ]);
    expect(secretsOf(stack, 'BridgeVerdictsVerdictRole')).toEqual(['api-key', 'api-key']);
  });

  it('lets what faces the internet have nothing of systems where none may decide', async () => {
    const { siem, ...destinations } = everything.destinations;
    const told = { ...siem, verdicts: undefined, links: undefined } as typeof siem;
    const none = await drawUp({
      ...everything,
      destinations: { ...destinations, ...(told && { siem: told }) },
    });
    const lines = allowed(none, roleOf('BridgeActionsActionRole'));
    expect(lines.filter((line) => /submitted#|keys\/links|siem/.test(line))).toEqual([]);
    await none.remove();
  });

  it('lets what faces the internet have no secret of Teams where nobody has to be asked about', async () => {
    const allow = { slackUsers: ['U0ADAWINTER'], teamsUsers: ['aad0ada0-0000-4000-8000-0000000000a1'] };
    const lists = { slackGroups: [], teamsGroups: [], people: [] };
    const verdicts = { ...everything.verdicts, allow: { ...allow, ...lists } } as typeof everything.verdicts;
    const named = await drawUp({ ...everything, verdicts });
    expect(secretsOf(named, 'BridgeActionsActionRole')).toEqual([
      'siem-secret',
      'slack-secret',
      'slack-token',
    ]);
    await named.remove();
  });

  it.each([
    ['siem', '<BridgeToWebhookQueue.Arn>'],
    ['lake', '<BridgeToWebhookQueue.Arn>'],
    ['duty', '<BridgeToTeamsQueue.Arn>'],
  ])('lets all notifiers tell the operators at %s', async (to, queue) => {
    const told = await drawUp({ ...everything, ops: { to } });
    for (const name of ['BridgeSlackNotifyRole', 'BridgeTeamsNotifyRole', 'BridgeWebhooksNotifyRole']) {
      const more = allowed(told, roleOf(name)).filter(
        (line) =>
          line.startsWith('sqs:SendMessage') &&
          !line.includes('DeadLetters') &&
          !line.includes(' arn:aws:sqs:'),
      );
      expect(more, name).toEqual([`sqs:SendMessage ${queue}`]);
    }
    await told.remove();
  });

  it('lets the schedules start the poller, and nothing else', () => {
    expect(allowed(stack, roleOf('BridgePollerScheduleRole'))).toEqual([
      'lambda:InvokeFunction <BridgePollerPollFunction.Arn>',
    ]);
  });

  it('lets a service take a role only for this account', () => {
    const services = stack
      .all('AWS::IAM::Role')
      .flatMap(([, { Properties }]) => (Properties.AssumeRolePolicyDocument as Document).Statement)
      .map(({ Principal, Condition }) => ({
        service: (Principal as { Service: string }).Service,
        when: Condition,
      }));
    // Lambda hands a role only to a function that was made with `iam:PassRole`, in the same account.
    for (const { service, when } of services.filter(({ service }) => service !== 'lambda.amazonaws.com')) {
      expect(when, service).toMatchObject({
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' }, 'aws:SourceArn': expect.anything() },
      });
    }
  });
});
