import { describe, expect, it } from 'vitest';
import { createActivityLog } from '../../../console/events/activity-log.ts';
import { createFunctionLogs } from '../../../console/local-home/logs/function-logs.ts';
import { shortName } from '../../../console/local-home/logs/news-of-line.ts';
import { parseLogLine } from '../../../console/local-home/logs/parse-log-line.ts';
import { createAnswerWatch } from '../../../console/local-home/logs/watch-answers.ts';
import { createNameFinder } from '../../../console/local-home/people.ts';
import { CLOUD } from '../../../local/cloud/options.ts';
import { createHarness, type Loose, NOW } from './harness.ts';

const POLL = 'posture-bridge-BridgePollerPollFunctionFAEF6B44';

const polled = (more: object = {}) => ({
  event: 'polled',
  domain: 'acme',
  feed: 'cases',
  at: '2026-11-15T09:00:00.000Z',
  outcome: 'polled',
  lagMs: 5,
  announced: 0,
  messages: 0,
  unreadable: 0,
  ...more,
});

describe('parseLogLine', () => {
  it('knows what the poller and the verdict function say', () => {
    expect(parseLogLine(JSON.stringify(polled()))).toMatchObject({
      event: 'polled',
      domain: 'acme',
      feed: 'cases',
      at: NOW,
      outcome: 'polled',
      lagMs: 5,
    });
    const changed = { event: 'verdict.changed', domain: 'acme', caseId: 'c1', state: 'posting' };
    expect(parseLogLine(JSON.stringify(changed))).toEqual({
      event: 'verdict.changed',
      domain: 'acme',
      caseId: 'c1',
    });
  });

  it.each([
    '',
    '  ',
    '{"event":"polled","domain":7}',
    '{"_aws":{}}',
    '{"event":"new"}',
    '{"event":"parked"}',
  ])('leaves out figures, unknown events and half a line: %s', (line) =>
    expect(parseLogLine(line)).toBeUndefined(),
  );

  it.each(['Error: x', '{"event":"polled', '7'])('keeps what a function did not mean to say: %s', (text) => {
    expect(parseLogLine(text)).toEqual({ event: 'plain text', text });
  });
});

describe('what functions log', () => {
  it('is kept as the last poll of each feed, and as words without secrets', async () => {
    const { logs, flow } = createHarness();
    logs.read(POLL, JSON.stringify(polled({ outcome: 'paused' })));
    logs.tell({ kind: 'trouble', text: 'the key is hush, and \u001b[31mred' });
    expect(logs.lastPoll('acme', 'cases')).toMatchObject({ at: NOW, lagMs: 5 });
    expect(logs.lastPoll('acme', 'threats')).toBeUndefined();
    expect(logs.activity.since(0)).toEqual([
      { id: 1, atMs: NOW, text: 'the key is (secret), and \\u001b[31mred' },
    ]);
    expect((await flow.read()).feeds).toMatchObject([
      { feed: 'cases', lastPollMs: NOW, lagMs: 5 },
      { lastPollMs: null },
    ]);
  });

  it('is forgotten after a while', () => {
    const log = createActivityLog(() => NOW, 2);
    for (const text of ['a', 'b', 'c']) log.add(text);
    expect(log.since(0).map(({ id, text }) => [id, text])).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(log.since(2)).toHaveLength(1);
  });
});

function listen(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const later: (() => void)[] = [];
  let nowMs = new Date(2026, 10, 15, 9, 30, 5).getTime();
  const logs = createFunctionLogs({
    write: (line) => lines.push(line),
    now: () => nowMs,
    secrets,
    soon: (then) => later.push(then),
    chatOf: (destination) => (destination === 'blue' ? 'teams' : 'slack'),
  });
  return {
    log: (from: string, line: string | object) =>
      logs.read(from, typeof line === 'string' ? line : JSON.stringify(line)),
    pass(ms: number) {
      nowMs += ms;
      for (const then of later.splice(0)) then();
    },
    /** What was told since the last time. */
    told: () => lines.splice(0),
  };
}

