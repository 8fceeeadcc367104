import { randomUUID } from 'node:crypto';
import type { OpenBridge } from '../aws/open-bridge.ts';
import type { Asked, Told } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { statusOfQueues } from '../look/status-of-queues.ts';
import { type DeadQueue, deadQueuesOf, type Held, pickQueue, withDeadLetters } from './dead-letters.ts';
import { noteOperation } from './note-operation.ts';

/** An action on dead letters: on all of a queue, or on one. */
export interface Deal {
  readonly command: string;
  /** What happens to them: `deleted for good`. */
  readonly become: string;
  /** What happened to them: `deleted`. */
  readonly became: string;
  readonly each: (opened: OpenBridge, queue: DeadQueue, held: Held) => Promise<void>;
}

export const LETTER_WORDS = [{ name: 'QUEUE', words: 'whose dead letters; queues lists them' }] as const;
export const LETTER_FLAGS = {
  id: { type: 'string', value: 'ID', words: 'only this message, as dlq list shows it' },
} as const;
export const letterExamples = (command: string) => [
  { line: `${command} verdicts`, words: 'All that are there.' },
  {
    line: `${command} verdicts --id 6f1c7a0e-0b1d-4d59-9a77-0e6cf0c7f1aa --yes`,
    words: 'One of them, without being asked.',
  },
];

/** SQS counts only approximately. */
const SPARE = 10;

/** Asks, notes the action in the trail, and carries it out. */
export async function dealWithLetters(
  { command, become, became, each }: Deal,
  { bridge, config, confirm }: Pick<Asked, 'bridge' | 'config' | 'confirm'>,
  { named, only }: { readonly named: string; readonly only: string | undefined },
): Promise<Told> {
  const settings = await config();
  const opened = await bridge();
  const queue = pickQueue(await deadQueuesOf(opened), named);
  const which = only === undefined ? 'all dead letters' : `the dead letter ${only}`;
  const verb = only === undefined ? 'are' : 'is';
  await confirm(`In ${opened.where}: ${which} of ${queue.queue} ${verb} ${become}.`);
  const id = randomUUID();
  await noteOperation(opened, settings, { id, what: `${command} ${queue.queue} ${only ?? 'all'}` });
  // No more than there are: with one that fails again meanwhile, this would never end.
  const known = (await statusOfQueues(opened)).find((one) => one.queue === queue.queue)?.deadLetters ?? 0;
  let count = 0;
  const use = async (held: Held) => {
    if (only !== undefined && held.id !== only) return 'kept';
    await each(opened, queue, held);
    count++;
    return 'gone';
  };
  await withDeadLetters(opened, queue, use, known + SPARE);
  if (only !== undefined && count === 0)
    throw new CommandError(`There is no dead letter ${only} in ${queue.queue}, among those that SQS shows.`);
  return {
    value: { id, queue: queue.queue, count },
    lines: [`${count} ${count === 1 ? 'message' : 'messages'} of ${queue.queue} ${became}.`],
  };
}
