import { describe, expect, it } from 'vitest';
import { CLOUD } from '../../../../local/cloud/options.ts';
import { readLine, shortName } from '../../../../local/start/happenings.ts';
import { createNarrator } from '../../../../local/start/narrator.ts';

const POLL = 'posture-bridge-BridgePollerPollFunctionFAEF6B44';

function listen(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const later: (() => void)[] = [];
  let nowMs = new Date(2026, 10, 15, 9, 30, 5).getTime();
  const narrator = createNarrator({
    write: (line) => lines.push(line),
    now: () => new Date(nowMs),
    secrets,
    soon: (then) => later.push(then),
  });
  return {
    hear(from: string, line: string | object) {
      const text = typeof line === 'string' ? line : JSON.stringify(line);
      for (const happening of readLine(from, text)) narrator.tell(happening);
    },
    pass(ms: number) {
      nowMs += ms;
      for (const then of later.splice(0)) then();
    },
    /** What was told since the last time. */
    told: () => lines.splice(0),
  };
}

const polled = (more: object = {}) => ({
  event: 'polled',
  domain: 'acme',
  feed: 'cases',
  outcome: 'polled',
  announced: 0,
  messages: 0,
  unreadable: 0,
  ...more,
});

describe('what people are told', () => {
  it('is one line for what arrived together', () => {
    const bridge = listen();
    bridge.hear(POLL, polled({ announced: 1, messages: 1 }));
    bridge.hear(POLL, polled({ feed: 'threats', announced: 1_200, messages: 2_400 }));
    bridge.pass(200);
    expect(bridge.told()).toEqual([
      '09:30:05  acme: looked for the first time. What is new from now on is told here.',
      '09:30:05  acme: 1 new case and 1,200 new threats, 2,401 messages queued',
    ]);
    bridge.hear(POLL, polled({ announced: 2 }));
    bridge.pass(200);
    expect(bridge.told()).toEqual(['09:30:05  acme: 2 new cases, which no route sends anywhere']);
  });

  it('is nothing while nothing happens', () => {
    const bridge = listen();
    bridge.hear(POLL, polled());
    bridge.told();
    bridge.hear(POLL, polled());
    bridge.hear(POLL, { _aws: { Timestamp: 1 }, Domain: 'acme', PollSucceeded: 1 });
    bridge.hear(POLL, { event: 'something new' });
    bridge.hear(POLL, '');
    bridge.pass(200);
    expect(bridge.told()).toEqual([]);
  });

  it.each([
    [{ outcome: 'failed', problem: 'no answer.' }, 'acme: reading cases failed: no answer.'],
    [{ outcome: 'paused', paused: 'unauthorized' }, /^acme: the API refuses the key for cases;/],
    [{ outcome: 'paused', paused: 'not_ready' }, /^acme: the API has no cases yet;/],
    [{ outcome: 'busy-elsewhere' }, /^acme: an earlier run still holds the cases;/],
    [{ event: 'poll failed', problem: 'Error: x' }, 'acme: reading cases failed: Error: x'],
  ])('is once that a list cannot be read, and once that it can again: %#', (trouble, sentence) => {
    const bridge = listen();
    bridge.hear(POLL, polled(trouble));
    bridge.hear(POLL, polled(trouble));
    const told = bridge.told().map((line) => line.slice(10));
    expect(told).toEqual([expect.stringMatching(sentence)]);
    bridge.hear(POLL, polled());
    bridge.hear(POLL, polled());
    expect(bridge.told()[0]).toBe('09:30:05  acme: cases can be read again');
  });

  it('is that a function died, that a call was denied, and what a function did not mean to say', () => {
    const bridge = listen();
    bridge.hear(CLOUD, `${POLL} failed: Runtime.ExitError: the process ended before it answered`);
    bridge.hear(CLOUD, `${POLL} failed: Sandbox.Timedout: Task timed out after 3.00 seconds`);
    bridge.hear(
      CLOUD,
      `denied: ${POLL} may not sqs:SendMessage on arn:aws:sqs:eu-west-1:000000000000:q, because no statement allows it`,
    );
    bridge.hear(POLL, 'RangeError: oh');
    bridge.hear(POLL, polled({ notTaken: { soc: 'it is gone' }, unreadable: 2 }));
    expect(bridge.told().map((line) => line.slice(10))).toEqual([
      'the function poll died: the process ended before it answered',
      'the function poll failed: Task timed out after 3.00 seconds',
      'denied: poll may not sqs:SendMessage on q, because no statement allows it',
      'poll: RangeError: oh',
      'acme: 2 of the cases cannot be read and are left out',
      'soc: its queue did not take everything, which is tried again: it is gone',
      'acme: looked for the first time. What is new from now on is told here.',
    ]);
  });

  it('is what stands between a chat and the bridge', () => {
    const bridge = listen();
    bridge.hear('notify', { event: 'parked', destination: 'soc', reason: 'Slack says is_archived.' });
    bridge.hear('notify', { event: 'message comes back', reason: 'asked for' });
    bridge.hear('notify', { event: 'message comes back', reason: 'AwsError: no' });
    bridge.hear('action', { event: 'request refused', status: 401, reason: 'the signature is wrong' });
    bridge.hear('action', { event: 'click not queued', error: 'AwsError: no' });
    bridge.hear('action', { event: 'form not opened', reason: 'expired_trigger_id' });
    bridge.hear('verdict', { event: 'verdict.refused', domain: 'acme', because: 'conflict' });
    bridge.hear('verdict', { event: 'verdict.changed', domain: 'acme', state: 'recorded' });
    expect(bridge.told().map((line) => line.slice(10))).toEqual([
      'soc: a message cannot be shown and is parked: Slack says is_archived.',
      'a message is tried again later: AwsError: no',
      'a request to the address for Slack was refused with 401: the signature is wrong',
      'a click was not dealt with: AwsError: no',
      'Slack did not open a form: expired_trigger_id',
      'acme: a click changed nothing: conflict',
    ]);
  });

  it('is not the same again within a minute', () => {
    const bridge = listen();
    for (const wait of [0, 30_000, 31_000]) {
      bridge.pass(wait);
      bridge.hear(POLL, 'oh');
    }
    expect(bridge.told()).toEqual(['09:30:05  poll: oh', '09:31:06  poll: oh']);
  });

  it('is never a secret, nor anything that a terminal would obey', () => {
    const bridge = listen(['k-secret']);
    bridge.hear(POLL, 'the key k-secret\u001b[2J is k-secret');
    expect(bridge.told()).toEqual(['09:30:05  poll: the key (secret) [2J is (secret)']);
  });
});

it('a function has a short name where CDK gave it a long one', () => {
  expect([POLL, 'Mine'].map(shortName)).toEqual(['poll', 'Mine']);
});
