import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import { COMMANDS, usageOf } from '../../chats/document/command-list.ts';
import type { AskedDomain } from '../entry-points/command/command-context.ts';
import type { WordsFacet } from '../entry-points/words-facet.ts';

/** What can be asked. */
export const helpAnswer = (
  domains: readonly Pick<AskedDomain, 'name'>[],
  readers: WordsFacet,
): CommandAnswer => ({
  title: ['What you can ask. Only you see the answers.'],
  parts: [
    {
      is: 'list',
      items: COMMANDS.filter(({ name }) => readers[name]).map((usage) => ({
        words: [{ said: usageOf(usage) }, `  ·  ${usage.tells}`],
      })),
    },
    ...(domains.length > 1
      ? [
          {
            is: 'lines' as const,
            lines: [
              [
                `Add "in ${domains[0]?.name}" to ask one domain only. You can ask about ${domains.length}: ${domains
                  .slice(0, 100)
                  .map(({ name }) => name)
                  .join(', ')}.`,
              ],
            ],
          },
        ]
      : []),
  ],
  more: [],
});
