import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPostureClient, type PostureClientOptions } from '../../../lib/posture/client.ts';
import type { PostureEvent } from '../../../lib/posture/request.ts';
import type { RequestBudget } from '../../../lib/posture/request-budget.ts';
import { failure, KEY, withScript } from '../../support/client.ts';
import { fixture } from '../../support/fixture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { Answer } from '../../support/scripted-server.ts';

const drift = fixture('drift');
const ok: Answer = { json: drift };
const DRIFT_ID = (drift as { drift_id: string }).drift_id;

/** Answers in turn; the last one again and again. */
const rotateStart =
  (...answers: Answer[]) =>
  ({ index }: { index: number }) =>
    answers[Math.min(index, answers.length - 1)] as Answer;

interface Asking extends Partial<PostureClientOptions> {
  /** How long from now the caller waits. */
  readonly withinMs?: number;
}

/** Asks for a drift once, on a clock that costs no time: what came of it, and what it took. */
async function ask(answers: readonly Answer[], { withinMs, ...options }: Asking = {}) {
  const clock = createManualClock();
  const call = withinMs === undefined ? {} : { deadline: clock.now() + withinMs };
  return withScript(
    rotateStart(...answers),
    async (client, { requests }) => ({
      outcome: await client.drift(DRIFT_ID, call).catch((error: unknown) => error),
      requests,
      slept: clock.slept,
    }),
    { clock, random: () => 0.5, ...options },
  );
}

describe('the key', () => {
  it.each([
    ['X-API-Key by default', {}, { 'x-api-key': KEY }, 'authorization'],
    ['Authorization: Bearer by choice', { auth: 'bearer' }, { authorization: `Bearer ${KEY}` }, 'x-api-key'],
  ] as const)('goes into %s', async (_, options, header, other) => {
    const [request] = (await ask([ok], options)).requests;
    expect(request?.headers).toMatchObject({ ...header, accept: 'application/json' });
    expect(request?.headers).not.toHaveProperty(other);
  });

  it.each(['', 'with space', 'line\nbreak', 'ümlaut'])(
    'is refused before anything is sent when it is %j',
    (apiKey) => {
      expect(() => createPostureClient({ baseUrl: 'http://127.0.0.1', apiKey })).toThrow(
        /^apiKey is empty or has/,
      );
    },
  );

  it('never follows a redirect to somewhere else', () =>
    withScript(rotateStart(ok), (_, elsewhere) =>
      withScript(rotateStart({ status: 302, headers: { location: elsewhere.url } }), async (client) => {
        expect(await failure(client.drift(DRIFT_ID))).toMatchObject({ code: 'rejected', status: 302 });
        expect(elsewhere.requests).toHaveLength(0);
      }),
    ));
});

describe('the base URL', () => {
  it.each(['', 'nonsense', 'ftp://host/x', 'http://user:secret@host/x', 'https://host/x?y=1'])(
    'is refused with a sentence when it is %j',
    (baseUrl) => {
      expect(() => createPostureClient({ baseUrl, apiKey: KEY })).toThrow(/^baseUrl must/);
    },
  );

  it('may end in a slash', () =>
    withScript(rotateStart(ok), async (_, server) => {
      const client = createPostureClient({ baseUrl: `${server.url}/api/v1/external/`, apiKey: KEY });
      await client.drift(DRIFT_ID);
      client.close();
      expect(server.requests[0]?.path).toBe(`/api/v1/external/drift/${DRIFT_ID}`);
    }));
});

describe('an answer that is an error', () => {
  const error = { error: 'some words' };
  it.each([
    [401, 'unauthorized', false],
    [404, 'not_found', false],
    [423, 'not_ready', true],
    [429, 'rate_limited', true],
    [400, 'rejected', false],
    [403, 'rejected', false],
    [409, 'rejected', false],
    [500, 'rejected', true],
    [503, 'rejected', true],
  ])('%i is "%s"', async (status, code, retryable) => {
    const { outcome } = await ask([{ status, json: error }], { retries: 0 });
    expect(outcome).toMatchObject({ code, retryable });
  });

  it('says what the server said, to which request', async () => {
    expect((await ask([{ status: 400, json: error }])).outcome).toMatchObject({
      message: `GET /drift/${DRIFT_ID} was rejected (400: some words).`,
    });
  });

  it('carries all seven fields of a 423', () =>
    withScript(rotateStart({ status: 423, json: fixture('not-ready') }), async (client) => {
      expect(await failure(client.threats.page())).toMatchObject({
        code: 'not_ready',
        body: fixture('not-ready'),
      });
    }));

  it.each(['', 'not json', '[]', '{"days_until_ready":"soon"}'])(
    'is "not ready" also when a 423 says %j',
    (text) =>
      withScript(rotateStart({ status: 423, text }), async (client) => {
        expect(await failure(client.threats.page())).toMatchObject({ code: 'not_ready' });
      }),
  );

  it.each(['', '<html>', '{"a":', 'undefined'])('is "malformed" when a 200 says %j', async (text) => {
    const { outcome, requests } = await ask([{ text }]);
    expect(outcome).toMatchObject({ code: 'malformed' });
    expect(requests).toHaveLength(1);
  });

  it('is "malformed" when the identifier is missing', async () => {
    expect((await ask([{ json: { computator: 'x' } }])).outcome).toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('drift_id: missing, expected string'),
    });
  });
});

