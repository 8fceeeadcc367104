import { defineCommand } from '../frame/definition.ts';
import { lookAtQueues, tellQueues } from '../look/look-at-queues.ts';

export default defineCommand({
  name: 'queues',
  group: 'Look',
  summary: 'Each queue: how many messages wait, are in work, are delayed, and were given up.',
  about: 'Ends with 1 if there are dead letters: dlq list says which. SQS counts approximately.',
  flags: {},
  needsBridge: true,
  examples: [{ line: 'queues --local', words: 'Those of npm start.' }],
  async run({ bridge }) {
    const queues = await lookAtQueues(await bridge());
    return {
      value: { queues },
      lines: tellQueues(queues),
      well: queues.every(({ deadLetters }) => !deadLetters),
    };
  },
});
