import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createPostureClient } from '../../../lib/posture/client.ts';
import { bundleForNode } from '../../support/bundle-for-node.ts';
import { failure } from '../../support/client.ts';
import { IS_FULL } from '../../support/extent.ts';
import {
  caseOf,
  events,
  type HugeApi,
  type HugeApiParts,
  sendForEver,
  startHugeApi,
} from '../../support/huge/huge-api.ts';

const MB = 1e6;
/** Each takes seconds. */
const someOf = <T>(all: readonly T[]): readonly T[] => (IS_FULL ? all : all.slice(0, 1));

async function withApi<T>(parts: HugeApiParts, use: (api: HugeApi) => Promise<T>): Promise<T> {
  const api = await startHugeApi(parts);
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

interface Figures {
  readonly cases: { readonly id: string; readonly events: number }[];
  readonly problem: { readonly code?: string; readonly message: string } | null;
  readonly grownMb: number;
}

/** Reads the whole list in a process with the heap that Lambda gives to 512 MB. */
async function readInFunction({ url }: HugeApi): Promise<Figures> {
  const program = await bundleForNode('test/support/huge/read-list.ts');
  const flags = ['--expose-gc', '--max-old-space-size=460'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, url]);
  return JSON.parse(stdout) as Figures;
}

/** Half of what a function of 512 MB has left beside its own code: it reads two lists at a time. */
const ROOM_MB = 200;

describe('a list whose answers are huge', { timeout: 120_000 }, () => {
  it.runIf(IS_FULL)(
    'of 60 MB that travel as some 300 KB is read in smaller pages, whole, in the memory of a function',
    () => {
      const evidence = events(0.3 * MB);
      const cases = Array.from({ length: 200 }, (_, n) => caseOf(n, evidence));
      return withApi({ cases }, async (api) => {
        const { problem, grownMb, cases: read } = await readInFunction(api);
        expect(api.asked[0]).toMatchObject({ pageSize: 200 });
        expect(api.asked[0]?.jsonBytes).toBeGreaterThan(60 * MB);
        expect(api.asked[0]?.wireBytes).toBeLessThan(400_000);
        expect(problem).toBeNull();
        expect(read).toEqual(cases.map(({ case_id: id }) => ({ id, events: evidence.length })));
        expect(grownMb).toBeLessThan(ROOM_MB);
      });
    },
  );

  it.runIf(IS_FULL)('with one case of 60 MB shows it with less of its evidence, and all others whole', () => {
    const [some, many] = [events(2_000), events(60 * MB)];
    const cases = Array.from({ length: 30 }, (_, n) => caseOf(n, n === 17 ? many : some));
    return withApi({ cases }, async (api) => {
      const { problem, grownMb, cases: read } = await readInFunction(api);
      expect(problem).toBeNull();
      expect(read).toEqual(cases.map(({ case_id: id }, n) => ({ id, events: n === 17 ? 500 : some.length })));
      expect(grownMb).toBeLessThan(ROOM_MB);
      expect(api.asked.length).toBeLessThan(40);
    });
  });

  it.each(
    someOf([
      ['events that are none', {}],
      ['empty lists', []],
      ['numbers', 0],
    ]),
  )('of half a million %s is bounded too, though it has only a few megabytes', (_, value) => {
    const cases = Array.from({ length: 20 }, (__, n) => ({
      ...caseOf(n, []),
      events: Array(25_000).fill(value),
    }));
    return withApi({ cases }, async (api) => {
      const { problem, grownMb, cases: read } = await readInFunction(api);
      expect(problem).toBeNull();
      expect(read).toHaveLength(20);
      expect(grownMb).toBeLessThan(ROOM_MB);
    });
  });

  it.each(someOf(['br', 'gzip', 'identity'] as const))('is cut off while it comes in, as %s', (encoding) =>
    withApi({ cases: [caseOf(1, events(20 * MB)), caseOf(2, [])], encoding }, async (api) => {
      const { problem, cases } = await readInFunction(api);
      expect(problem).toBeNull();
      expect(cases.map(({ events: count }) => count)).toEqual([500, 0]);
    }),
  );

  it('in an encoding that was not asked for is no JSON, and takes no memory either', () =>
    withApi({ cases: [caseOf(1, events(20 * MB))], encoding: 'deflate' }, async (api) => {
      expect((await readInFunction(api)).problem).toMatchObject({ code: 'malformed' });
    }));
});

describe('an answer without an end', { timeout: 60_000 }, () => {
  const endless = (status: number) =>
    withApi(
      {
        answer: (response) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          sendForEver(response, Buffer.alloc(64 * 1024, '{"items":[],'));
        },
      },
      async ({ url }) => {
        const client = createPostureClient({ baseUrl: url, apiKey: 'k', retries: 0, timeoutMs: 30_000 });
        const outcome = {
          list: await failure(client.cases.page()),
          detail: await failure(client.drift('d')),
          verdict: await client.submitVerdict('c', { outcome: 'SAFE', comment: 'fine' }),
        };
        client.close();
        return outcome;
      },
    );

  it('ends with a sentence that says what was too large, and is not asked for again', async () => {
    const { list, detail, verdict } = await endless(200);
    const message = 'GET /cases was not read: the answer is larger than 8,388,608 bytes';
    expect(list).toMatchObject({ code: 'too_large', retryable: false, message });
    expect(detail).toMatchObject({ code: 'too_large' });
    expect(verdict).toMatchObject({ status: 'unknown', error: { code: 'too_large' } });
  });

  it('of an error is an error all the same: its status counts', async () => {
    const { list, detail, verdict } = await endless(400);
    expect([list, detail]).toMatchObject([{ status: 400 }, { status: 400 }]);
    expect(verdict).toMatchObject({ status: 'refused', error: { status: 400 } });
  });
});
