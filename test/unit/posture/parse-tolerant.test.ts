import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lib/posture/page.ts';
import { Case } from '../../../lib/posture/schemas/case.ts';
import { Threat } from '../../../lib/posture/schemas/threat.ts';
import { fixture } from '../../support/fixture.ts';

const cases = { itemsKey: 'items', idKey: 'case_id', item: Case } as const;
const threats = { itemsKey: 'data', idKey: 'event_id', item: Threat } as const;
const golden = () =>
  structuredClone(fixture('cases-page')) as { items: Record<string, unknown>[]; next_cursor: unknown };

function readCases(body: unknown) {
  const page = readPage(cases, body);
  if (typeof page === 'string') throw new Error(page);
  return page;
}

describe('one bad item', () => {
  it.each([
    ['without its identifier', { case_id: undefined }, 'case_id: missing, expected string'],
    ['with an empty identifier', { case_id: '' }, 'case_id: is empty'],
    ['without created_at', { created_at: null }, 'created_at: expected string, got null'],
    [
      'with a created_at that is no time',
      { created_at: 'yesterday' },
      'created_at: is not an ISO 8601 timestamp',
    ],
  ])('%s is set aside with the reason, and the rest flows', (_, change, reason) => {
    const body = golden();
    Object.assign(body.items[1] as object, change);
    const page = readCases(body);
    expect(page.items.map((item) => item.case_id)).toEqual([body.items[0]?.case_id, body.items[2]?.case_id]);
    expect(page.rejected).toMatchObject([{ index: 1, item: body.items[1], reason }]);
    expect(page.nextCursor).toBe(body.next_cursor);
  });

  it('says what was expected and what came', () => {
    const body = golden();
    Object.assign(body.items[0] as object, { created_at: 12 });
    expect(readCases(body).rejected[0]).toMatchObject({
      id: body.items[0]?.case_id,
      reason: 'created_at: expected string, got number',
    });
  });

  it.each([null, 7, 'text', [], [[]]])('that is %j and no object is set aside', (odd) => {
    const body = golden();
    const page = readCases({ ...body, items: [odd, ...body.items] });
    expect(page.items).toHaveLength(3);
    expect(page.rejected).toMatchObject([{ index: 0, id: null }]);
  });
});

describe('one bad value', () => {
  it('becomes null and is named, and its item flows', () => {
    const body = golden();
    Object.assign(body.items[0] as object, { threat_brief: 42 });
    const page = readCases(body);
    expect(page.rejected).toEqual([]);
    expect(page.items[0]?.threat_brief).toBeNull();
    expect(page.repairs).toEqual([{ path: 'items[0].threat_brief', reason: 'expected string, got number' }]);
  });

  it('inside a list leaves the list, and its neighbours stay in order', () => {
    const body = golden();
    const events = body.items[0]?.events as Record<string, unknown>[];
    const [first] = events;
    body.items[0] = {
      ...body.items[0],
      events: [
        { ...first, event_id: 'a' },
        { ...first, event_id: undefined, title: 5 },
        'no event at all',
        { ...first, event_id: 'b', category: ['x', 9, 'y'] },
      ],
    };
    const page = readCases(body);
    expect(page.items[0]?.events?.map((event) => [event.event_id, event.category])).toEqual([
      ['a', first?.category],
      ['b', ['x', 'y']],
    ]);
    expect(page.repairs.map((repair) => repair.path)).toEqual([
      'items[0].events[1].event_id',
      'items[0].events[1].title',
      'items[0].events[2]',
      'items[0].events[3].category[1]',
    ]);
  });

  it('costs nothing but itself, however deep the rest of the item is', () => {
    const body = golden();
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    Object.assign(body.items[0] as object, { user_name: 5, unknown_field: deep });
    const page = readCases(body);
    expect(page.items).toHaveLength(3);
    expect(page.repairs).toHaveLength(1);
  });

  it('of which a list has a hundred thousand takes no longer for each of them, and is not named each time', () => {
    const body = golden();
    Object.assign(body.items[0] as object, { events: Array(100_000).fill({}) });
    const page = readCases(body);
    expect(page.items[0]?.events).toEqual([]);
    expect(page.repairs).toHaveLength(101);
    expect(page.repairs.at(-1)?.reason).toBe('99900 more values were set aside');
  }, 30_000);

  it('never changes what the server sent', () => {
    const body = golden();
    Object.assign(body.items[0] as object, { events: 'none' });
    const before = JSON.stringify(body);
    readCases(body);
    expect(JSON.stringify(body)).toBe(before);
  });
});

describe('an answer that is no page', () => {
  it.each([null, 'text', 7, {}, { items: {} }, { items: null }, { data: [] }, { items: [], next_cursor: 5 }])(
    'gives a sentence for %j',
    (body) => {
      expect(readPage(cases, body)).toEqual(expect.any(String));
    },
  );

  it('has no next cursor when it is null, missing or empty', () => {
    for (const next_cursor of [null, undefined, '']) {
      expect(readPage(threats, { data: [], next_cursor })).toMatchObject({ nextCursor: null });
    }
  });
});
