import { describe, expect, it } from 'vitest';
import { complaints, problemsOf, sample } from './sample.ts';

const domain = (changes: object) => ({ domains: { acme: { ...sample.domains.acme, ...changes } } });
const destination = (value: unknown) => ({ destinations: { ...sample.destinations, extra: value } });
const queue = (name: string) => ({
  type: 'sqs',
  queueUrl: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}`,
});

describe('names of domains and destinations', () => {
  it.each(['a', 'soc-slack', '1', 'a'.repeat(32), 'constructor'])('may be %j', (name) => {
    expect(complaints({ destinations: { ...sample.destinations, [name]: queue('q') } })).toEqual([]);
    expect(complaints({ domains: { [name]: sample.domains.acme } })).toEqual([]);
  });

  it.each(['', 'Soc', 'soc_slack', 'soc slack', '-a', 'a-', 'a'.repeat(33), 'ä', 'a.b'])(
    'may not be %j',
    (name) => {
      const rule =
        'the name must be 1 to 32 lower-case letters, digits and dashes, with no dash at either end';
      expect(problemsOf({ destinations: { ...sample.destinations, [name]: queue('q') } })).toMatchObject([
        { message: rule },
      ]);
      expect(problemsOf({ domains: { [name]: sample.domains.acme } })).toMatchObject([{ message: rule }]);
    },
  );
});

describe('a secret', () => {
  it.each([
    'sk_live_51H8abcdefghijkl',
    'xoxb-1234-5678-abcdef',
    'my-bridge/acme/key',
    '/with space',
    '/trailing/',
    '//double',
    '/aB3+xyz/Q==',
    'https://hooks.example/secret',
    `/${'a'.repeat(2_000)}`,
    '/',
    '',
  ])('is refused where its name belongs, and never repeated: %j', (value) => {
    const [problem, ...others] = problemsOf(domain({ apiKey: value }));
    expect(others).toEqual([]);
    expect(problem?.path).toBe('domains.acme.apiKey');
    expect(problem?.message).toContain('must be the name of an SSM parameter');
    if (value.length > 1) expect(JSON.stringify(problem)).not.toContain(value);
  });

  it('is not repeated either when it stands where a name of ours is expected', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAA/+==';
    const input = {
      routes: [{ to: secret, when: { domain: secret, feed: secret } }],
      ops: { to: secret },
      verdicts: { allow: secret },
      ...domain({ auth: secret, baseUrl: secret }),
      ...destination({ type: secret }),
    };
    const problems = problemsOf(input);
    expect(problems.length).toBeGreaterThan(6);
    expect(JSON.stringify(problems)).not.toContain('MfKQ9r8');
  });

  it.each(['/aws/x', '/AWSx', '/ssm/x'])('cannot be kept under %j, which AWS reserves', (apiKey) => {
    expect(complaints(domain({ apiKey }))).toEqual([
      'domains.acme.apiKey: is a name AWS reserves: it must not begin with /aws or /ssm',
    ]);
  });
});

describe('a domain', () => {
  it.each([
    ['http://posture.example/api', 'must be an https address'],
    ['http://localhost.evil.example/api', 'must be an https address'],
    ['ftp://posture.example', 'must be an https address'],
    ['posture.example', 'must be an address, like https://posture.example.com'],
    ['https://me:secret@posture.example', 'must not hold a user or a password'],
    ['https://posture.example/#x', 'must not have a fragment'],
    ['https://posture.example/?x=1', 'must not have a query: it is the part before /cases'],
  ])('is not read at %s', (baseUrl, message) => {
    expect(complaints(domain({ baseUrl }))).toEqual([`domains.acme.baseUrl: ${message}`]);
  });

  it.each(['http://localhost:8080/api/v1/external', 'http://127.0.0.1:1', 'http://[::1]:80/x'])(
    'may be on this machine: %s',
    (baseUrl) => {
      expect(complaints(domain({ baseUrl }))).toEqual([]);
    },
  );

  it('is not polled twice under two names', () => {
    const { acme } = sample.domains;
    expect(complaints({ domains: { acme, copy: { ...acme, baseUrl: `${acme.baseUrl}/` } } })).toEqual([
      'domains.copy: is the same as domains.acme: every item would arrive twice',
    ]);
  });

  it('takes other names for query parameters, but only known ones', () => {
    expect(complaints(domain({ parameterNames: { threats: { email: 'upn' } } }))).toEqual([]);
    expect(complaints(domain({ parameterNames: { threats: { emial: 'upn' }, cases: {} } }))).toEqual([
      'domains.acme.parameterNames.threats.emial: unknown key "emial", did you mean "email"?',
      'domains.acme.parameterNames.cases: unknown key "cases"; known: threats, users, nhi',
    ]);
  });
});

describe('polling', () => {
  it.each([
    [{ every: '4s' }, 'poll.every: must be between 5s and 1h, not 4s'],
    [{ every: '61m' }, 'poll.every: must be between 5s and 1h, not 61m'],
    [{ every: 'often' }, "poll.every: is not a duration: write it like '30s', '15m', '24h' or '2d'"],
    [
      { lookback: '86400001ms', sweep: { window: '3d' } },
      'poll.lookback: must be between 0s and 24h, not 86400001ms',
    ],
    [{ sweep: { every: '1m' } }, 'poll.sweep.every: must be between 5m and 24h, not 1m'],
    [
      { lookback: '20h', sweep: { window: '19h' } },
      'poll.sweep.window: must not be shorter than poll.lookback',
    ],
    [{ sweep: { window: '14m' } }, 'poll.sweep.window: must not be shorter than poll.lookback'],
    [{ feeds: [] }, 'poll.feeds: is empty: there would be nothing to poll'],
    [{ feeds: ['treats'] }, 'poll.feeds[0]: must be one of cases, threats; did you mean "threats"?'],
    [{ start: 'nwo' }, `poll.start: must be 'now', 'all' or { since: '...' }; did you mean "now"?`],
    [{ start: 5 }, "poll.start: must be 'now', 'all' or { since: '...' }"],
    [
      { start: { since: 'yesterday' } },
      "poll.start.since: must be an ISO 8601 time with its zone, like '2026-11-01T00:00:00Z'",
    ],
    [
      { start: { since: '2026-11-01T00:00:00' } },
      "poll.start.since: must be an ISO 8601 time with its zone, like '2026-11-01T00:00:00Z'",
    ],
    [
      { start: {} },
      "poll.start.since: missing, must be an ISO 8601 time with its zone, like '2026-11-01T00:00:00Z'",
    ],
  ])('is not set up as %j', (poll, complaint) => {
    expect(complaints({ poll })).toEqual([complaint]);
  });

  it.each([
    { every: '5s' },
    { every: '1h' },
    { lookback: '0s' },
    { lookback: '24h' },
    { sweep: { window: '15m' } },
  ])('may go to the bounds: %j', (poll) => {
    expect(complaints({ poll })).toEqual([]);
  });
});

describe('a destination', () => {
  const needsId = 'must be the id of a Slack channel, like C0123ABCD';
  it.each([
    [
      { type: 'slack', channel: '#soc' },
      'destinations.extra.channel: is the name of a channel, and names change: use its id, which stands at the bottom of the channel details in Slack, like C0123ABCD',
    ],
    [{ type: 'slack', channel: 'c0123abcd' }, `destinations.extra.channel: ${needsId}`],
    [{ type: 'slack', channel: 'D0123ABCD' }, `destinations.extra.channel: ${needsId}`],
    [
      { type: 'slack' },
      'destinations.extra.channel: missing, must be the id of a Slack channel, like C0123ABCD',
    ],
    [
      { type: 'webhook', url: 'http://siem.example', secret: '/a/b' },
      'destinations.extra.url: must be an https address',
    ],
    [
      { type: 'sqs', queueUrl: 'arn:aws:sqs:eu-west-1:123456789012:lake' },
      'destinations.extra.queueUrl: must be the address of a queue, like https://sqs.eu-west-1.amazonaws.com/123456789012/lake',
    ],
    [
      { type: 'eventbridge', bus: 'security' },
      'destinations.extra.bus: must be the ARN of an event bus, like arn:aws:events:eu-west-1:123456789012:event-bus/security',
    ],
    [
      { type: 'eventbridge', bus: 'arn:aws:events:eu-west-1:123456789012:event-bus/aws.partner' },
      'destinations.extra.bus: must be the ARN of an event bus, like arn:aws:events:eu-west-1:123456789012:event-bus/security',
    ],
    [{ type: 'eventbridge', bus: 'arn:aws:events:eu-west-1:123456789012:event-bus/default' }, null],
    [
      {
        type: 'sqs',
        queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/keyed.fifo',
        key: 'arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
      },
      'destinations.extra.key: is a key in us-east-1, and the queue is in eu-west-1: SQS takes keys of its own region only',
    ],
    [
      {
        type: 'sqs',
        queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/keyed.fifo',
        key: 'alias/aws/sqs',
      },
      'destinations.extra.key: must be the ARN of a KMS key, like arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab; an alias is not enough',
    ],
    [{ type: 'teams' }, 'destinations.extra: needs a channel (with the bot) or a workflowUrl (without it)'],
    [
      { type: 'teams', workflowUrl: '/pb/flow' },
      'domains.acme.consoleUrl: missing, destinations.extra has no bot: its cards link to where a case can be decided',
    ],
    [{}, 'destinations.extra.type: missing, must be one of slack, teams, webhook, sqs, eventbridge'],
    ['C0123ABCD', 'destinations.extra: is a text, and must be an object, like { ... }'],
    [
      { type: 'slack', channel: 'C0123ABCD' },
      'destinations.extra: is the same as destinations.soc-slack: every item would be posted there twice',
    ],
  ])('%j is judged by its own rules', (value, complaint) => {
    expect(complaints(destination(value))).toEqual(complaint === null ? [] : [complaint]);
  });

  it('in Teams with a bot asks for the bot', () => {
    expect(complaints(destination({ type: 'teams', channel: '19:ab_c@thread.tacv2' }))).toEqual([
      'teams: missing, destinations.extra needs its appId, tenantId and password',
    ]);
    expect(complaints(destination({ type: 'teams', channel: 'General' })).at(0)).toContain(
      '19:...@thread.tacv2',
    );
  });

  it('in Slack asks for the app', () => {
    expect(complaints({ slack: undefined })).toEqual([
      'slack: missing, destinations.soc-slack needs its signingSecret and botToken',
    ]);
  });

  it('that nobody can click in asks for neither app nor verdicts', () => {
    const input = {
      destinations: {
        lake: queue('lake'),
        told: { type: 'webhook', url: 'https://x.example', secret: '/pb/s' },
      },
      routes: [{ to: ['lake', 'told'] }],
      slack: undefined,
      verdicts: undefined,
    };
    expect(complaints(input)).toEqual([]);
  });

  it('is not needed for a bot to ask who may decide: it says hello before there is one', () => {
    const teams = {
      appId: '6a5f3c1e-0000-4000-8000-000000000001',
      tenantId: '6a5f3c1e-0000-4000-8000-000000000002',
      password: '/pb/p',
    };
    const input = {
      destinations: { lake: queue('lake') },
      routes: [{ to: 'lake' }],
      slack: undefined,
      teams,
    };
    expect(complaints({ ...input, verdicts: undefined })).toEqual([
      expect.stringContaining('verdicts: missing, cases can be decided in Teams: choose who may'),
    ]);
  });
});

describe('who may decide', () => {
  it('has to be chosen as soon as there is a channel to decide in', () => {
    expect(complaints({ verdicts: undefined })).toEqual([
      expect.stringMatching(/^verdicts: missing, .*choose who may, there is no default/),
    ]);
    expect(complaints({ verdicts: {} })).toEqual([
      expect.stringMatching(/^verdicts\.allow: missing, must be /),
    ]);
  });

  it.each([
    [{ allow: {} }, 'verdicts.allow: names nobody, so nobody could decide a case'],
    [
      { allow: { slackUsers: ['@ann'] } },
      'verdicts.allow.slackUsers[0]: must be the id of a Slack user, like U0123ABCD',
    ],
    [
      { allow: { teamsUsers: ['ann@acme.example'] } },
      'verdicts.allow.teamsUsers[0]: must be the object id of the user, a uuid',
    ],
    [
      { allow: 'anyone-in-channel', undoSeconds: 901 },
      'verdicts.undoSeconds: must be a whole number from 0 to 900',
    ],
    [
      { allow: 'anyone-in-channel', undoSeconds: '10s' },
      'verdicts.undoSeconds: is a text, and must be a whole number from 0 to 900, like 10',
    ],
    [
      { allow: 'anyone-in-chanel' },
      `verdicts.allow: must be 'anyone-in-channel' or lists of people: { slackUsers, slackGroups, teamsUsers, teamsGroups, people, webhooks }; did you mean "anyone-in-channel"?`,
    ],
    [
      { allow: 'anyone-in-channel', outcomes: { TRUE_POSITVE: {} } },
      'verdicts.outcomes.TRUE_POSITVE: unknown key "TRUE_POSITVE", did you mean "TRUE_POSITIVE"?',
    ],
    [
      { allow: 'anyone-in-channel', outcomes: { SAFE: { comment: 'requird' } } },
      'verdicts.outcomes.SAFE.comment: must be one of required, optional; did you mean "required"?',
    ],
  ])('is not said by %j', (verdicts, complaint) => {
    expect(complaints({ verdicts })).toEqual([complaint]);
  });
});
