import { inWords, shortId } from '../../../lib/base/text/format.ts';
import type { LogLine, LogLineOf } from './parse-log-line.ts';

/** Reports who claims a case, and escalations. The functions name people by their ids. */
export const createAnswerWatch =
  (nameOf: (userId: string) => string, say: (text: string) => void) =>
  (line: LogLine): void => {
    if (line.event === 'claim.changed') say(claimWords(line, nameOf(line.by)));
    if (line.event === 'escalation') say(stepWords(line));
  };

const CLAIMED: Readonly<Record<LogLineOf<'claim.changed'>['what'], (name: string) => string>> = {
  claimed: (name) => `${name} is on it`,
  'taken-over': (name) => `${name} took it over`,
  'handed-back': (name) => `${name} handed it back`,
};

const claimWords = ({ domain, caseId, what }: LogLineOf<'claim.changed'>, name: string): string =>
  `${domain}: case ${shortId(caseId)}: ${CLAIMED[what](name)}`;

function stepWords({ domain, caseId, afterMs, to }: LogLineOf<'escalation'>): string {
  const also = to.length > 0 ? `, so it goes to ${to.join(' and ')} too` : '';
  return `${domain}: case ${shortId(caseId)}: unacknowledged for ${inWords(afterMs)}${also}`;
}
