import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, toMessageText, whyImpossible } from '../../../lib/base/queues/message-text.ts';
import { addTrimmings, fitItem } from '../../../lib/case/trim-item.ts';
import type { Case, CaseEvent } from '../../../lib/posture/schemas/case.ts';
import { fixture } from '../../support/fixture.ts';
import { anyCharacter } from '../any-character.ts';

const AT = '2026-11-15T09:00:00.000Z';
const LARGE = 1_000_000;
const [someCase] = (fixture('cases-page') as { items: [Case] }).items;
const fitted = (whole: Case) => {
  const { item, what, eventsLeftOut } = fitItem('case', whole);
  return { ...item, trimmed: what, eventsLeftOut };
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

it('adds up what an item loses on its way, unless somebody did not say how many', () => {
  const [before, more] = [
    { what: ['a'], eventsLeftOut: 7 },
    { what: ['b'], eventsLeftOut: 3 },
  ];
  expect(addTrimmings(before, more)).toEqual({ what: ['a', 'b'], eventsLeftOut: 10 });
  expect(addTrimmings({ what: ['a'] }, more)).toEqual({ what: ['a', 'b'] });
});

describe('an item that is too large for its row', () => {
  it('first has its summaries shortened, and keeps all events', () => {
    const events = Array.from({ length: 300 }, (_, n) => event(n, { summary: 'long '.repeat(2_000) }));
    const item = fitted({ ...someCase, events });
    expect(item.events).toHaveLength(300);
    expect(item.events?.[0]?.summary).toHaveLength(500);
    expect(item.trimmed).toEqual(['summaries: 300 shortened']);
  });

  it('then loses events from the oldest, flagged ones last, and says how many', () => {
    const events = Array.from({ length: 500 }, (_, n) =>
      event(n, { title: 'x'.repeat(2_000), flagged: n < 50, platform_event_id: 'p' }),
    );
    const item = fitted({ ...someCase, events });
    const kept = item.events ?? [];
    expect(item.trimmed).toEqual([`events: ${500 - kept.length} of 500 left out`]);
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.slice(0, 50).every(({ flagged }) => flagged)).toBe(true);
    expect(kept.slice(50).map(({ event_id }) => event_id)).toEqual(
      events.slice(500 - (kept.length - 50)).map(({ event_id }) => event_id),
    );
  });

  it('loses a huge unknown field rather than its events', () => {
    const events = Array.from({ length: 100 }, (_, n) => event(n));
    const item = fitted({ ...someCase, events, raw: 'x'.repeat(2_000_000) });
    expect(item.events).toHaveLength(100);
    expect(item.trimmed).toEqual(['other fields: 1 left out']);
  });

  it('has long texts and lists shortened at last, and keeps its time', () => {
    const created_at = `2026-02-03T08:15:42.${'1'.repeat(1_200_000)}Z`;
    const item = fitted({ ...someCase, created_at, threat_brief: '東'.repeat(700_000) });
    expect(item.created_at).toBe('2026-02-03T08:15:42.111Z');
    expect(item.threat_brief).toHaveLength(1_000);
    expect(item.events).toHaveLength(someCase.events?.length ?? 0);
    expect(item.trimmed).toEqual(['texts and lists: 2 shortened']);
  });

  const unit = fc.constantFrom('a', 'é', '東', '🛡️', '\ud800', '\uffff', '\u0001', '"');
  const size = fc.constantFrom(0, 1, 400, 400, 10_000, 10_000, 10_000, 400_000, LARGE);
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
      const count = Math.min(eventCount, Math.ceil((1.2 * LARGE) / bytes));
      const events = Array.from({ length: count }, (_, n) => event(n, sample));
      return { ...fields, case_id: case_id || 'c', created_at: AT, events };
    });

  it('always fits in the end, whatever was in the case', () => {
    fc.assert(
      fc.property(hugeCase, (item) => {
        const { eventsLeftOut, ...read } = fitted(item);
        expect(bytesOf(read)).toBeLessThanOrEqual(310 * 1024);
        const left = (item.events?.length ?? 0) - (read.events?.length ?? 0);
        expect(eventsLeftOut).toBe(left);
        if (left > 0) expect(read.trimmed).toContain(`events: ${left} of ${item.events?.length} left out`);
        if (read.trimmed.length === 0) expect(read).toEqual({ ...item, trimmed: [] });
      }),
      { numRuns: 10 },
    );
  });

  it('always fits in the end, whatever was in the threat', () => {
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
        expect(bytesOf(fitItem('threat', item).item)).toBeLessThanOrEqual(310 * 1024);
      }),
      { numRuns: 8 },
    );
  });
});
