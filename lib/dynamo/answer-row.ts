import { understood } from '../base/read-versioned.ts';
import { MINUTE_MS } from '../base/time.ts';
import type { Answer } from '../case/answer.ts';
import { ANSWER_FORMAT, readAnswer } from '../case/read-answer.ts';
import { answerRow } from '../ledger/case-rows.ts';
import { listedFromMs } from '../verdict/decision-deadlines.ts';
import { changing, hasNoRow, isAsKnown, type Update, updateIf } from './expressions.ts';
import { packedValue, readValue, removePacked, setPacked } from './packed-value.ts';
import { expiryOf, KEPT_MS } from './row-expiry.ts';
import { json, number, type Row, rowKey, text } from './row-values.ts';

/** What DynamoDB allows for a row, less the room that the keys need. */
const MAX_ANSWER_BYTES = 400 * 1024 - 4_096;

/** Rounded to the minute: the steps of a decision are seconds apart, and an index key that stays the same costs nothing. */
export const dueMinute = (atMs: number): string =>
  new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString();

/** Every write of a row of more than 1 KB costs two units, so a longer row is packed. */
const PLAIN_BYTES = 780;

const setAnswer = '#version = :next, #writeId = :writeId, #value = :value, #expiresAtSeconds = :expires';
export const setTodo = '#todo = :todo, #todoAt = :todoAt';

export function saveAnswerUpdate(next: Answer, writeId: string, nowMs: number, keptMs = KEPT_MS): Update {
  const listedMs = listedFromMs(next);
  const said = answerValues(next);
  const sets = [
    setAnswer,
    ...(said[':packed'] ? [setPacked] : []),
    ...(listedMs === null ? [] : [setTodo]),
    ...(next.isPublished ? ['#published = :next'] : []),
  ];
  const removes = [
    ...(next.isPublished ? [] : ['#published']),
    ...(said[':packed'] ? [] : [removePacked]),
    ...(listedMs === null ? ['#todo, #todoAt'] : []),
  ];
  const change = changing(sets.join(', '), removes);
  const condition = next.version === 1 ? hasNoRow : isAsKnown;
  const values: Row = {
    ':version': number(next.version - 1),
    ':next': number(next.version),
    ':writeId': text(writeId),
    ...said,
    ':expires': number(expiryOf(nowMs, listedMs === null ? keptMs : Math.max(keptMs, KEPT_MS))),
    ':todo': text(answerRow.list(next.domain)),
    ':todoAt': text(dueMinute(listedMs ?? 0)),
  };
  return updateIf({ condition, values }, rowKey(answerRow.key(next.domain, next.caseId)), change);
}

function answerValues({ isPublished: _, ...next }: Answer): Row {
  const what = `the answer to case ${next.caseId.slice(0, 80)}`;
  const value = { v: ANSWER_FORMAT, ...next };
  const plain = json(value, MAX_ANSWER_BYTES, what);
  if (Buffer.byteLength(plain.S ?? '') <= PLAIN_BYTES) return { ':value': plain };
  const both = packedValue(value, MAX_ANSWER_BYTES, what);
  return { ':value': both.value, ':packed': both.packed };
}

/** Takes the answer off the list until it is due again. From now on it is kept for as long as a finished one. */
export function publishedAnswerUpdate(answer: Answer, nowMs: number, keptMs = KEPT_MS): Update {
  const { domain, caseId, version } = answer;
  const dueMs = listedFromMs({ ...answer, isPublished: true });
  const values: Row = {
    ':version': number(version),
    ':expires': number(expiryOf(nowMs, dueMs === null ? keptMs : Math.max(keptMs, KEPT_MS))),
    ...(dueMs !== null && { ':todoAt': text(dueMinute(dueMs)) }),
  };
  const change = dueMs === null ? 'REMOVE #todo, #todoAt' : ', #todoAt = :todoAt';
  return updateIf(
    { condition: isAsKnown, values },
    rowKey(answerRow.key(domain, caseId)),
    `SET #published = :version, #expiresAtSeconds = :expires${dueMs === null ? ' ' : ''}${change}`,
  );
}

/** Throws a UnreadableError for what this version does not understand. */
export function readAnswerRow(row: Row): Answer {
  const answer = understood(readAnswer(readValue(row)));
  const { published } = row;
  return published && Number(published.N) === answer.version ? { ...answer, isPublished: true } : answer;
}
