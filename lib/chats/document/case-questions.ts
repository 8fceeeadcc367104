import type { Case } from '../../posture/schemas/case.ts';
import type { CommandName } from './command-list.ts';

/** Asks about a case from its message, where people cannot type a command. What is asked follows: `ask:case:who`. */
export const ASK_VERB = 'ask:case';

interface CaseQuestion {
  readonly command: CommandName;
  /** As people ask it. */
  readonly label: string;
  /** What follows the command; null where the case does not say it. */
  readonly about: (item: Pick<Case, 'case_id' | 'user_email' | 'user_name'>) => string | null | undefined;
}

/** Each of them is a command about this case. */
export const CASE_QUESTIONS = [
  { command: 'case', label: 'How does it stand?', about: ({ case_id }) => case_id },
  {
    command: 'who',
    label: 'Who is it about?',
    about: ({ user_email, user_name }) => user_email ?? user_name,
  },
  { command: 'cases', label: 'Cases of this person', about: ({ user_email }) => user_email },
  { command: 'threats', label: 'Threats of this person', about: ({ user_email }) => user_email },
  { command: 'hunt', label: 'Queries for the logs', about: ({ case_id }) => case_id },
] as const satisfies readonly CaseQuestion[];

export type AskedAbout = (typeof CASE_QUESTIONS)[number]['command'];

export const questionOf = (name: string): CaseQuestion | undefined =>
  CASE_QUESTIONS.find(({ command }) => command === name);
