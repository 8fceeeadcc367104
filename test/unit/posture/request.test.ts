import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPostureClient } from '../../../lib/posture/client.ts';
import type { PostureEvent } from '../../../lib/posture/request.ts';
import { failure, KEY, withScript } from '../../support/client.ts';
import { fixture } from '../../support/fixture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { Answer } from '../../support/scripted-server.ts';

const drift = fixture('drift');
const ok: Answer = { json: drift };
const DRIFT_ID = (drift as { drift_id: string }).drift_id;

/** Answers in turn; the last one again and again. */
const inTurn =
  (...answers: Answer[]) =>
  ({ index }: { index: number }) =>
    answers[Math.min(index, answers.length - 1)] as Answer;

const halfway = () => 0.5;

describe('the key', () => {
  it('goes into X-API-Key by default', () =>
    withScript(inTurn(ok), async (client, { requests }) => {
      await client.drift(DRIFT_ID);
      expect(requests[0]?.headers).toMatchObject({ 'x-api-key': KEY, accept: 'application/json' });
      expect(requests[0]?.headers).not.toHaveProperty('authorization');
    }));

  it('goes into Authorization: Bearer by choice', () =>
    withScript(
      inTurn(ok),
      async (client, { requests }) => {
        await client.drift(DRIFT_ID);
        expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
        expect(requests[0]?.headers).not.toHaveProperty('x-api-key');
      },
      { auth: 'bearer' },
    ));

  it.each(['', 'with space', 'line\nbreak', 'ümlaut'])(
    'is refused before anything is sent when it is %j',
    (apiKey) => {
      expect(() => createPostureClient({ baseUrl: 'http://127.0.0.1', apiKey })).toThrow(
        /^apiKey is empty or has/,
      );
    },
  );

  it('never follows a redirect to somewhere else', () =>
    withScript(inTurn(ok), (_, elsewhere) =>
      withScript(inTurn({ status: 302, headers: { location: elsewhere.url } }), async (client) => {
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
    withScript(inTurn(ok), async (_, server) => {
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
  ])('%i is "%s"', (status, code, retryable) =>
    withScript(
      inTurn({ status, json: error }),
      async (client) => {
        expect(await failure(client.drift(DRIFT_ID))).toMatchObject({ code, retryable });
      },
      { retries: 0 },
    ),
  );

  it('says what the server said, to which request', () =>
    withScript(inTurn({ status: 400, json: error }), async (client) => {
      expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
        message: `GET /drift/${DRIFT_ID} was rejected (400: some words).`,
      });
    }));

  it('carries all seven fields of a 423', () =>
    withScript(inTurn({ status: 423, json: fixture('not-ready') }), async (client) => {
      expect(await failure(client.threats.page())).toMatchObject({
        code: 'not_ready',
        body: fixture('not-ready'),
      });
    }));

  it.each(['', 'not json', '[]', '{"days_until_ready":"soon"}'])(
    'is "not ready" also when a 423 says %j',
    (text) =>
      withScript(inTurn({ status: 423, text }), async (client) => {
        expect(await failure(client.threats.page())).toMatchObject({ code: 'not_ready' });
      }),
  );

  it.each(['', '<html>', '{"a":', 'undefined'])('is "malformed" when a 200 says %j', (text) =>
    withScript(inTurn({ text }), async (client, server) => {
      expect(await failure(client.drift(DRIFT_ID))).toMatchObject({ code: 'malformed' });
      expect(server.requests).toHaveLength(1);
    }),
  );

  it('is "malformed" when the identifier is missing', () =>
    withScript(inTurn({ json: { computator: 'x' } }), async (client) => {
      expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
        code: 'malformed',
        message: expect.stringContaining('drift_id: missing, expected string'),
      });
    }));
});

