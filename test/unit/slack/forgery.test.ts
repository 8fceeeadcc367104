import { timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createInteractionReader } from '../../../lib/slack/interaction-reader.ts';
import { rawBodyOf } from '../../../lib/slack/raw-body.ts';
import { createSlackVerifier, type SlackVerifier } from '../../../lib/slack/verify.ts';
import {
  type Arrival,
  arrive,
  hmac,
  KINDS,
  NOW_MS,
  SIGNING_SECRET,
  TEAM,
} from '../../support/slack-requests.ts';
import { createDice, FORGERIES } from './forgeries.ts';

type Verdict = { accepted: string } | { status: number; reason: string };

/** The edge as the action function has it: bytes, signature, and only then the content. */
function createEdge(verify: SlackVerifier) {
  const read = createInteractionReader({ teamId: TEAM });
  return (arrival: Arrival): Verdict => {
    const raw = rawBodyOf(arrival);
    if (!raw.ok) return raw;
    const { headers, nowMs } = arrival;
    const verified = verify({ rawBody: raw.bytes, headers, nowMs });
    if (!verified.ok) return verified;
    const answer = read(raw.bytes, headers['content-type'] as string);
    return answer.ok ? { accepted: answer.interaction.kind } : answer;
  };
}

const ROUNDS = 80;
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
  it('is never accepted, never an exception, and never repeats what it was sent', () => {
    const edge = createEdge(createSlackVerifier(SIGNING_SECRET));
    const statuses = new Map<number, number>();
    let count = 0;
    for (const { name, arrival } of forged()) {
      count++;
      const verdict = edge(arrival);
      if ('accepted' in verdict) throw new Error(`accepted as ${verdict.accepted}: ${name}`);
      if (/v0=|[0-9a-f]{16}|8f742231/.test(verdict.reason)) throw new Error(`told too much: ${name}`);
      statuses.set(verdict.status, (statuses.get(verdict.status) ?? 0) + 1);
    }
    expect(count).toBe(ROUNDS * names.length * Object.keys(KINDS).length);
    expect(count).toBeGreaterThanOrEqual(10_000);
    expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
  });

  it('is refused for its size before anything else', () => {
    const edge = createEdge(createSlackVerifier(SIGNING_SECRET));
    const body = Buffer.from(`payload=${'x'.repeat(1024 * 1024)}`);
    for (const base64 of [true, false]) {
      expect(edge(arrive({ body, contentType: 'text/plain' }, { base64 }))).toMatchObject({ status: 413 });
    }
  });
});

describe('a genuine request', () => {
  it.each(Object.entries(KINDS))('of the kind %s is accepted, a thousand times', (kind, create) => {
    const edge = createEdge(createSlackVerifier(SIGNING_SECRET));
    const dice = createDice(7);
    for (let round = 0; round < 1000; round++) {
      const text = String.fromCodePoint(
        ...Array.from({ length: 12 }, () => 1 + dice(0xd7fe)),
        0x1f600 + dice(60),
      );
      // Anywhere in the ten minutes in which it counts, in base64 or not.
      const timestamp = String(NOW_MS / 1000 - 300 + dice(601));
      const arrival = arrive(create(text), { timestamp, base64: dice(2) === 0 });
      const verdict = edge(arrival);
      if (!('accepted' in verdict)) throw new Error(`refused in round ${round}: ${verdict.reason}`);
      if (verdict.accepted !== kind) throw new Error(`taken for ${verdict.accepted} in round ${round}`);
    }
  });
});

const first = (headers: Arrival['headers'], name: string): string =>
  String([headers[name]].flat()[0] ?? '').split(',')[0] as string;

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
    const given = first(headers as Arrival['headers'], 'x-slack-signature');
    const timestamp = first(headers as Arrival['headers'], 'x-slack-request-timestamp');
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
  ])('catch a verifier that %s', (_, weakness, name) => {
    const edge = createEdge(weak(weakness));
    const accepted = [...forged(10, [name])].filter(({ arrival }) => 'accepted' in edge(arrival));
    expect(accepted.length).toBeGreaterThan(0);
  });
});
