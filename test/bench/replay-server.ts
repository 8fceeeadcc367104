/**
 * Reads all pages of /threats from a server once and serves their bytes again, so that what is measured is the
 * reader and not how the pages are made. Prints its address when ready.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [source = '', key = ''] = process.argv.slice(2);
const pages = new Map<string, Buffer>();
let cursor = '';
do {
  const query = cursor ? `?page_size=200&next_cursor=${cursor}` : '?page_size=200';
  const response = await fetch(`${source}/threats${query}`, { headers: { 'x-api-key': key } });
  const body = Buffer.from(await response.arrayBuffer());
  pages.set(cursor, body);
  cursor = (JSON.parse(body.toString()) as { next_cursor?: string }).next_cursor ?? '';
} while (cursor);

const server = createServer((request, response) => {
  const asked = new URL(request.url ?? '', 'http://localhost').searchParams.get('next_cursor') ?? '';
  response.setHeader('content-type', 'application/json');
  response.end(pages.get(asked));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
