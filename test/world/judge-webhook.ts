import type { Judged } from './judge.ts';
import type { Surroundings } from './play.ts';

/** A system hears of a case once that it is there, and in the end how it stands. */
export function judgeWebhook({ one, name }: Judged, { receiver }: Surroundings): string[] {
  const heard = receiver.heard.filter(({ caseId }) => caseId === one.id);
  const firsts = heard.filter(({ id }, index) => heard.findIndex((other) => other.id === id) === index);
  const created = firsts.filter(({ type }) => type === 'case.created');
  const found: string[] = [];
  if (created.length !== 1) found.push(`a system hears once of each case: ${name} ${created.length} times`);
  else if (firsts[0] !== created[0])
    found.push(`a system hears in order: ${name} begins with ${firsts[0]?.type}`);
  const closedAt = one.state === 'closed' && !one.isGone ? one.closedMs : null;
  if (closedAt !== null && !firsts.some(({ type, atMs }) => type === 'case.closed' && atMs >= closedAt))
    found.push(
      `a system hears that a case is closed: ${name}${closedAt < (firsts[0]?.atMs ?? 0) ? ' closed before it was seen' : ''}`,
    );
  const last = firsts.findLast(({ body }) => JSON.parse(body).data.case !== undefined);
  if (last && !one.isGone && JSON.parse(last.body).data.case.events?.[0]?.severity !== one.severity)
    found.push(`a system hears how severe a case is: ${name} is ${one.severity}`);
  return found;
}
