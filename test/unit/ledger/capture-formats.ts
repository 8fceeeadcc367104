/**
 * `node --import tsx test/unit/ledger/capture-formats.ts`: writes down one row and one message of each kind, as the functions
 * write them in histories of the world, and what is read in them. Once for each release; never again for one that is out.
 */
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { print } from '../../../lib/base/terminal.ts';
import { writePrivateMessage } from '../../../lib/chats/slack/private-message.ts';
import { writeChannelMessage } from '../../../lib/chats/teams/channel-message.ts';
import { writeDirectMessage } from '../../../lib/chats/teams/direct-message.ts';
import { createChannelRows } from '../../../lib/dynamo/channel-rows.ts';
import { createDynamoArchiveNotes } from '../../../lib/dynamo/dynamo-archive-notes.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import { createPersonaLedger } from '../../../lib/features/personas/persona-ledger.ts';
import { ROWS, type RowName, rowNameOf } from '../../../lib/ledger/catalogue.ts';
import { writeVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { SEAL } from '../../support/sealed.ts';
import { CAPABILITIES, history } from '../../world/history.ts';
import { ModelQueue } from '../../world/model-queue.ts';
import { playHistory } from '../../world/play.ts';
import { ANN } from '../verdict/examples.ts';
import { CAPTURED, MESSAGES, readRow } from './readers.ts';

const rows = new Map<string, Row>();
const bodies = new Map<string, string>();
/** The shortest of each kind: what it says beside that is there to be left out. */
const isShorter = (one: unknown, than: unknown): boolean =>
  than === undefined || JSON.stringify(one).length < JSON.stringify(than).length;
function keepRows({ rows: written }: FakeDynamo): void {
  for (const row of written.values()) {
    const name = rowNameOf({ pk: row.pk?.S ?? '', sk: row.sk?.S ?? '' }) ?? '';
    if (isShorter(row, rows.get(name))) rows.set(name, row);
  }
}
function keepBody(body: string): void {
  const { kind } = JSON.parse(body) as { readonly kind: keyof typeof MESSAGES };
  if (isShorter(body, bodies.get(kind)) && MESSAGES[kind]?.(body)?.ok) bodies.set(kind, body);
}

const tables = new Set<FakeDynamo>();
const { client } = FakeDynamo.prototype;
FakeDynamo.prototype.client = function open(call) {
  tables.add(this);
  return client.call(this, call);
};
const { send } = ModelQueue.prototype;
ModelQueue.prototype.send = function keep(entry) {
  keepBody(entry.MessageBody ?? '');
  send.call(this, entry);
};
// A deployment that rolls out writes a newer format, too.
const capabilities = CAPABILITIES.filter((one) => one !== 'rolling');
for (const one of fc.sample(history, { seed: 1, numRuns: 200 })) {
  await playHistory({ ...one, capabilities });
  for (const table of tables) keepRows(table);
  tables.clear();
}

// What the world does not play.
const clock = createManualClock(Date.parse('2026-11-17T09:00:00Z'));
const table = new FakeDynamo();
const parts = {
  client: table.client(async (_, effect) => effect()),
  tableName: 'ledger',
  clock,
  random: () => 0.5,
};
const versioned = createDynamoVersionedRows(parts as never);
const seal = { day: '2026-11-17', seq: 1, hash: 'h', keptUntilMs: clock.now() };
await createDynamoArchiveNotes(parts as never, 'bucket').add('acme', seal);
await createPersonaLedger({ rows: versioned, clock }).keep(
  'acme',
  { as: 'person', email: 'dana@acme.example', name: null },
  {
    ...{ about: 'person', name: 'Dana', of: 'dana@acme.example', people: [], readAtMs: clock.now() },
    parts: [{ is: 'lines', lines: [['An accountant.']] }],
  },
);
await createChannelRows('teams', versioned, clock.now).save(
  '19:a',
  { serviceUrl: 'https://smba.example' },
  0,
);
keepRows(table);
const click = {
  v: 1,
  domain: 'acme',
  caseId: 'c1',
  reply: null,
  decisionId: 'd1',
  by: ANN,
  place: 'soc',
  atMs: 1,
} as const;
for (const kind of ['approve', 'decline', 'undo', 'retry', 'hand-back'] as const)
  keepBody(writeVerdictMessage({ ...click, kind, clickId: 'k1', channelId: null } as never));
keepBody(writeChannelMessage({ is: 'forget', channel: '19:a', because: 'removed' }));
const card = { type: 'AdaptiveCard', version: '1.4', body: [] } as const;
const where = { conversation: '19:a', serviceUrl: 'https://smba.example', mark: 'm', atMs: 1 };
keepBody(writeDirectMessage({ ...where, summary: 'Hello', card } as never, SEAL));
const told = { responseUrl: 'https://hooks.slack.example/1', threadTs: null, text: 'Hello', blocks: [] };
keepBody(writePrivateMessage({ ...told, atMs: 1, unless: { domain: 'd', caseId: 'c', clickId: 'k' } }, SEAL));

const all = <Kind extends string, One>(kinds: readonly Kind[], of: (kind: Kind) => One) =>
  Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
const found = <One>(one: One | undefined, kind: string): One => {
  if (one === undefined) throw new Error(`nothing writes ${kind}: more histories, or one by hand`);
  return one;
};
const captured = {
  rows: all(Object.keys(ROWS) as RowName[], (name) => {
    const row = JSON.parse(JSON.stringify(found(rows.get(name), name), binary)) as Row;
    return { row, says: readRow(name, row) };
  }),
  messages: all(Object.keys(MESSAGES) as (keyof typeof MESSAGES)[], (kind) => {
    const body = found(bodies.get(kind), kind);
    return { body, says: MESSAGES[kind](body) };
  }),
};
writeFileSync(CAPTURED, `${JSON.stringify(captured, null, 1)}\n`);
print(`Wrote ${CAPTURED}.`);
process.exit();

/** What is packed, as text: the readers take both. */
function binary(_: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: readonly number[] };
  return type === 'Buffer' && data ? Buffer.from(data).toString('base64') : value;
}
