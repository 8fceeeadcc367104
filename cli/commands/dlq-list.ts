import { type DeadLetter, deadQueuesOf, pickQueue, shown, withDeadLetters } from '../act/dead-letters.ts';
import { defineCommand } from '../frame/definition.ts';
import { table } from '../frame/table.ts';
import { statusOfQueues } from '../look/status-of-queues.ts';

export default defineCommand({
  name: 'dlq list',
  group: 'Look',
  page: 'runbook.md#deliveries-gave-up',
  summary: 'The dead letters: messages that a function gave up, since when and why. Takes none away.',
  about:
    'Ends with 1 if there are any. Of a queue in order SQS shows the first ten of each destination. The functions do not see these for a minute at the most.',
  words: [{ name: 'QUEUE', words: 'only of this queue; queues lists them', optional: true }],
  flags: {},
  needsBridge: true,
  examples: [
    { line: 'dlq list', words: 'Of all queues.' },
    { line: 'dlq list verdicts --json', words: 'Of one, with their texts, for a program.' },
  ],
  async run({ words: [named], bridge }) {
    const opened = await bridge();
    const all = await deadQueuesOf(opened);
    const queues = named === undefined ? all : [pickQueue(all, named)];
    const letters: DeadLetter[] = [];
    for (const queue of queues) {
      await withDeadLetters(opened, queue, async (held) => {
        letters.push(shown(held));
        return 'kept';
      });
    }
    const depths = await statusOfQueues(opened);
    const counts = queues.map(({ queue }) => ({
      queue,
      count: depths.find((one) => one.queue === queue)?.deadLetters ?? 0,
    }));
    const rows = letters.map(({ queue, id, sentAt, about, reason }) => [
      queue,
      id,
      sentAt ?? '',
      about,
      reason ?? 'tried too often: the log of the function says why',
    ]);
    const more = counts.reduce((sum, { count }) => sum + count, 0) - letters.length;
    const lines =
      letters.length === 0
        ? ['There are no dead letters.']
        : [
            ...table(['queue', 'id', 'since', 'about', 'why'], rows),
            ...(more > 0 ? [`and ${more} more`] : []),
          ];
    return { value: { counts, letters }, lines, well: letters.length === 0 };
  },
});
