import { redrive } from '../act/dead-letters.ts';
import { dealWithLetters, LETTER_FLAGS, LETTER_WORDS, letterExamples } from '../act/deal-with-letters.ts';
import { defineCommand } from '../frame/definition.ts';

export const redriveLetters = (...asked: Rest<Parameters<typeof dealWithLetters>>) =>
  dealWithLetters(
    {
      command: 'dlq redrive',
      become: 'sent to the queue once more',
      became: 'sent back',
      each: redrive,
    },
    ...asked,
  );

type Rest<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Others] ? Others : never;

export default defineCommand({
  name: 'dlq redrive',
  group: 'Act',
  page: 'operations.md#what-changes-something',
  summary: 'Sends dead letters back to the queue they came from, once what was wrong is mended.',
  about: 'The functions find in the ledger what was posted or recorded after all, and do not do it twice.',
  words: LETTER_WORDS,
  flags: LETTER_FLAGS,
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: letterExamples('dlq redrive'),
  run: ({ flags, words: [named = ''], ...asked }) => redriveLetters(asked, { named, only: flags.id }),
});
