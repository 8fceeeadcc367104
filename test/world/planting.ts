import type { HttpAnswer, HttpRequest } from '../../lib/base/http/http-transport.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';
import { pack, unpack } from '../../lib/dynamo/packed-value.ts';

type Send = (request: HttpRequest) => Promise<HttpAnswer>;

/** Another way for the requests of a function. */
export const sending =
  (kinds: readonly string[], way: (request: HttpRequest, send: Send) => Promise<HttpAnswer>) =>
  (ports: HttpPorts, kind: string): HttpPorts => {
    if (!kinds.includes(kind)) return ports;
    const send: Send = (request) => ports.transport.send(request);
    return { ...ports, transport: { ...ports.transport, send: (request) => way(request, send) } };
  };

interface Write {
  readonly input: object;
  readonly constructor: { readonly name: string };
}
type SendWrite = (command: Write) => Promise<unknown>;

/** Another way for what a function writes to the table. */
export const writing =
  (kinds: readonly string[], way: (command: Write, send: SendWrite) => Promise<unknown>) =>
  (ports: HttpPorts, kind: string): HttpPorts => {
    if (!kinds.includes(kind)) return ports;
    const send = ports.table.client.send as unknown as SendWrite;
    const isWrite = ({ constructor: { name } }: Write) => !/Get|Query|Scan/.test(name);
    const other: SendWrite = (command) => (isWrite(command) ? way(command, send) : send(command));
    return { ...ports, table: { ...ports.table, client: { send: other } as never } };
  };

export const is = ({ url }: HttpRequest, method: string): boolean => url.pathname.endsWith(method);
export const ok = (body: object): Promise<HttpAnswer> =>
  Promise.resolve({ status: 200, headers: {}, body: JSON.stringify({ ok: true, ...body }) });
export const taken = (): Promise<HttpAnswer> => ok({ channel: 'C0NOWHERE1', ts: '1.000000' });
export const bodyOf = ({ body = '{}' }: HttpRequest) => JSON.parse(body);
export const without = (body: { blocks?: readonly { type: string }[] }, type: string): string =>
  JSON.stringify({ ...body, blocks: body.blocks?.filter((block) => block.type !== type) });

type Change = (text: string) => string;

/** What rows say, however they are packed. */
function changed(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return value.startsWith('{') ? change(value) : value;
  if (value instanceof Uint8Array) return pack(JSON.parse(change(JSON.stringify(unpack(value)))));
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, change)]));
}

/** Functions write something else than they mean. */
export const rewriting = (kinds: readonly string[], change: Change) =>
  writing(kinds, (command, send) => {
    const input = changed(command.input, change);
    return send(Object.assign(Object.create(Object.getPrototypeOf(command)), command, { input }));
  });

/** Functions read something else than is there. */
export const reading =
  (kinds: readonly string[], change: Change) =>
  (ports: HttpPorts, kind: string): HttpPorts => {
    if (!kinds.includes(kind)) return ports;
    const send = ports.table.client.send as unknown as SendWrite;
    const other: SendWrite = async (command) =>
      /Get|Query/.test(command.constructor.name) ? changed(await send(command), change) : send(command);
    return { ...ports, table: { ...ports.table, client: { send: other } as never } };
  };
