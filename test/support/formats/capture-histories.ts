import {
  BatchWriteItemCommand,
  ExecuteTransactionCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { readInsert } from '../../../local/cloud/read-insert.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { type History, history, historyOfBoth, historyOfLives } from '../../simulation/verdicts/history.ts';
import { ModelQueue } from '../../simulation/verdicts/model-queue.ts';
import { playHistory } from '../../simulation/verdicts/play-history.ts';
import { fixture } from '../fixture.ts';
import type { FormatNotes, Row } from './format-notes.ts';

/** Enough for every kind to come up. */
const RUNS = 600;
const SEED = 14;

/** Plays histories of the simulation and notes every row and every message that its functions write. */
export async function captureHistories(notes: FormatNotes, runs = RUNS): Promise<void> {
  const putBack = [listenToTable(notes), listenToQueues(notes)];
  const sampled = [
    ...[history, historyOfBoth].flatMap((of) => fc.sample(of, { seed: SEED, numRuns: runs })),
    // They take four times as long.
    ...fc.sample(historyOfLives, { seed: SEED, numRuns: Math.ceil(runs / 4) }),
  ];
  for (const one of sampled) await playHistory({ ...one, realRenderer: true, skewMs: 0 } as History);
  for (const undo of putBack) undo();
}

/** Notes every row that is written from now on; until the returned function is called. */
export function listenToTable(notes: FormatNotes): () => void {
  const { client } = FakeDynamo.prototype;
  FakeDynamo.prototype.client = function listened(this: FakeDynamo, call) {
    const inner = client.call(this, call);
    return {
      send: async (command: unknown) => {
        const answer = await inner.send(command as never);
        for (const row of rowsWrittenBy(this, command)) notes.row(structuredClone(row));
        return answer;
      },
    } as ReturnType<typeof client>;
  };
  return () => {
    FakeDynamo.prototype.client = client;
  };
}

function rowsWrittenBy({ rows }: FakeDynamo, command: unknown): Row[] {
  const keys =
    command instanceof UpdateItemCommand
      ? [command.input.Key]
      : command instanceof BatchWriteItemCommand
        ? Object.values(command.input.RequestItems ?? {}).flatMap((writes) =>
            writes.map(({ PutRequest }) => PutRequest?.Item),
          )
        : command instanceof ExecuteTransactionCommand
          ? (command.input.TransactStatements ?? []).map((one) => readInsert(one)?.item as Row | undefined)
          : [];
  return keys.flatMap((key): Row[] => {
    const row = rows.get(`${key?.pk?.S}|${key?.sk?.S}`);
    return row ? [row] : [];
  });
}

/** The people and the texts that the simulation leaves out, so that rows and messages look as they do in life. */
const [told] = (fixture('cases-page') as { items: { events: object[] }[] }).items;

function listenToQueues(notes: FormatNotes): () => void {
  const { send } = ModelQueue.prototype;
  ModelQueue.prototype.send = function listened(this: ModelQueue, entry) {
    const message = JSON.parse(entry.MessageBody ?? '');
    if (message.kind === 'case' && told) {
      const events = message.item.events.map((event: object) => ({ ...told.events[0], ...event }));
      message.item = { ...told, ...message.item, events };
    }
    const MessageBody = JSON.stringify(message);
    // What is handed over is the simulation's own doing, and no format of the bridge.
    const own = message.kind !== 'case' && message.kind !== 'threat';
    if (own) notes.message(this.url.replace(/^.*\/|\.fifo$/g, ''), MessageBody);
    return send.call(this, { ...entry, MessageBody });
  };
  return () => {
    ModelQueue.prototype.send = send;
  };
}
