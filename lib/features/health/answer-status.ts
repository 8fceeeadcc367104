import { counted } from '../../base/text/format.ts';
import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import { said } from '../entry-points/command/answer-words.ts';
import type { AskedDomain } from '../entry-points/command/command-context.ts';
import type { Entry } from './health-state.ts';

const MOST_SHOWN = 20;

/** How healthy the bridge is, as the reconciler last judged it. */
export function answerStatus(
  problems: readonly Entry[],
  domains: readonly AskedDomain[],
  /** All domains. The answer does not name those that the person may not ask about. */
  all: readonly string[],
): CommandAnswer {
  const others = all.filter((name) => domains.every((one) => one.name !== name));
  const shown = problems.slice(0, MOST_SHOWN);
  return {
    title: [
      problems.length === 0
        ? 'The bridge is well.'
        : `The bridge has ${counted(problems.length, 'problem')}.`,
    ],
    parts: [
      ...(shown.length > 0
        ? [{ is: 'list' as const, items: shown.map((problem) => ({ words: tell(problem, others) })) }]
        : []),
      { is: 'lines', lines: [[`You may ask about: ${domains.map(({ name }) => name).join(', ')}.`]] },
    ],
    more: [],
  };
}

const tell = ({ heading, subject, openMs = 0 }: Entry, others: readonly string[]) => [
  { said: heading },
  ...(others.some((name) => subject.includes(name)) ? [] : ['  ·  ', ...said(subject)]),
  '  ·  since ',
  { atMs: openMs },
];