describe('reads are repeated', () => {
  it.each([
    ['a 500', { status: 500, json: {} }],
    ['a 503', { status: 503, text: 'busy' }],
    ['a 429', { status: 429, json: {} }],
    ['a dropped connection', { drop: 'before' }],
    ['headers without a body', { json: drift, drop: 'headers' }],
    ['half a body', { json: drift, drop: 'half' }],
  ] as [string, Answer][])('after %s', async (_, first) => {
    const { outcome, requests } = await ask([first, first, ok]);
    expect(outcome).toEqual(drift);
    expect(requests).toHaveLength(3);
  });

  it('but not after an answer that will stay the same', async () => {
    expect((await ask([{ status: 404, json: {} }, ok])).requests).toHaveLength(1);
  });

  it('with full jitter: each step up to twice as long, drawn from nothing to all of it', async () => {
    const { requests, slept } = await ask([{ status: 500, json: {} }]);
    expect(requests).toHaveLength(5);
    expect(slept).toEqual([100, 200, 400, 800]);
  });

  const later = (ms: number) => new Date(createManualClock().now() + ms).toUTCString();
  it.each([
    ['seconds', 429, { 'retry-after': '7' }, 7_000],
    ['seconds, of a 503 too', 503, { 'retry-after': '3' }, 3_000],
    ['a date', 429, { 'retry-after': later(9_000), date: later(0) }, 9_000],
    [
      'a date by a clock two hours ahead',
      429,
      { 'retry-after': later(7_209_000), date: later(7_200_000) },
      9_000,
    ],
  ])('not before Retry-After in %s', async (_, status, headers, expected) => {
    expect(await ask([{ status, headers, json: {} }, ok])).toMatchObject({
      outcome: drift,
      slept: [expected],
    });
  });

  it.each(['99999999999', 'Fri, 31 Dec 2999 23:59:59 GMT'])(
    'never shut out for ever by Retry-After: %s',
    (header) => {
      const clock = createManualClock();
      return withScript(
        rotateStart({ status: 429, headers: { 'retry-after': header }, json: {} }, ok),
        async (client) => {
          expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
            code: 'rate_limited',
            retryAfterMs: 300_000,
          });
          clock.advance(300_000);
          expect(await client.drift(DRIFT_ID)).toEqual(drift);
        },
        { clock },
      );
    },
  );

  it('never past the deadline: the last error is reported at once', async () => {
    const busy = { status: 429, headers: { 'retry-after': '20' }, json: {} };
    const { outcome, requests, slept } = await ask([busy], { withinMs: 15_000 });
    expect(outcome).toMatchObject({ code: 'rate_limited', retryAfterMs: 20_000 });
    expect(requests).toHaveLength(1);
    expect(slept).toEqual([]);
  });

  it('not at all when the deadline has passed already', async () => {
    const { outcome, requests } = await ask([ok], { withinMs: 0 });
    expect(outcome).toMatchObject({ code: 'unreachable', maybeReceived: false });
    expect(requests).toHaveLength(0);
  });
});

