import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import { readAnswer } from '../../../lib/case/read-answer.ts';
import { readCaseRecord } from '../../../lib/case/read-case-record.ts';
import { readPrivateMessage } from '../../../lib/chats/slack/private-message.ts';
import { readChannelMessage } from '../../../lib/chats/teams/channel-message.ts';
import { readDirectMessage } from '../../../lib/chats/teams/direct-message.ts';
import { isKnownLink, readChainRow } from '../../../lib/dynamo/audit-rows.ts';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import { readKept } from '../../../lib/dynamo/quarantine-row.ts';
import { partsIn } from '../../../lib/dynamo/row-parts.ts';
import { number, type Row, readJson } from '../../../lib/dynamo/row-values.ts';
import { isKnownItem } from '../../../lib/dynamo/seen-row.ts';
import { readWithheld } from '../../../lib/dynamo/withheld-items.ts';
import { readEndpointEvent } from '../../../lib/endpoints/event-row.ts';
import { readBulkMessage } from '../../../lib/features/bulk/bulk-message.ts';
import { readAskMessage } from '../../../lib/features/commands/ask-message.ts';
import { readWindow } from '../../../lib/features/dedupe/saved-window.ts';
import { readMutes } from '../../../lib/features/mutes/saved-mutes.ts';
import { readKeptPersona } from '../../../lib/features/personas/read-persona.ts';
import { readSubmissionRow } from '../../../lib/features/systems/submission-row.ts';
import { readFeedState } from '../../../lib/feed/read-feed-state.ts';
import type { RowName } from '../../../lib/ledger/catalogue.ts';
import { readDelivery } from '../../../lib/outbox/delivery-row.ts';
import { readWakeUp, type WakeUp } from '../../../lib/outbox/wake-up.ts';
import { readVerdictMessage, type VerdictMessage } from '../../../lib/verdict/verdict-message.ts';

export type Reader = (value: { readonly v?: number }) => unknown;

const inAttributes =
  (isKnown: (row: Row) => boolean): Reader =>
  ({ v }) => {
    if (!isKnown(v === undefined ? {} : { v: number(v) })) throw new UnreadableError(`format ${v}`);
  };

/** How each kind of row is read; or why it needs no format of its own. One that is missing does not compile. */
export const READERS: Readonly<Record<RowName, Reader | string>> = {
  feedRow: readFeedState,
  seenRow: inAttributes(isKnownItem),
  deliveryRow: readDelivery,
  endpointEventRow: readEndpointEvent,
  eventLinkRow: 'it is the id of a case',
  caseRow: readCaseRecord,
  answerRow: readAnswer,
  auditRow: 'it is the text that is hashed: whoever verifies it reads it as it is',
  chainRow: inAttributes(isKnownLink),
  clickRow: 'it is only there',
  archivedRow: 'it says nothing but its key, and until when the archive keeps the day',
  submittedRow: (value) =>
    readSubmissionRow({ value: { S: JSON.stringify(value) }, expiresAtSeconds: number(1) }, 0),
  pastRow:
    'of a row in another format the facts are left out (test/unit/features/history/past-formats.test.ts)',
  outcomeRow: 'its format is in its key: each version adds to a row of its own',
  personaRow: readKeptPersona,
  mutesRow: readMutes,
  windowRow: readWindow,
  listedRow: readWindow,
  withheldRow: readWithheld,
  budgetRow: 'the minute after, it is another one',
  paceRow: 'the minute after, it is another one',
  channelRow: 'it is what the chat said',
  stormRow: 'the storm after, it is another one',
  breakerRow: 'it is probed whatever it says',
  reportedRow: 'one in another format is begun anew: at worst something is told once more',
  signRow: 'it says all in its key',
  quarantineRow: readKept,
};

/** Kinds that are not read from what they say alone. */
const FROM_ROW: Partial<Readonly<Record<RowName, (row: Row) => unknown>>> = {
  feedRow: (row) => readFeedState(readJson(row, 'state')),
  deliveryRow: (row) => readDelivery(partsIn(row)),
  seenRow: (row) => isKnownItem(row),
  chainRow: (row) => readChainRow(row),
  submittedRow: (row) => readSubmissionRow(row, 0),
};

/** What a row says to the readers of today; null for a kind that needs no format. */
export function readRow(name: RowName, row: Row): unknown {
  const read = READERS[name];
  if (typeof read === 'string') return null;
  const said = FROM_ROW[name]?.(row) ?? read(readValue(row) as { readonly v?: number });
  return JSON.parse(JSON.stringify(said));
}

/** The proof of a message is not what is read here. */
const ANY_SEAL = { isGenuine: () => true };
type MessageKind =
  | VerdictMessage['kind']
  | WakeUp['kind']
  | 'bulk'
  | 'ask'
  | 'channel'
  | 'direct-message'
  | 'private-message';
const inVerdictQueue = (body: string) => readVerdictMessage(body);

/** How each kind of message is read. One that is missing does not compile. */
export const MESSAGES: Readonly<Record<MessageKind, (body: string) => { readonly ok: boolean } | null>> = {
  decide: inVerdictQueue,
  approve: inVerdictQueue,
  decline: inVerdictQueue,
  undo: inVerdictQueue,
  retry: inVerdictQueue,
  claim: inVerdictQueue,
  'hand-back': inVerdictQueue,
  post: inVerdictQueue,
  escalation: inVerdictQueue,
  denied: inVerdictQueue,
  bulk: (body) => readBulkMessage(body, ANY_SEAL),
  ask: (body) => readAskMessage(body, ANY_SEAL),
  'wake-up': readWakeUp,
  channel: readChannelMessage,
  'direct-message': (body) => readDirectMessage(body, ANY_SEAL),
  'private-message': (body) => readPrivateMessage(body, ANY_SEAL),
};

/** What 0.1.0 wrote, and what it read in that itself. */
export interface Captured {
  readonly rows: Readonly<Record<string, { readonly row: Row; readonly says: unknown }>>;
  readonly messages: Readonly<Record<string, { readonly body: string; readonly says: unknown }>>;
}
export const CAPTURED = 'test/fixtures/formats-0.1.0.json';
