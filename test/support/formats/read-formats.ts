import { readdirSync, readFileSync } from 'node:fs';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import type { ManualClock } from '../manual-clock.ts';
import type { NotedMessage, NotedRow } from './format-notes.ts';

export interface Format {
  /** The commit whose code wrote it. */
  readonly commit: string;
  readonly rows: readonly NotedRow[];
  readonly messages: readonly NotedMessage[];
}

const folder = new URL('../../fixtures/formats/', import.meta.url);
const read = (commit: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${commit}/${name}.json`, folder), 'utf8'));

/** Every format in which rows and messages were ever written, and may still lie in a table or a queue. */
export const formats: readonly Format[] = readdirSync(folder).map((commit) => ({
  commit,
  rows: read(commit, 'rows'),
  messages: read(commit, 'messages'),
}));

/** A table with these rows, and what the adapters need to use it. */
export function tableWith(rows: readonly NotedRow[], clock: ManualClock) {
  const table = new FakeDynamo();
  for (const { row } of rows) table.rows.set(`${row.pk?.S}|${row.sk?.S}`, structuredClone(row));
  const client = table.client(async (_label, effect) => effect());
  return { table, parts: { client, tableName: 'ledger', clock, random: Math.random } };
}
