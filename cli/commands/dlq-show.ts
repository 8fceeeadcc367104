import { type DeadLetter, deadQueuesOf, shown, withDeadLetters } from '../act/dead-letters.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';

export default defineCommand({
  name: 'dlq show',
  group: 'Look',
  page: 'runbook.md#deliveries-gave-up',
  summary: 'One dead letter, with all that it says. Takes nothing away.',
  about: 'It may name people and hold what a case says.',
  words: [{ name: 'ID', words: 'of the message, as dlq list shows it' }],
  flags: {},
  needsBridge: true,
  examples: [
    {
      line: 'dlq show 6f1c7a0e-0b1d-4d59-9a77-0e6cf0c7f1aa',
      words: 'Its text, its reason, and how often it was tried.',
    },
  ],
  async run({ words: [id = ''], bridge }) {
    const opened = await bridge();
    let found: DeadLetter | undefined;
    for (const queue of await deadQueuesOf(opened)) {
      if (found) break;
      await withDeadLetters(opened, queue, async (held) => {
        if (held.id === id) found = shown(held);
        return 'kept';
      });
    }
    if (!found)
      throw new CommandError(
        `There is no dead letter ${id} among those that SQS shows. dlq list has their ids.`,
      );
    const { queue, sentAt, receives, reason, body } = found;
    return {
      value: found,
      lines: [
        `queue     ${queue}`,
        `since     ${sentAt}`,
        `received  ${receives} times`,
        `why       ${reason ?? 'tried too often: the log of the function says why'}`,
        '',
        ...readable(body),
      ],
    };
  },
});

function readable(body: string): string[] {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).split('\n');
  } catch {
    return [body];
  }
}