describe('time and connections', () => {
  it('gives up on an answer that takes too long', async () => {
    const { outcome } = await ask([{ ...ok, delayMs: 5_000 }], { timeoutMs: 50, retries: 0 });
    expect(outcome).toMatchObject({
      code: 'unreachable',
      message: `GET /drift/${DRIFT_ID} got no answer: no answer within 50 ms`,
    });
  });

  it('does not wait for an answer longer than the deadline', () =>
    withScript(rotateStart({ ...ok, delayMs: 20_000 }), async (client) => {
      const error = await failure(client.drift(DRIFT_ID, { deadline: Date.now() + 100 }));
      expect(error).toMatchObject({ code: 'unreachable' });
    }));

  it('keeps its connection', () =>
    withScript(rotateStart(ok), async (client, server) => {
      for (let i = 0; i < 20; i++) await client.drift(DRIFT_ID);
      expect(server.connections).toBeLessThanOrEqual(2);
    }));

  it('sends a verdict on a connection of its own, so that a stale one cannot leave it in doubt', () =>
    withScript(
      ({ method }) => (method === 'GET' ? ok : { json: fixture('verdict-result') }),
      async (client, server) => {
        const { case_id } = fixture('verdict-result') as { case_id: string };
        await client.drift(DRIFT_ID);
        await client.submitVerdict(case_id, { outcome: 'SAFE' });
        expect(server.connections).toBe(2);
      },
    ));

  it('reads an answer behind a byte-order mark', async () => {
    expect((await ask([{ text: `\ufeff${JSON.stringify(drift)}` }])).outcome).toEqual(drift);
  });

  const zipped = gzipSync(JSON.stringify(drift));
  const driftAt = async (baseUrl: string) => {
    const client = createPostureClient({ baseUrl, apiKey: KEY, retries: 0 });
    const outcome = await client.drift(DRIFT_ID).catch((error: unknown) => error);
    client.close();
    return outcome;
  };

  it.each(['gzip', 'GZIP'])('reads compressed answers (%s)', async (encoding) => {
    const outcome = await withRawServer(
      (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(zipped),
      driftAt,
    );
    expect(outcome).toEqual(drift);
  });

  it('notices a compressed answer that is cut', async () => {
    const outcome = await withRawServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length });
      response.write(zipped.subarray(0, 50), () => response.destroy());
    }, driftAt);
    expect(outcome).toMatchObject({ code: 'unreachable', maybeReceived: true });
  });

  it('knows when a request certainly did not arrive', async () => {
    const unused = await withRawServer(
      () => {},
      async (baseUrl) => baseUrl,
    );
    expect(await driftAt(unused)).toMatchObject({ code: 'unreachable', maybeReceived: false });
  });
});

describe('the request budget', () => {
  const granted = { granted: true } as const;
  const open: RequestBudget = { take: async () => granted, close: async () => {} };

  it('is asked before each attempt, with the kind and the priority', () => {
    const asked: string[] = [];
    const take: RequestBudget['take'] = async (kind, priority) => {
      asked.push(`${kind} ${priority}`);
      return granted;
    };
    return withScript(
      rotateStart({ status: 500, json: {} }, ok, { json: fixture('verdict-result') }),
      async (client) => {
        await client.drift(DRIFT_ID, { priority: 'backfill' });
        const { case_id } = fixture('verdict-result') as { case_id: string };
        await client.submitVerdict(case_id, { outcome: 'SAFE' }, { priority: 'interactive' });
        expect(asked).toEqual(['read backfill', 'read backfill', 'write interactive']);
      },
      { budget: { ...open, take }, clock: createManualClock() },
    );
  });

  it('makes a request wait for room, or fail at once when the deadline comes first', async () => {
    const fullAtFirst = (): RequestBudget => {
      let takes = 0;
      return {
        ...open,
        take: async () => (takes++ === 0 ? { granted: false, retryAfterMs: 4_000 } : granted),
      };
    };
    expect(await ask([ok], { budget: fullAtFirst() })).toMatchObject({ outcome: drift, slept: [4_000] });
    const { outcome, requests } = await ask([ok], { budget: fullAtFirst(), withinMs: 3_000 });
    expect(outcome).toMatchObject({ code: 'rate_limited', retryAfterMs: 4_000 });
    expect(requests).toHaveLength(0);
  });

  it('is closed by a 429, for as long as the server says', async () => {
    const closed: unknown[] = [];
    const close = async (...args: unknown[]) => void closed.push(args);
    const busy = { status: 429, json: {} };
    await ask([{ ...busy, headers: { 'retry-after': '2' } }, busy, ok], { budget: { ...open, close } });
    expect(closed).toEqual([
      ['read', 2_000],
      ['read', undefined],
    ]);
  });
});

it('tells an observer what happened, without query values', () => {
  const events: PostureEvent[] = [];
  return withScript(
    rotateStart({ status: 500, json: {} }, { json: { data: [], next_cursor: null } }),
    async (client) => {
      await client.threats.page({ filter: { email: 'someone@acme.example' } });
      expect(events.map((event) => event.type)).toEqual(['answer', 'waiting', 'answer']);
      expect(JSON.stringify(events)).not.toContain('someone');
    },
    { clock: createManualClock(), observe: (event) => events.push(event) },
  );
});

async function withRawServer<T>(
  handler: http.RequestListener,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const server = http.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
