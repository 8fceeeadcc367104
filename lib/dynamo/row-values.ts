import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { AwsError } from '../base/aws/aws-error.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import type { RowKey } from '../base/todo-list.ts';

export type Row = Record<string, AttributeValue>;

/** Where a row is, as DynamoDB takes it. */
export const rowKey = ({ pk, sk }: RowKey): Row => ({ pk: text(pk), sk: text(sk) });
export const text = (value: string): AttributeValue => ({ S: value });
export const number = (value: number): AttributeValue => ({ N: String(value) });
export const texts = (values: readonly string[]): AttributeValue => ({ L: values.map(text) });

/** JSON, so that whatever is kept comes back as it was, lone surrogates included. */
export function json(value: unknown, maxBytes: number, what: string): AttributeValue {
  const encoded = JSON.stringify(value ?? null);
  const bytes = Buffer.byteLength(encoded);
  if (bytes > maxBytes) {
    throw new AwsError(
      'too_large',
      `${what} takes ${bytes} bytes, and a row holds at most ${maxBytes} of it`,
    );
  }
  return text(encoded);
}

export const readText = (row: Row, name: string): string | undefined => row[name]?.S;
export const readTexts = (row: Row, name: string): string[] =>
  (row[name]?.L ?? []).flatMap((value) => (value.S === undefined ? [] : [value.S]));

export function readNumber(row: Row, name: string): number {
  const value = Number(row[name]?.N ?? Number.NaN);
  if (Number.isNaN(value)) throw new UnreadableError(`a row of the table has no number in "${name}"`);
  return value;
}

export function readJson(row: Row, name: string): unknown {
  const encoded = readText(row, name);
  if (encoded === undefined) return undefined;
  try {
    return JSON.parse(encoded);
  } catch {
    throw new UnreadableError(`a row of the table has no JSON in "${name}"`);
  }
}
