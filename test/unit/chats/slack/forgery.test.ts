import { timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { httpHandler } from '../../../../lib/base/http/http-event.ts';
import { createSlackApp } from '../../../../lib/chats/slack/app.ts';
import { createInteractionReader } from '../../../../lib/chats/slack/interaction-reader.ts';
import { createSlackVerifier, type SlackVerifier } from '../../../../lib/chats/slack/verify.ts';
import { IS_FULL, shareOf } from '../../../support/extent.ts';
import {
  type Arrival,
  arrive,
  hmac,
  KINDS,
  NOW_MS,
  SIGNING_SECRET,
  TEAM,
} from '../../../support/slack-requests.ts';
import { createDice, FORGERIES, shouted } from './forgeries.ts';

interface Outcome {
  readonly status: number;
  /** The kinds of what was acted on. */
  readonly accepted: readonly string[];
  /** Everything that anybody could read of it: the answer, and the log. */
  readonly told: string;
}

/** The edge as the action function has it, from the event of API Gateway to the answer. */
function createEdge(weakened?: SlackVerifier) {
  const verify = weakened ?? createSlackVerifier(SIGNING_SECRET);
  let nowMs = NOW_MS;
  let accepted: string[] = [];
  let lines: string[] = [];
  const app = createSlackApp({
    ...(weakened && { checkForm: () => ({ ok: true }) as const }),
    verifier: async () => verify,
    read: createInteractionReader({ teamIds: [TEAM] }),
    answer: async ({ kind }) => {
      accepted.push(kind);
      return null;
    },
    clock: { now: () => nowMs, sleep: async () => {} },
    log: (event, fields) => lines.push(JSON.stringify({ event, ...fields })),
    metrics: () => {},
  });
  const handle = httpHandler(app.fetch);
  return async ({ nowMs: atMs, ...arrival }: Arrival): Promise<Outcome> => {
    [nowMs, accepted, lines] = [atMs, [], []];
    const { statusCode, ...answer } = await handle({
      ...arrival,
      rawPath: '/slack/interactions',
      rawQueryString: '',
      requestContext: { http: { method: 'POST' } },
    });
    return { status: statusCode, accepted, told: lines.join() + JSON.stringify(answer) };
  };
}

const ROUNDS = shareOf(55, 5);
const GENUINE = shareOf(1_000);
const names = Object.keys(FORGERIES);

/** Every forgery of every kind, many times. */
function* forged(rounds = ROUNDS, only = names): Generator<{ name: string; arrival: Arrival }> {
  const dice = createDice(20261115);
  for (const [kind, create] of Object.entries(KINDS)) {
    for (const name of only) {
      for (let round = 0; round < rounds; round++) {
        const genuine = create(`Zoë ${round} «${'語'.repeat(dice(20))}»`);
        const arrival = FORGERIES[name]?.({ kind, genuine, dice });
        if (arrival) yield { name, arrival };
      }
    }
  }
}

describe('a forged request', () => {
  it('is never acted on, never an error of ours, and nobody repeats what it held', async () => {
    const edge = createEdge();
    const statuses = new Map<number, number>();
    let count = 0;
    for (const { name, arrival } of forged()) {
      count++;
      const { status, accepted, told } = await edge(arrival);
      if (accepted.length > 0) throw new Error(`accepted as ${accepted}: ${name}`);
      if (/v0=|[0-9a-f]{16}|8f742231/.test(told)) throw new Error(`told too much: ${name}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(count).toBe(ROUNDS * names.length * Object.keys(KINDS).length);
    if (IS_FULL) expect(count).toBeGreaterThanOrEqual(10_000);
    expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
  });

  it('is refused for its size before anything else', async () => {
    const edge = createEdge();
    const body = Buffer.from(`payload=${'x'.repeat(1024 * 1024)}`);
    for (const base64 of [true, false]) {
      const large = arrive({ body, contentType: 'text/plain' }, { base64 });
      for (const headers of [large.headers, {}, { 'x-odd': '語' }]) {
        expect(await edge({ ...large, headers })).toMatchObject({ status: 413, accepted: [] });
      }
    }
  });
});

/** What the bridge does nothing for is read as no more than genuine. */
const readAs = (kind: string): string =>
  ['block-actions', 'view-submission', 'command', 'url-verification'].includes(kind) ? kind : 'unknown';

describe('a genuine request', () => {
  it.each(Object.entries(KINDS))(
    `of the kind %s is acted on once, ${GENUINE} times`,
    async (kind, create) => {
      const edge = createEdge();
      const dice = createDice(7);
      for (let round = 0; round < GENUINE; round++) {
        const text = String.fromCodePoint(
          ...Array.from({ length: 12 }, () => 1 + dice(0xd7fe)),
          0x1f600 + dice(60),
        );
        // Anywhere in the ten minutes in which it counts, in base64 or not, whatever the case of its headers' names.
        const timestamp = String(NOW_MS / 1000 - 300 + dice(601));
        const arrival = arrive(create(text), { timestamp, base64: dice(2) === 0 });
        const { status, accepted, told } = await edge(dice(2) === 0 ? shouted(arrival) : arrival);
        if (status !== 200) throw new Error(`refused with ${status} in round ${round}: ${told}`);
        if (accepted.join() !== readAs(kind)) throw new Error(`taken for ${accepted} in round ${round}`);
      }
    },
  );
});

interface Weakness {
  body?: (bytes: Buffer) => Buffer;
  inTime?: (ageMs: number) => boolean;
  same?: (expected: string, given: string) => boolean;
  versions?: RegExp;
}

/** A verifier as people write them, with one thing left out. */
const weak =
  ({
    body = (bytes) => bytes,
    inTime = (ageMs) => Math.abs(ageMs) <= 300_000,
    same = (expected, given) => expected === given,
    versions = /^v0=/,
  }: Weakness): SlackVerifier =>
  ({ rawBody, headers, nowMs }) => {
    const all = new Headers(
      Object.entries(headers as Record<string, string>).filter(([, value]) => /^[\x20-\x7e]*$/.test(value)),
    );
    const first = (name: string) => all.get(name)?.split(',')[0] ?? '';
    const given = first('x-slack-signature');
    const timestamp = first('x-slack-request-timestamp');
    const mac = hmac(SIGNING_SECRET, `v0:${timestamp}:`, body(Buffer.from(rawBody)));
    const ok =
      versions.test(given) &&
      inTime(nowMs - Number.parseInt(timestamp, 10) * 1000) &&
      same(mac, given.replace(versions, ''));
    return ok ? { ok } : { ok, status: 401, reason: 'no' };
  };

describe('the forgeries', () => {
  it.each<[string, Weakness, string]>([
    [
      'compares as far as the signature goes',
      { same: (mac, given) => mac.startsWith(given) },
      'the signature is cut or longer',
    ],
    [
      'compares without case',
      { same: (mac, given) => mac === given.toLowerCase() },
      'the signature is in upper case',
    ],
    [
      'compares bytes that Node read as far as it could',
      {
        same: (mac, given) => {
          const bytes = Buffer.from(given, 'hex');
          return bytes.length === 32 && timingSafeEqual(bytes, Buffer.from(mac, 'hex'));
        },
      },
      'the signature is cut or longer',
    ],
    ['takes any version', { versions: /^[^=]*=/ }, 'the version is another'],
    ['looks only at the past', { inTime: (ageMs) => ageMs <= 300_000 }, 'it is dated ahead'],
    ['does not look at the time', { inTime: () => true }, 'it is replayed later than five minutes'],
    [
      'takes what is no number for now',
      { inTime: (ageMs) => !(Math.abs(ageMs) > 300_000) },
      'the timestamp is written oddly',
    ],
    ['takes the first of two headers', {}, 'a header is given twice'],
    [
      'signs what it parsed',
      {
        body: (bytes) =>
          bytes.includes('=') && !bytes.includes('{')
            ? Buffer.from(new URLSearchParams(bytes.toString()).toString())
            : bytes,
      },
      'the body is encoded anew',
    ],
  ])('catch a verifier that %s', async (_, weakness, name) => {
    const edge = createEdge(weak(weakness));
    let accepted = 0;
    for (const { arrival } of forged(10, [name])) accepted += (await edge(arrival)).accepted.length;
    expect(accepted).toBeGreaterThan(0);
  });
});
