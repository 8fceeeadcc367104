import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import type { NotedMessage, NotedRow } from './format-notes.ts';

/** Maps whose keys are names of something: of notes, of people. */
const NAMED = new Set(['notes', 'bySeverity', 'byType', 'byPerson', 'memory', 'item', 'events']);

/** What may be packed. */
const PACKED = new Set(['value', 'verdict']);

/** The paths of all fields that rows and messages of a kind have: `delivery value.main.hash`. */
export function shapesOf(
  rows: readonly NotedRow[],
  messages: readonly Pick<NotedMessage, 'name' | 'body'>[],
): Set<string> {
  const kindOf = (name: string) => name.split(' ')[0];
  return new Set([
    ...rows.flatMap(({ name, row }) =>
      Object.entries(row).flatMap(([attribute, value]) =>
        pathsIn(PACKED.has(attribute) ? valueIn(row, attribute) : readText(value), attribute).map(
          (path) => `row ${kindOf(name)}: ${path}`,
        ),
      ),
    ),
    ...messages.flatMap(({ name, body }) =>
      pathsIn(JSON.parse(body), '').map((path) => `message ${kindOf(name)}: ${path}`),
    ),
  ]);
}

function valueIn(row: NotedRow['row'], attribute: string): unknown {
  try {
    return readValue(row, attribute);
  } catch {
    return null;
  }
}

function readText({ S }: AttributeValue): unknown {
  try {
    return JSON.parse(S ?? 'null');
  } catch {
    return null;
  }
}

function pathsIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((one) => pathsIn(one, `${path}[]`))];
  if (typeof value !== 'object' || value === null) return [path];
  if (NAMED.has(path.split('.').at(-1) ?? '')) return [path];
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, `${path}.${name}`))];
}
