import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Case, CaseEvent } from '../../../lib/posture/schemas/case.ts';
import { type Envelope, readEnvelope } from '../../../lib/queues/envelope.ts';
import {
  bytesOf,
  MAX_MESSAGE_BYTES,
  toMessageText,
  whyImpossible,
} from '../../../lib/queues/message-text.ts';
import { InvalidEnvelopeError, packEnvelope } from '../../../lib/queues/pack-envelope.ts';
import { fixture } from '../../support/fixture.ts';
import { anyCharacter } from '../any-character.ts';

const AT = '2026-11-15T09:00:00.000Z';
const about = {
  v: 1 as const,
  deliveryId: 'acme:cases:1:soc',
  domain: 'acme',
  destination: 'soc',
  routes: ['everything'],
  handedOverAt: AT,
};
const ofCase = (item: Case): Envelope => ({ ...about, kind: 'case', item });
const [someCase] = (fixture('cases-page') as { items: [Case] }).items;

function unpacked(body: string): Envelope {
  const read = readEnvelope(body);
  if (!read.ok) throw new Error(read.reason);
  return read.envelope;
}
const unpackedCase = (body: string): Case & { trimmed: readonly string[] } => {
  const envelope = unpacked(body);
  if (envelope.kind !== 'case') throw new Error('not a case');
  return { ...envelope.item, trimmed: envelope.trimmed?.what ?? [] };
};

const event = (n: number, more: Partial<CaseEvent> = {}): CaseEvent => ({
  event_id: `e${n}`,
  title: `event ${n}`,
  created_at: new Date(Date.parse(AT) + n * 1_000).toISOString(),
  ...more,
});

it('counts the bytes of a message text exactly', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const body = toMessageText([text]);
      expect(bytesOf([text])).toBe(Buffer.byteLength(body));
      expect(JSON.parse(body)).toEqual([text]);
      expect(whyImpossible(body)).toBeNull();
    }),
  );
  for (const odd of ['🛡️', '\ufffe\uffff', '\ud800', '\udc00\ud800']) {
    expect(bytesOf(odd)).toBe(Buffer.byteLength(toMessageText(odd)));
  }
});

describe('an envelope', () => {
  it('comes back as it was packed: case, threat and notice', () => {
    const [threat] = (fixture('threats-page') as { data: [never] }).data;
    const notice = { code: 'not_ready', title: 'Sleeping', text: 'Until Tuesday 🛡️ \ud800 \uffff', at: AT };
    const envelopes: Envelope[] = [
      ofCase({ ...someCase, unknown_field: { kept: ['🛡️', '\uffff', '\ud800'] } }),
      { ...about, kind: 'threat', item: threat },
      { ...about, kind: 'notice', notice },
    ];
    for (const envelope of envelopes) expect(unpacked(packEnvelope(envelope))).toEqual(envelope);
  });

  it('is refused when it is packed wrongly, without quoting what was in it', () => {
    const wrong = { ...ofCase(someCase), handedOverAt: 'secret words' };
    expect(() => packEnvelope(wrong)).toThrow(InvalidEnvelopeError);
    expect(() => packEnvelope(wrong)).toThrow(/^handedOverAt: (?!.*secret)/);
  });

  it.each([
    ['not JSON', 'not_ours', '{"v":1'],
    ['empty', 'not_ours', ''],
    ['not an object', 'not_ours', '[]'],
    ['without a version', 'not_ours', '{}'],
    ['of another version', 'unknown_version', JSON.stringify({ ...ofCase(someCase), v: 2 })],
    ['of an unknown kind', 'malformed', JSON.stringify({ ...ofCase(someCase), kind: 'poem' })],
    ['without an item', 'malformed', JSON.stringify({ ...about, kind: 'case' })],
    [
      'with an item without id',
      'malformed',
      JSON.stringify({ ...about, kind: 'case', item: { created_at: AT } }),
    ],
  ])('is told apart when it is %s', (_what, code, body) => {
    expect(readEnvelope(body)).toMatchObject({ ok: false, code });
  });

  it('reads an item with an odd value without that value', () => {
    const odd = {
      ...about,
      kind: 'case',
      item: { ...someCase, user_name: 42, events: [event(1), { title: 1 }] },
    };
    expect(unpackedCase(JSON.stringify(odd))).toMatchObject({
      user_name: null,
      events: [{ event_id: 'e1' }],
    });
  });

  it('never throws, whatever it reads', () => {
    fc.assert(fc.property(fc.json(), (body) => typeof readEnvelope(body).ok === 'boolean'));
    fc.assert(fc.property(fc.string(), (body) => !readEnvelope(body).ok));
  });
});

