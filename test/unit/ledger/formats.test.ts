import { describe, expect, it } from 'vitest';
import { readFolded, readWindow } from '../../../lib/alike/saved-window.ts';
import { readAnswer } from '../../../lib/case/read-answer.ts';
import { readCaseRecord } from '../../../lib/case/read-case-record.ts';
import { isKnownLink } from '../../../lib/dynamo/audit-rows.ts';
import { readBridgeKey } from '../../../lib/dynamo/bridge-key-row.ts';
import { readDelivery } from '../../../lib/dynamo/delivery-row.ts';
import { readHookEvent } from '../../../lib/dynamo/hook-row.ts';
import { isKnownItem } from '../../../lib/dynamo/item-row.ts';
import { readKept } from '../../../lib/dynamo/resting-row.ts';
import { number, type Row } from '../../../lib/dynamo/row-values.ts';
import { readSubmissionRow } from '../../../lib/dynamo/submission-row.ts';
import { readFeedState } from '../../../lib/feed/read-feed-state.ts';
import type { RowName } from '../../../lib/ledger/catalogue.ts';
import { readMutes } from '../../../lib/mutes/saved-mutes.ts';
import { readKeptPersona } from '../../../lib/personas/read-persona.ts';
import { RestsError } from '../../../lib/platform/read-versioned.ts';

type Reader = (value: { readonly v?: number }) => unknown;

const inAttributes =
  (isKnown: (row: Row) => boolean): Reader =>
  ({ v }) => {
    if (!isKnown(v === undefined ? {} : { v: number(v) })) throw new RestsError(`format ${v}`);
  };

/** How each kind of row is read; or why it needs no format of its own. One that is missing does not compile. */
const READERS: Readonly<Record<RowName, Reader | string>> = {
  feedRow: readFeedState,
  seenRow: inAttributes(isKnownItem),
  deliveryRow: readDelivery,
  hookRow: readHookEvent,
  eventRow: 'it is the id of a case',
  caseRow: readCaseRecord,
  answerRow: readAnswer,
  auditRow: 'it is the text that is hashed: whoever verifies it reads it as it is',
  chainRow: inAttributes(isKnownLink),
  clickRow: 'it is only there',
  archivedRow: 'it says nothing but its key, and until when the archive keeps the day',
  submittedRow: (value) =>
    readSubmissionRow({ value: { S: JSON.stringify(value) }, expiresAtSeconds: number(1) }, 0),
  pastRow: 'of a row in another format the facts are left out (test/unit/dynamo/past-formats.test.ts)',
  outcomeRow: 'its format is in its key: each version adds to a row of its own',
  personaRow: readKeptPersona,
  mutesRow: readMutes,
  mutedRow: 'it is shown as far as it is known',
  windowRow: readWindow,
  listedRow: readWindow,
  foldedRow: readFolded,
  bridgeKeyRow: ({ v }) => readBridgeKey(v === undefined ? {} : { version: number(v) }, 'buttons'),
  budgetRow: 'the minute after, it is another one',
  paceRow: 'the minute after, it is another one',
  channelRow: 'it is what the chat said',
  stormRow: 'the storm after, it is another one',
  closedRow: 'it is probed whatever it says',
  toldRow: 'one in another format is begun anew: at worst something is told once more',
  signRow: 'it says all in its key',
  restingRow: readKept,
};

/** Whether a reader leaves a value to a version that understands it: it says so, or throws it. */
function rests(read: Reader, value: { readonly v?: number }): boolean {
  try {
    const answer = read(value);
    return typeof answer === 'object' && answer !== null && 'rests' in answer;
  } catch (error) {
    if (error instanceof RestsError) return true;
    throw error;
  }
}

const readers = Object.entries(READERS).flatMap(([name, read]) =>
  typeof read === 'string' ? [] : [[name, read] as const],
);

describe.each(readers)('%s', (_name, read) => {
  it('rests in a format that only a newer version knows, and without one', () => {
    expect(rests(read, { v: 2 })).toBe(true);
    expect(rests(read, {})).toBe(true);
  });
});
