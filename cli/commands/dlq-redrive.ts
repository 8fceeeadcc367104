import { randomUUID } from 'node:crypto';
import { deadQueuesOf, pickQueue, redrive, withDeadLetters } from '../act/dead-letters.ts';
import { noteOperation } from '../act/note-operation.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { lookAtQueues } from '../look/look-at-queues.ts';

/** SQS counts approximately. */
const SPARE = 10;

export default defineCommand({
  name: 'dlq redrive',
  group: 'Act',
  summary: 'Sends dead letters back to the queue they came from, once what was wrong is mended.',
  about: 'The functions find in the ledger what was posted or recorded after all, and do not do it twice.',
  words: [{ name: 'QUEUE', words: 'whose dead letters; queues lists them' }],
  flags: { id: { type: 'string', value: 'ID', words: 'only this message, as dlq list shows it' } },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'dlq redrive verdicts', words: 'All that are there.' },
    {
      line: 'dlq redrive verdicts --id 6f1c7a0e-0b1d-4d59-9a77-0e6cf0c7f1aa --yes',
      words: 'One of them, without being asked.',
    },
  ],
  async run({ flags, words: [named = ''], bridge, config, confirm }) {
    const settings = await config();
    const opened = await bridge();
    const queue = pickQueue(await deadQueuesOf(opened), named);
    if (queue.url === null)
      throw new CommandError(
        `What is parked for ${queue.queue} came from a schedule, which has run again since. Nothing needs it: dlq drop.`,
      );
    const which = flags.id === undefined ? 'All dead letters' : `The dead letter ${flags.id}`;
    await confirm(
      `In ${opened.where}: ${which.toLowerCase()} of ${queue.queue} are sent to their queue once more.`,
    );
    const id = randomUUID();
    await noteOperation(opened, settings, { id, what: `dlq redrive ${queue.queue} ${flags.id ?? 'all'}` });
    // Not more than there are: one that is given up again meanwhile would never end.
    const most =
      ((await lookAtQueues(opened)).find((one) => one.queue === queue.queue)?.deadLetters ?? 0) + SPARE;
    let count = 0;
    await withDeadLetters(
      opened,
      queue,
      async (held) => {
        if (flags.id !== undefined && held.id !== flags.id) return 'kept';
        await redrive(opened, queue, held);
        count++;
        return 'gone';
      },
      most,
    );
    if (flags.id !== undefined && count === 0)
      throw new CommandError(
        `There is no dead letter ${flags.id} in ${queue.queue}, among those that SQS shows.`,
      );
    return {
      value: { id, queue: queue.queue, count },
      lines: [`${count} ${count === 1 ? 'message' : 'messages'} of ${queue.queue} sent back.`],
    };
  },
});
