import type { SqsRecord } from '../../lib/base/queues/sqs-batch.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';

const [OURS, NEWER] = ['{"v":1,', '{"v":2,'];
const swap = (from: string, to: string) => (text: string) =>
  text.startsWith(from) ? to + text.slice(from.length) : text;
const toNewer = swap(OURS, NEWER);
const fromNewer = swap(NEWER, OURS);

/** The texts in a request or an answer, however deep. What is no plain object or list stays what it is. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  // Most of it stays as it is, and is not copied then: this is done to every call.
  let changed: Record<string, unknown> | null = null;
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name];
    const mapped = mapTexts(one, map);
    if (mapped === one) continue;
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    changed[name] = mapped;
  }
  return changed ?? value;
}

/** The same function in a version that writes rows and messages in format 2, and reads both. */
export function inNewerFormat<Ports extends HttpPorts>(ports: Ports): Ports {
  return {
    ...ports,
    table: { ...ports.table, client: newer(ports.table.client) },
    sqs: newer(ports.sqs),
  };
}

/** A client that writes format 2 and reads both. */
export function newer<Client extends { readonly send: unknown }>(client: Client): Client {
  const pass = client.send as (command: unknown) => Promise<unknown>;
  const send = async (command: { readonly input: object }) => {
    const input = mapTexts(command.input, toNewer);
    const isSame = input === command.input;
    const other = isSame
      ? command
      : Object.assign(Object.create(Object.getPrototypeOf(command)), command, { input });
    return mapTexts(await pass(other), fromNewer);
  };
  return { send } as unknown as Client;
}

export const readNewer = (records: readonly SqsRecord[]): SqsRecord[] =>
  records.map((record) => ({ ...record, body: fromNewer(record.body) }));