describe('reads are repeated', () => {
  it.each([
    ['a 500', { status: 500, json: {} }],
    ['a 503', { status: 503, text: 'busy' }],
    ['a 429', { status: 429, json: {} }],
    ['a dropped connection', { drop: 'before' }],
    ['headers without a body', { json: drift, drop: 'headers' }],
    ['half a body', { json: drift, drop: 'half' }],
  ] as [string, Answer][])('after %s', (_, first) =>
    withScript(
      inTurn(first, first, ok),
      async (client, { requests }) => {
        expect(await client.drift(DRIFT_ID)).toEqual(drift);
        expect(requests).toHaveLength(3);
      },
      { clock: createManualClock(), random: halfway },
    ),
  );

  it('but not after an answer that will stay the same', () =>
    withScript(inTurn({ status: 404, json: {} }, ok), async (client, { requests }) => {
      await failure(client.drift(DRIFT_ID));
      expect(requests).toHaveLength(1);
    }));

  it('with full jitter: each step up to twice as long, drawn from nothing to all of it', () => {
    const clock = createManualClock();
    return withScript(
      inTurn({ status: 500, json: {} }),
      async (client, { requests }) => {
        await failure(client.drift(DRIFT_ID));
        expect(requests).toHaveLength(5);
        expect(clock.slept).toEqual([100, 200, 400, 800]);
      },
      { clock, random: halfway },
    );
  });

  const later = (ms: number) => new Date(createManualClock().now() + ms).toUTCString();
  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['a date', { 'retry-after': later(9_000), date: later(0) }, 9_000],
    ['a date by a clock two hours ahead', { 'retry-after': later(7_209_000), date: later(7_200_000) }, 9_000],
  ])('not before Retry-After in %s', (_, headers, expected) => {
    const clock = createManualClock();
    return withScript(
      inTurn({ status: 429, headers, json: {} }, ok),
      async (client) => {
        await client.drift(DRIFT_ID);
        expect(clock.slept).toEqual([expected]);
      },
      { clock, random: halfway },
    );
  });

  it.each(['99999999999', 'Fri, 31 Dec 2999 23:59:59 GMT'])(
    'never shut out for ever by Retry-After: %s',
    (header) => {
      const clock = createManualClock();
      return withScript(
        inTurn({ status: 429, headers: { 'retry-after': header }, json: {} }, ok),
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

  it('honours Retry-After of a 503 too', () => {
    const clock = createManualClock();
    return withScript(
      inTurn({ status: 503, headers: { 'retry-after': '3' }, json: {} }, ok),
      async (client) => {
        await client.drift(DRIFT_ID);
        expect(clock.slept).toEqual([3_000]);
      },
      { clock, random: halfway },
    );
  });

  it('never past the deadline: the last error is reported at once', () => {
    const clock = createManualClock();
    return withScript(
      inTurn({ status: 429, headers: { 'retry-after': '20' }, json: {} }),
      async (client, { requests }) => {
        const error = await failure(client.drift(DRIFT_ID, { deadline: clock.now() + 15_000 }));
        expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 20_000 });
        expect(requests).toHaveLength(1);
        expect(clock.slept).toEqual([]);
      },
      { clock },
    );
  });

  it('not at all when the deadline has passed already', () => {
    const clock = createManualClock();
    return withScript(
      inTurn(ok),
      async (client, { requests }) => {
        const error = await failure(client.drift(DRIFT_ID, { deadline: clock.now() }));
        expect(error).toMatchObject({ code: 'unreachable', maybeReceived: false });
        expect(requests).toHaveLength(0);
      },
      { clock },
    );
  });
});

