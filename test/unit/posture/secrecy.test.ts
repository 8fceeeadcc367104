import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HttpAnswer, Transport } from '../../../lib/base/http/http-transport.ts';
import { TransportError } from '../../../lib/base/http/http-transport.ts';
import { createPostureClient } from '../../../lib/posture/client.ts';
import type { PostureEvent } from '../../../lib/posture/request.ts';
import { collect } from '../../support/client.ts';
import { shareOf } from '../../support/extent.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** Printable ASCII, long enough not to be in our own words by accident. */
const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
  minLength: 10,
});

/** As servers, proxies and frameworks write it: plain, escaped where JSON allows it, percent-encoded. */
const escapedEverywhere = (text: string) =>
  `"${[...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

const answers = fc.record({
  status: fc.constantFrom(200, 302, 400, 401, 403, 404, 409, 423, 429, 500, 503),
  shape: fc.constantFrom('error', 'escaped', 'not-ready', 'nested', 'text', 'encoded', 'cursor', 'drop'),
});

function answer(status: number, shape: string, key: string): HttpAnswer {
  const body = {
    error: JSON.stringify({ error: `unknown key ${key}, try ${key}${key}` }),
    escaped: `{"error": ${escapedEverywhere(key)}}`,
    'not-ready': JSON.stringify({ error: 'resource_not_ready', message: key, details: key, [key]: key }),
    nested: JSON.stringify({ error: { sent: { 'X-API-Key': key } } }),
    text: `<pre>X-API-Key: ${key}</pre>`,
    cursor: JSON.stringify({ items: [], next_cursor: key }),
    encoded: JSON.stringify({ error: `/x?key=${encodeURIComponent(key)}` }),
  }[shape];
  if (body === undefined) throw new TransportError(`connect failed while sending ${key}`, true);
  return { status, headers: { 'retry-after': '1', location: key }, body };
}

it('never lets the key into an error, an event or the client itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      keys,
      answers,
      fc.constantFrom('x-api-key', 'bearer'),
      async (apiKey, { status, shape }, auth) => {
        const transport: Transport = { send: async () => answer(status, shape, apiKey), close: () => {} };
        const events: PostureEvent[] = [];
        const client = createPostureClient({
          baseUrl: 'https://posture.example/api/v1/external',
          apiKey,
          auth,
          transport,
          clock: createManualClock(),
          observe: (event) => events.push(event),
        });
        const errors: unknown[] = [];
        const keep = (error: unknown) => errors.push(error);
        await client.cases.page().catch(keep);
        await client.personaDetail('u').catch(keep);
        await client.drift('d').catch(keep);
        await client.drift(apiKey).catch(keep);
        await collect(client.cases.pages()).catch(keep);
        const verdict = await client.submitVerdict('c', { outcome: 'SAFE' }).catch(keep);
        expect(errors.length).toBeGreaterThan(0);

        const everything = [...errors, ...events, verdict, client].flatMap((thing) => [
          inspect(thing, { depth: 20, showHidden: true }),
          String(thing),
          JSON.stringify(thing),
          (thing as Error).stack ?? '',
        ]);
        const written = [apiKey, encodeURIComponent(apiKey)];
        expect(everything.filter((text) => written.some((key) => text.includes(key)))).toEqual([]);
      },
    ),
    { numRuns: shareOf(300, 5) },
  );
});
