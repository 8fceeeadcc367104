import { describe, expect, it } from 'vitest';
import { namedQueues } from '../../../console/flow/stack-names.ts';
import { functionIds } from '../../../lib/config/stack-outputs.ts';

const url = (name: string) => `https://sqs.eu-west-1.amazonaws.com/000000000000/${name}`;
const OUTPUTS = {
  NotifySlackFunctionName: 'f-slack',
  PollFunctionName: 'f-poll',
  VerdictFunctionName: 'f-verdict',
  LedgerTableName: 'table',
  VerdictsQueue: url('v'),
  VerdictsDeadLetters: url('v-dead'),
  SlackDeliveriesQueue: url('s'),
  SlackDeliveriesDeadLetters: url('s-dead'),
  WebhookDeliveriesQueue: url('w'),
  TicksQueue: url('t'),
};

describe('names of the stack', () => {
  it('call functions as people do', () => {
    expect(functionIds(OUTPUTS)).toEqual(
      new Map([
        ['f-slack', 'notify-slack'],
        ['f-poll', 'poll'],
        ['f-verdict', 'verdict'],
      ]),
    );
  });

  it('call queues after what they carry, with who takes from them, in an order of their own', () => {
    expect(namedQueues(OUTPUTS)).toEqual([
      { id: 'slack', consumer: 'notify-slack', url: url('s'), deadLettersUrl: url('s-dead') },
      { id: 'ticks', consumer: 'poll', url: url('t'), deadLettersUrl: null },
      { id: 'verdict', consumer: 'verdict', url: url('v'), deadLettersUrl: url('v-dead') },
      { id: 'webhook', consumer: null, url: url('w'), deadLettersUrl: null },
    ]);
  });
});
