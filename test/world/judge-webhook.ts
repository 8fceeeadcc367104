import { createHmac } from 'node:crypto';
import { SECRET } from './config.ts';
import { isTold, type Judged } from './judged.ts';
import type { Heard } from './receiver.ts';
import type { Surroundings } from './surroundings.ts';

/** A system hears of a case once that it is there, and in the end how it stands. */
export function judgeWebhook({ one, name, forgotten }: Judged, { receiver, world }: Surroundings): string[] {
  const heard = receiver.heard.filter(({ caseId }) => caseId === one.id);
  const firsts = heard.filter(({ id }, index) => heard.findIndex((other) => other.id === id) === index);
  const created = firsts.filter(({ type }) => type === 'case.created');
  const found: string[] = [];
  const isOwed = isTold(world, 'webhook', one.createdMs);
  // What a queue had not taken is not told any more once its person is forgotten.
  const least = isOwed && !forgotten ? 1 : 0;
  if (created.length < least || created.length > 1)
    found.push(`a system hears once of each case: ${name} ${created.length} times`);
  // What it did not take, while it took others, waits for a time of its own, and what comes later overtakes it.
  else if (
    isOwed &&
    created.length === 1 &&
    firsts[0] !== created[0] &&
    !receiver.missed.has(created[0]?.id ?? '')
  )
    found.push(`a system hears in order: ${name} begins with ${firsts[0]?.type}`);
  if (!isOwed || forgotten) return found;
  // What was closed and reopened between two looks is as it was: a list says so, and the next look too.
  const isReopened = one.log.some(({ what }) => what === 'reopen' || what === 'return');
  const last = firsts.findLast(({ body }) => JSON.parse(body).data.case !== undefined);
  const closedAt = one.state === 'closed' && !one.isGone ? one.closedMs : null;
  const hearsIt = firsts.some(({ type, atMs }) => type === 'case.closed' && atMs >= (closedAt ?? 0));
  const said = last && JSON.parse(last.body).data.case;
  const knowsIt = isReopened && (said?.state === 'closed' || typeof said?.closed_at === 'string');
  if (closedAt !== null && !hearsIt && !knowsIt)
    found.push(
      `a system hears that a case is closed: ${name}${closedAt < (firsts[0]?.atMs ?? 0) ? ' closed before it was seen' : ''}`,
    );
  if (last && !one.isGone && JSON.parse(last.body).data.case.events?.[0]?.severity !== one.severity)
    found.push(`a system hears how severe a case is: ${name} is ${one.severity}`);
  const cases = firsts.flatMap(({ type, body }) => {
    const said = JSON.parse(body).data.case;
    return said === undefined ? [] : [{ type, said: JSON.stringify(said) }];
  });
  if (
    !isReopened &&
    cases.some(({ type, said }, index) => type === 'case.changed' && said === cases[index - 1]?.said)
  )
    found.push(`a system hears of a change only where something changed: ${name}`);
  if (one.verdicts.length > 0 && !firsts.some(({ type }) => /^verdict\./.test(type)))
    found.push(`a system hears what was decided: ${name}`);
  return found;
}

/** Each event is signed, of its time, and says the same whenever it is told; only its links go. */
export function judgeRequests({ receiver: { heard }, operators }: Surroundings): string[] {
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const said = ({ body }: Heard) => {
    const { data, ...event } = JSON.parse(body);
    const { verdict_links: _, ...rest } = data;
    return JSON.stringify({ ...event, data: rest });
  };
  return heard.flatMap((one) => {
    const { id, type, body, headers, atMs } = one;
    const stamp = headers['webhook-timestamp'] ?? '';
    const signature = createHmac('sha256', key).update(`${id}.${stamp}.${body}`).digest('base64');
    const isGenuine = headers['webhook-id'] === id && headers['webhook-signature'] === `v1,${signature}`;
    // Whoever was forgotten since is not in it any more.
    const isLess = (other: Heard) =>
      operators.forgotten.some(
        (person) => person.atMs < atMs && other.atMs <= (person.doneAtMs ?? Number.POSITIVE_INFINITY),
      );
    const earlier = heard.filter((other) => other.id === id && other.atMs <= atMs);
    const isSame = earlier.every((other) => said(other) === said(one) || isLess(other));
    return [
      ...(isGenuine ? [] : [`a system can tell who wrote to it: ${type} is not signed`]),
      ...(Math.abs(Number(stamp) * 1_000 - atMs) > 10_000 ? [`an event is of its time: ${type}`] : []),
      ...(isSame ? [] : [`an event says the same each time: ${type}`]),
    ];
  });
}