describe('time and connections', () => {
  it('gives up on an answer that takes too long', () =>
    withScript(
      inTurn({ ...ok, delayMs: 5_000 }),
      async (client) => {
        expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
          code: 'unreachable',
          message: `GET /drift/${DRIFT_ID} got no answer: no answer within 50 ms`,
        });
      },
      { timeoutMs: 50, retries: 0 },
    ));

  it('does not wait for an answer longer than the deadline', () =>
    withScript(inTurn({ ...ok, delayMs: 20_000 }), async (client) => {
      const error = await failure(client.drift(DRIFT_ID, { deadline: Date.now() + 100 }));
      expect(error).toMatchObject({ code: 'unreachable' });
    }));

  it('keeps its connection', () =>
    withScript(inTurn(ok), async (client, server) => {
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

  it('reads an answer behind a byte-order mark', () =>
    withScript(inTurn({ text: `\ufeff${JSON.stringify(drift)}` }), async (client) => {
      expect(await client.drift(DRIFT_ID)).toEqual(drift);
    }));

  it.each(['gzip', 'GZIP'])('reads compressed answers (%s)', (encoding) => {
    const body = gzipSync(JSON.stringify(drift));
    return withRawServer(
      (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
      async (baseUrl) => {
        const client = createPostureClient({ baseUrl, apiKey: KEY });
        expect(await client.drift(DRIFT_ID)).toEqual(drift);
        client.close();
      },
    );
  });

  it('notices a compressed answer that is cut', () => {
    const body = gzipSync(JSON.stringify(drift));
    return withRawServer(
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
        response.write(body.subarray(0, 50), () => response.destroy());
      },
      async (baseUrl) => {
        const client = createPostureClient({ baseUrl, apiKey: KEY, retries: 0 });
        expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
          code: 'unreachable',
          maybeReceived: true,
        });
        client.close();
      },
    );
  });

  it('knows when a request certainly did not arrive', async () => {
    const unused = await withRawServer(
      () => {},
      async (baseUrl) => baseUrl,
    );
    const client = createPostureClient({ baseUrl: unused, apiKey: KEY, retries: 0 });
    expect(await failure(client.drift(DRIFT_ID))).toMatchObject({
      code: 'unreachable',
      maybeReceived: false,
    });
  });
});

describe('the request budget', () => {
  it('is asked before each attempt, with the kind and the priority', () => {
    const asked: string[] = [];
    const budget = {
      take: async (kind: string, priority: string) => {
        asked.push(`${kind} ${priority}`);
        return { granted: true } as const;
      },
      close: async () => {},
    };
    return withScript(
      inTurn({ status: 500, json: {} }, ok, { json: fixture('verdict-result') }),
      async (client) => {
        await client.drift(DRIFT_ID, { priority: 'backfill' });
        const { case_id } = fixture('verdict-result') as { case_id: string };
        await client.submitVerdict(case_id, { outcome: 'SAFE' }, { priority: 'interactive' });
        expect(asked).toEqual(['read backfill', 'read backfill', 'write interactive']);
      },
      { budget, clock: createManualClock() },
    );
  });

  it('makes a request wait for room, or fail at once when the deadline comes first', () => {
    const clock = createManualClock();
    let room = 0;
    const budget = {
      take: async () =>
        room++ === 0 ? ({ granted: false, retryAfterMs: 4_000 } as const) : ({ granted: true } as const),
      close: async () => {},
    };
    return withScript(
      inTurn(ok),
      async (client, { requests }) => {
        await client.drift(DRIFT_ID);
        expect(clock.slept).toEqual([4_000]);
        room = 0;
        const error = await failure(client.drift(DRIFT_ID, { deadline: clock.now() + 3_000 }));
        expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 4_000 });
        expect(requests).toHaveLength(1);
      },
      { budget, clock },
    );
  });

  it('is closed by a 429, for as long as the server says', () => {
    const closed: unknown[] = [];
    const budget = {
      take: async () => ({ granted: true }) as const,
      close: async (...args: unknown[]) => {
        closed.push(args);
      },
    };
    return withScript(
      inTurn({ status: 429, headers: { 'retry-after': '2' }, json: {} }, { status: 429, json: {} }, ok),
      async (client) => {
        await client.drift(DRIFT_ID);
        expect(closed).toEqual([
          ['read', 2_000],
          ['read', undefined],
        ]);
      },
      { budget, clock: createManualClock() },
    );
  });
});

it('tells an observer what happened, without query values', () => {
  const events: PostureEvent[] = [];
  return withScript(
    inTurn({ status: 500, json: {} }, { json: { data: [], next_cursor: null } }),
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
