import { utc } from '../../base/text/format.ts';
import type { Notice } from '../../case/message-content.ts';
import type { RunbookHeading } from '../../config/runbook-headings.ts';
import type { Telling } from './health-state.ts';

interface Words {
  /** What is wrong, behind the name of what it is about. */
  readonly title: string;
  /** What that means, and what to do about it. */
  readonly todo: string;
}

/** In the words of docs/runbook.md, as short as a notice is read. */
const WORDS: Readonly<Partial<Record<RunbookHeading, Words>>> = {
  'No successful poll': {
    title: 'polling is failing',
    todo: 'Analysts see nothing new from it. Nothing is lost: the poller continues where it stopped. Check the status of the API and the log of the poll function.',
  },
  'Feed is behind': {
    title: 'new items are delayed',
    todo: 'New items still come first. Look for "polled" in the log of the poll function: it names any queue that takes nothing.',
  },
  'Key refused': {
    title: 'the API refuses our key',
    todo: 'Put a valid key into its parameter. No restart needed.',
  },
  'Deliveries gave up': {
    title: 'messages are parked',
    todo: 'No chat can show them, or retries ran for days. Check them in the dead-letter queue, then redrive or purge them. SQS deletes them after 14 days.',
  },
  'Destination is closed': {
    title: 'accepts no messages',
    todo: 'Everything for it waits, and is posted once it accepts messages again.',
  },
  'Deliveries are late': {
    title: 'deliveries have stalled',
    todo: 'Nothing is lost. Look at the log of the function that reads this queue, and at whether AWS runs it at all.',
  },
  'Request budget is used up': {
    title: 'the API requests are nearly used up',
    todo: 'What is new comes later. Look for other programs that use the same key.',
  },
  'Requests are refused': {
    title: 'clicks are refused',
    todo: 'The bridge and the chat do not agree about a secret, a workspace, a bot or a tenant. Click a button there yourself, and look at the lines "request refused" in the log of the action function.',
  },
  'Canary does not come back': {
    title: 'an end-to-end test does not come back',
    todo: 'Real cases are probably stuck too. Run posture-bridge canary to see where it stops.',
  },
  'Clicks are lost': {
    title: 'a click could not be queued',
    todo: 'The analyst was told to press again. Look at the lines "click not taken" in the log of the action function.',
  },
  'Verdicts fail': {
    title: 'a verdict could not be recorded',
    todo: 'The message of the case says why, and has a button to try again. Look at the log of the verdict function.',
  },
  'Trail is not archived': {
    title: 'finished days are not in the archive',
    todo: 'Nothing is lost, and the next run that succeeds archives all of them. Look at the log of the archive function.',
  },
  'Trail was changed': {
    title: 'the audit trail was altered',
    todo: 'Somebody with direct access changed the table, or it was restored. Look at the lines "audit.changed" in the log of the archive function.',
  },
  'Function fails': {
    title: 'keeps failing',
    todo: 'Look at its log.',
  },
};

const MOST_NAMED = 10;

/** What a notice to the operators says. `sentences`: of those that are still seen. */
export function wordsOf(
  { heading, what, entries }: Telling,
  sentenceOf: (subject: string) => string | undefined,
): Omit<Notice, 'at'> {
  const { title, todo } = WORDS[heading] ?? { title: heading, todo: '' };
  const subjects = entries.map(({ subject }) => subject);
  const name = subjects.length === 1 ? `${subjects[0]}` : `${subjects[0]} and ${subjects.length - 1} more`;
  const since = utc(Math.min(...entries.map(({ sinceMs }) => sinceMs)));
  const code = codeOf(heading);
  if (what === 'over') {
    const often = Math.max(...entries.map(({ times }) => times));
    const comesAndGoes = often > 1 ? ` It came and went ${often} times within a few hours.` : '';
    return {
      code: `${code}_over`,
      title: `${name}: resolved: ${title}`,
      text: `It began ${since}.${comesAndGoes}${listed(subjects)}`,
    };
  }
  const sentences = subjects.slice(0, MOST_NAMED).flatMap((subject) => sentenceOf(subject) ?? []);
  return {
    code,
    title: `${name}: ${title}`,
    text: `${[...sentences, todo].join(' ')}${listed(subjects)} More: docs/runbook.md, "${heading}".`,
  };
}

/** Nothing for one, which the title names. */
function listed(subjects: readonly string[]): string {
  if (subjects.length === 1) return '';
  const left = subjects.length - MOST_NAMED;
  return ` These: ${subjects.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}

/** `no_successful_poll` */
export const codeOf = (heading: RunbookHeading): string => heading.toLowerCase().replaceAll(' ', '_');
