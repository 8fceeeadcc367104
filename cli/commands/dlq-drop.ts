import { drop } from '../act/dead-letters.ts';
import { dealWithLetters, LETTER_FLAGS, LETTER_WORDS, letterExamples } from '../act/deal-with-letters.ts';
import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'dlq drop',
  group: 'Act',
  page: 'operations.md#what-changes-something',
  summary: 'Deletes dead letters for good.',
  about: 'A case that is in one of them stays in the platform, and what was to be shown stays in the ledger.',
  words: LETTER_WORDS,
  flags: LETTER_FLAGS,
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: letterExamples('dlq drop'),
  run: ({ flags, words: [named = ''], ...asked }) =>
    dealWithLetters(
      {
        command: 'dlq drop',
        become: 'deleted for good',
        became: 'deleted',
        each: (opened, { deadLettersUrl }, { receipt }) => drop(opened, deadLettersUrl, receipt),
      },
      asked,
      { named, only: flags.id },
    ),
});