describe('what people are told', () => {
  it('is one line for what arrived together', () => {
    const bridge = listen();
    bridge.log(POLL, polled({ announced: 1, messages: 1 }));
    bridge.log(POLL, polled({ feed: 'threats', announced: 1_200, messages: 2_400 }));
    bridge.pass(200);
    expect(bridge.told()).toEqual([
      '09:30:05  acme: looked for the first time. From now on you read here what is new.',
      '09:30:05  acme: 1 new case and 1,200 new threats',
    ]);
    bridge.log(POLL, polled({ announced: 2 }));
    bridge.pass(200);
    expect(bridge.told()).toEqual(['09:30:05  acme: 2 new cases, which no route sends anywhere']);
  });

  it('is nothing while nothing happens', () => {
    const bridge = listen();
    bridge.log(POLL, polled());
    bridge.told();
    bridge.log(POLL, polled());
    bridge.log(POLL, { _aws: { Timestamp: 1 }, Domain: 'acme', PollSucceeded: 1 });
    bridge.log(POLL, { event: 'something new' });
    bridge.log(POLL, '');
    bridge.pass(200);
    expect(bridge.told()).toEqual([]);
  });

  it.each([
    [{ outcome: 'failed', problem: 'no answer.' }, 'acme: reading cases failed: no answer.'],
    [{ outcome: 'paused', paused: 'unauthorized' }, /^acme: the API refuses the key for cases;/],
    [{ outcome: 'paused', paused: 'not_ready' }, /^acme: the API has no cases yet;/],
    [{ event: 'poll failed', problem: 'Error: x' }, 'acme: reading cases failed: Error: x'],
  ])(
    'is once that a list cannot be read, and once that it can again; nothing of another run that reads it: %#',
    (trouble, sentence) => {
      const bridge = listen();
      bridge.log(POLL, polled(trouble));
      bridge.log(POLL, polled(trouble));
      const told = bridge.told().map((line) => line.slice(10));
      expect(told).toEqual([expect.stringMatching(sentence)]);
      bridge.log(POLL, polled({ outcome: 'busy-elsewhere' }));
      expect(bridge.told()).toEqual([]);
      bridge.log(POLL, polled());
      bridge.log(POLL, polled());
      expect(bridge.told()[0]).toBe('09:30:05  acme: cases can be read again');
    },
  );

  it('is that a function died, that a call was denied, and what a function did not mean to say', () => {
    const bridge = listen();
    bridge.log(CLOUD, `${POLL} failed: Runtime.ExitError: the process ended before it answered`);
    bridge.log(CLOUD, `${POLL} failed: Sandbox.Timedout: Task timed out after 3.00 seconds`);
    bridge.log(
      CLOUD,
      `denied: ${POLL} may not sqs:SendMessage on arn:aws:sqs:eu-west-1:000000000000:q, because no statement allows it`,
    );
    bridge.log(POLL, 'RangeError: oh');
    bridge.log(POLL, polled({ notTaken: { soc: 'it is gone' }, unreadable: 2 }));
    expect(bridge.told().map((line) => line.slice(10))).toEqual([
      'the function poll died: the process ended before it answered',
      'the function poll failed: Task timed out after 3.00 seconds',
      'denied: poll may not sqs:SendMessage on q, because no statement allows it',
      'poll: RangeError: oh',
      'acme: the bridge cannot read 2 of the cases and leaves them out',
      'soc: its queue did not take everything, which is tried again: it is gone',
      'acme: looked for the first time. From now on you read here what is new.',
    ]);
  });

  it('is what stands between a chat and the bridge', () => {
    const bridge = listen();
    bridge.log('notify', { event: 'parked', destination: 'soc', reason: 'Slack says is_archived.' });
    bridge.log('poll', { event: 'budget unavailable', domain: 'acme', problem: 'AwsError: no' });
    bridge.log('notify', { event: 'message comes back', reason: 'AwsError: no' });
    bridge.log('action', { event: 'request refused', status: 401, reason: 'the signature is wrong' });
    bridge.log('action', { event: 'click not taken', error: 'AwsError: no' });
    bridge.log('action', { event: 'form not opened', reason: 'expired_trigger_id' });
    bridge.log('verdict', { event: 'verdict.refused', domain: 'acme', caseId: 'c1', because: 'conflict' });
    bridge.log('verdict', { event: 'verdict.changed', domain: 'acme', caseId: 'c1', state: 'recorded' });
    expect(bridge.told().map((line) => line.slice(10))).toEqual([
      'soc: the chat cannot show a message, which is parked: Slack says is_archived.',
      'acme: a function cannot reach the table where all functions count their requests to the API. For some seconds it asks the API less often, then tries again (AwsError: no)',
      'a message is tried again later: AwsError: no',
      'a request to the address for Slack was refused with 401: the signature is wrong',
      'a click was not dealt with: AwsError: no',
      'Slack did not open a form: expired_trigger_id',
      'acme: a click changed nothing: another decision stands',
    ]);
  });

  it('is once that a chat cannot be reached, whatever was tried, and once that it can again', () => {
    const bridge = listen();
    const notShown = (destination: string, reason: string) =>
      bridge.log('notify', { event: 'not shown yet', destination, is: 'failed', reason });
    const shown = (Surface: string, figures: object) =>
      bridge.log('notify', { _aws: { Timestamp: 1 }, Surface, ...figures });
    const told = () => bridge.told().map((line) => line.slice(10));
    shown('slack', { MessagesPosted: 1, TimeToPost: 7 });
    expect(told()).toEqual([]);
    notShown('soc', 'chat.postMessage got no answer: connect ECONNREFUSED');
    notShown('hr', 'chat.update was answered with 503');
    bridge.pass(120_000);
    notShown('soc', 'chat.postMessage got no answer: connect ECONNREFUSED');
    shown('teams', { MessagesPosted: 1 });
    expect(told()).toEqual([
      'Slack cannot be reached. What is for it waits, and is tried again: chat.postMessage got no answer: connect ECONNREFUSED',
    ]);
    notShown('blue', 'post got no answer');
    shown('slack', { MessagesUpdated: 1 });
    shown('slack', { MessagesPosted: 1 });
    expect(told()).toEqual([
      'Teams cannot be reached. What is for it waits, and is tried again: post got no answer',
      'Slack can be reached again, and gets what waited for it',
    ]);
  });

  it('is once for each destination that it refuses messages, though its chat can be reached', () => {
    const bridge = listen();
    const close = (destination: string, reason: string) => {
      bridge.log('notify', { event: 'not shown yet', destination, is: 'refused', reason });
      bridge.log('notify', { event: 'destination is closed', destination, kind: 'place', reason });
    };
    const shown = () => bridge.log('notify', { _aws: { Timestamp: 1 }, Surface: 'slack', MessagesPosted: 1 });
    close('soc', 'chat.postMessage: not_in_channel');
    for (let n = 0; n < 3; n++) {
      shown();
      bridge.log('notify', { event: 'not shown yet', destination: 'soc', is: 'refused', reason: 'again' });
    }
    close('hr', 'chat.postMessage: is_archived');
    bridge.log('notify', { event: 'destination is open', destination: 'soc', closedForMs: 5 });
    expect(bridge.told().map((line) => line.slice(10))).toEqual([
      'soc refuses new messages. What is for it waits, and is tried again: chat.postMessage: not_in_channel',
      'hr refuses new messages. What is for it waits, and is tried again: chat.postMessage: is_archived',
      'soc takes messages again, and gets what waited for it',
    ]);
  });

  it('is not the same again within a minute', () => {
    const bridge = listen();
    for (const wait of [0, 30_000, 31_000]) {
      bridge.pass(wait);
      bridge.log(POLL, 'oh');
    }
    expect(bridge.told()).toEqual(['09:30:05  poll: oh', '09:31:06  poll: oh']);
  });

  it('is never a secret, nor anything that a terminal would obey', () => {
    const bridge = listen(['k-secret']);
    bridge.log(POLL, 'ada\u2060.\u2060winter');
    expect(bridge.told()).toEqual(['09:30:05  poll: ada.winter']);
    bridge.log(POLL, 'the key k-secret\u001b[2J is k-secret');
    expect(bridge.told()).toEqual(['09:30:05  poll: the key (secret)\\u001b[2J is (secret)']);
  });
});

