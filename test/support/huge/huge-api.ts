import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

const ID = (n: number) => `6a1e7c52-0000-4000-8000-${String(n).padStart(12, '0')}`;

const event = (n: number) => ({
  kind: 'threat',
  event_id: ID(n % 7),
  severity: 'high',
  category: ['data_movement'],
  title: 'Mass download from the contracts library',
  summary: 'x'.repeat(300),
  created_at: '2026-02-03T07:58:03.921Z',
});

export const caseOf = (n: number, events: readonly unknown[]) => ({
  case_id: ID(n),
  threat_brief: `case ${n}`,
  threat_type: 'data_exfiltration',
  created_at: '2026-02-03T08:15:42.118Z',
  events,
});

/** About so many bytes of evidence. */
export const events = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / JSON.stringify(event(1)).length) }, (_, n) => event(n));

type Encoding = 'gzip' | 'br' | 'deflate' | 'identity';
const ENCODERS = {
  gzip: (bytes: Buffer) => gzipSync(bytes),
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  deflate: (bytes: Buffer) => deflateSync(bytes),
  identity: (bytes: Buffer) => bytes,
};

export interface HugeApi {
  readonly url: string;
  /** The page sizes that were asked for, and what went over the wire. */
  readonly asked: { readonly pageSize: number; readonly wireBytes: number; readonly jsonBytes: number }[];
  close(): Promise<void>;
}

export interface HugeApiParts {
  readonly cases?: readonly { readonly case_id: string }[];
  readonly encoding?: Encoding;
  /** Instead of cases. */
  readonly answer?: (response: ServerResponse) => void;
}

/** A list of cases that honours `page_size` and its cursors, however large the cases are. */
export async function startHugeApi({
  cases = [],
  encoding = 'gzip',
  answer,
}: HugeApiParts): Promise<HugeApi> {
  // Written once: what the server takes is not what is measured.
  const written = cases.map((item) => ({ id: item.case_id, json: JSON.stringify(item) }));
  const asked: { pageSize: number; wireBytes: number; jsonBytes: number }[] = [];
  const server = createServer((incoming, response) => {
    if (answer) return answer(response);
    const { searchParams } = new URL(incoming.url ?? '', 'http://here');
    const pageSize = Number(searchParams.get('page_size'));
    const from = written.findIndex(({ id }) => id === searchParams.get('next_cursor')) + 1;
    const items = written.slice(from, from + pageSize);
    const more = from + pageSize < written.length;
    const list = items.map(({ json }) => json).join();
    const cursor = JSON.stringify(more ? items.at(-1)?.id : null);
    const json = Buffer.from(`{"items":[${list}],"next_cursor":${cursor}}`);
    const sent = ENCODERS[encoding](json);
    asked.push({ pageSize, wireBytes: sent.length, jsonBytes: json.length });
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    response.writeHead(200, { 'content-type': 'application/json', ...encoded });
    response.end(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same bytes for as long as the other side takes them. */
export function sendForEver(response: ServerResponse, part: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}
