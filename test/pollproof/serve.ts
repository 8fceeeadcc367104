import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stage } from './stage.ts';

export interface Served {
  /** The address for the process of a slot: `/cases` or `/threats` is the list, `POST /told` takes what it tells. */
  readonly urlFor: (slot: number) => string;
  close(): void;
}

/** Serves a scenario to pollers in other processes. `kill` ends the process that has a slot. */
export async function serve(
  stageOf: () => Stage,
  kill: (slot: number) => void = () => undefined,
): Promise<Served> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const slot = Number(/^\/p(\d)\//.exec(url.pathname)?.[1] ?? 0);
    const body = await text(request);
    const stage = stageOf();
    let isDead = false;
    const die = () => {
      isDead = true;
      kill(slot);
    };
    const isTold = url.pathname.endsWith('/told') && request.method === 'POST';
    if (isTold) for (const id of idsIn(body)) stage.tell(id, die);
    const { status, headers, body: said } = isTold ? TAKEN : stage.answer(url, die);
    // Who is gone hears nothing more.
    if (isDead) response.destroy();
    else response.writeHead(status, headers).end(said);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(400).end(`${error.message}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (slot) => `http://127.0.0.1:${port}/p${slot}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TAKEN = { status: 204, headers: {}, body: '' };

/** `{"id": "..."}`, an item of the list as it is, or an array of either. */
export function idsIn(body: string): readonly string[] {
  const given: unknown = JSON.parse(body);
  return (Array.isArray(given) ? given : [given]).map((one: Record<string, unknown>) => {
    const id = one?.id ?? one?.case_id ?? one?.event_id;
    if (typeof id !== 'string')
      throw new Error('POST /told takes {"id": "..."}, an item, or an array of them');
    return id;
  });
}