it('says who is on a case, and that nobody answered, with the names that the chats have', () => {
  const people = new Map([['U0ADA', { displayName: 'Ada Winter' }]]);
  const inTeams = new Map([['29:bo', { aadObjectId: 'aad0-b0', name: 'Bo Larsen' }]]);
  const standIns: Loose = { slack: { directory: { people } }, teams: { directory: { people: inTeams } } };
  const said: string[] = [];
  const watch = createAnswerWatch(createNameFinder(standIns), (text) => said.push(text));
  const log = (fields: object) => {
    const line = parseLogLine(JSON.stringify({ domain: 'acme', caseId: '7f3e2a10-4c1d', ...fields }));
    watch(line ?? expect.fail('not known'));
  };
  log({ event: 'claim.changed', what: 'claimed', by: 'U0ADA' });
  log({ event: 'claim.changed', what: 'taken-over', by: 'AAD0-B0' });
  log({ event: 'claim.changed', what: 'handed-back', by: 'U0REAL' });
  log({ event: 'escalation', n: 1, route: 'all', step: 1, afterMs: 900_000, atMs: NOW, to: [] });
  log({
    event: 'escalation',
    n: 2,
    route: 'all',
    step: 2,
    afterMs: 3_600_000,
    atMs: NOW,
    to: ['vip', 'on-call'],
  });
  log({ event: 'verdict.changed' });
  expect(said).toEqual([
    'acme: case 7f3e2a10: Ada Winter is on it',
    'acme: case 7f3e2a10: Bo Larsen took it over',
    'acme: case 7f3e2a10: U0REAL handed it back',
    'acme: case 7f3e2a10: unacknowledged for 15 minutes',
    'acme: case 7f3e2a10: unacknowledged for 1 hour, so it goes to vip and on-call too',
  ]);
});

it('a function has a short name where CDK gave it a long one', () => {
  expect([POLL, 'Mine'].map(shortName)).toEqual(['poll', 'Mine']);
});