describe('an envelope that is too large', () => {
  it('first has its summaries shortened, and keeps all events', () => {
    const events = Array.from({ length: 300 }, (_, n) => event(n, { summary: 'long '.repeat(2_000) }));
    const item = unpackedCase(packEnvelope(ofCase({ ...someCase, events })));
    expect(item.events).toHaveLength(300);
    expect(item.events?.[0]?.summary).toHaveLength(500);
    expect(item.trimmed).toEqual(['summaries: 300 shortened']);
  });

  it('then loses events from the oldest, flagged ones last, and says how many', () => {
    const events = Array.from({ length: 500 }, (_, n) =>
      event(n, { title: 'x'.repeat(9_000), flagged: n < 50, platform_event_id: 'p' }),
    );
    const item = unpackedCase(packEnvelope(ofCase({ ...someCase, events })));
    const kept = item.events ?? [];
    expect(item.trimmed).toEqual([`events: ${500 - kept.length} of 500 left out`]);
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.slice(0, 50).every(({ flagged }) => flagged)).toBe(true);
    expect(kept.slice(50).map(({ event_id }) => event_id)).toEqual(
      events.slice(500 - (kept.length - 50)).map(({ event_id }) => event_id),
    );
  });

  it('adds up what it loses on its way, unless somebody did not say how many', () => {
    const events = Array.from({ length: 500 }, (_, n) => event(n, { title: 'x'.repeat(9_000) }));
    const leftOutOf = (trimmed: { what: string[]; eventsLeftOut?: number }) => {
      const read = readEnvelope(packEnvelope({ ...ofCase({ ...someCase, events }), trimmed }));
      if (!read.ok || read.envelope.kind !== 'case') return expect.fail('not a case');
      const { item, trimmed: said } = read.envelope;
      return { here: 500 - (item.events?.length ?? 0), said: said?.eventsLeftOut };
    };
    const { here, said } = leftOutOf({ what: ['events: 7 of 507 left out'], eventsLeftOut: 7 });
    expect(said).toBe(here + 7);
    expect(leftOutOf({ what: ['events: 7 of 507 left out'] }).said).toBeUndefined();
  });

  it('loses a huge unknown field rather than its events', () => {
    const events = Array.from({ length: 100 }, (_, n) => event(n));
    const item = unpackedCase(packEnvelope(ofCase({ ...someCase, events, raw: 'x'.repeat(2_000_000) })));
    expect(item.events).toHaveLength(100);
    expect(item.trimmed).toEqual(['other fields: 1 left out']);
  });

  it('has long texts and lists shortened at last, and keeps its time', () => {
    const created_at = `2026-02-03T08:15:42.${'1'.repeat(1_200_000)}Z`;
    const item = unpackedCase(
      packEnvelope(ofCase({ ...someCase, created_at, threat_brief: '東'.repeat(700_000) })),
    );
    expect(item.created_at).toBe('2026-02-03T08:15:42.111Z');
    expect(item.threat_brief).toHaveLength(1_000);
    expect(item.events).toHaveLength(someCase.events?.length ?? 0);
    expect(item.trimmed).toEqual(['texts and lists: 2 shortened']);
  });

  it('as a notice has its text shortened', () => {
    const notice = { code: 'x', title: 't', text: 'x'.repeat(2_000_000), at: AT };
    const envelope = unpacked(packEnvelope({ ...about, kind: 'notice', notice }));
    expect(envelope.trimmed?.what).toEqual(['notice: shortened']);
  });

  const unit = fc.constantFrom('a', 'é', '東', '🛡️', '\ud800', '\uffff', '\u0001', '"');
  const size = fc.constantFrom(0, 1, 400, 400, 10_000, 10_000, 10_000, 400_000, MAX_MESSAGE_BYTES);
  const text = fc.tuple(unit, size).map(([char, length]) => char.repeat(Math.ceil(length / char.length)));
  const texts = fc
    .tuple(unit, fc.constantFrom(0, 3, 3, 20_000))
    .map(([char, count]) => Array<string>(count).fill(char));
  const someEvent = fc.record(
    { title: text, summary: text, category: texts, flagged: fc.boolean(), extra: text },
    { requiredKeys: [] },
  );
  const eventCount = fc.constantFrom(0, 1, 40, 500, 5_000);
  const hugeCase = fc
    .record({
      case_id: text,
      user_name: text,
      threat_brief: text,
      extra: text,
      sample: someEvent,
      eventCount,
    })
    .map(({ case_id, sample, eventCount, ...fields }): Case => {
      const bytes = JSON.stringify(sample).length;
      const count = Math.min(eventCount, Math.ceil((1.2 * MAX_MESSAGE_BYTES) / bytes));
      const events = Array.from({ length: count }, (_, n) => event(n, sample));
      return { ...fields, case_id: case_id || 'c', created_at: AT, events };
    });

  it('always ends as a valid message that fits, whatever was in the case', () => {
    fc.assert(
      fc.property(hugeCase, (item) => {
        const body = packEnvelope(ofCase(item));
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
        expect(whyImpossible(body)).toBeNull();
        const read = unpackedCase(body);
        const left = (item.events?.length ?? 0) - (read.events?.length ?? 0);
        const envelope = readEnvelope(body);
        if (left > 0) expect(envelope).toMatchObject({ envelope: { trimmed: { eventsLeftOut: left } } });
        if (left > 0) expect(read.trimmed).toContain(`events: ${left} of ${item.events?.length} left out`);
        if (read.trimmed.length === 0) expect(read).toEqual({ ...item, trimmed: [] });
      }),
      { numRuns: 10 },
    );
  });

  it('always ends as a valid message that fits, whatever was in the threat', () => {
    const hugeThreat = fc.record({
      event_id: text,
      title: text,
      summary: text,
      category: texts,
      source_event_ids: texts,
      x: text,
    });
    fc.assert(
      fc.property(hugeThreat, (fields) => {
        const item = { ...fields, event_id: fields.event_id || 'e', created_at: AT };
        const body = packEnvelope({ ...about, kind: 'threat', item });
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
        unpacked(body);
      }),
      { numRuns: 8 },
    );
  });
});
