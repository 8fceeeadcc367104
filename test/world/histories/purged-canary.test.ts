import { expect, it } from 'vitest';
import type { HttpPorts } from '../../../lib/compose/ports.ts';
import { playHistory } from '../play.ts';
import { QUIET } from './known-pairs.ts';

/** Takes what is sent the first time, and loses it: as if the queue had been purged before anybody read it. */
function losingTheFirst() {
  const lost: string[] = [];
  const isFirst = (what: string): boolean => !lost.includes(what) && lost.push(what) > 0;
  const queueOf = (url = '') => url.slice(url.lastIndexOf('/') + 1);
  const ports = (given: HttpPorts, kind: string): HttpPorts => {
    const send = given.sqs.send.bind(given.sqs) as (command: { input: Sent }) => Promise<unknown>;
    const sqs = {
      async send(command: { input: Sent }) {
        const { QueueUrl, Entries } = command.input;
        const isSent = Entries?.[0]?.MessageBody !== undefined || 'MessageBody' in command.input;
        if (!isSent || !isFirst(`${kind} -> ${queueOf(QueueUrl)}`)) return send(command);
        return { Successful: Entries?.map(({ Id }) => ({ Id })), Failed: [] };
      },
    } as never;
    const transport: HttpPorts['transport'] = {
      ...given.transport,
      send: async (request) =>
        request.url.hostname === 'bridge.example' && isFirst('press')
          ? { status: 202, headers: {}, body: '' }
          : given.transport.send(request),
    };
    return { ...given, sqs, transport };
  };
  return { lost, ports };
}

interface Sent {
  readonly QueueUrl?: string;
  readonly Entries?: readonly { readonly Id: string; readonly MessageBody?: string }[];
}

it('a canary whose message was purged comes back, wherever on its way that was', async () => {
  const { lost, ports } = losingTheFirst();
  const history = { ...QUIET, capabilities: ['verdicts', 'canary'] as const };
  const { wrong, counts, story } = await playHistory(history, true, { ports });
  expect(wrong, story.join('\n')).toEqual([]);
  expect(counts['canary came back'], story.join('\n')).toBeGreaterThan(0);
  expect(lost.toSorted()).toEqual([
    'press',
    'reconcile -> slack.fifo',
    'reconcile -> verdict',
    'verdict -> slack.fifo',
    'verdict -> verdict',
  ]);
});
