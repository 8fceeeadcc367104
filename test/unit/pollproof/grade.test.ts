import { describe, expect, it } from 'vitest';
import { gradeOf, together } from '../../pollproof/grade.ts';
import type { Happening, Scenario } from '../../pollproof/scenario.ts';
import { createStage, type Pace } from '../../pollproof/stage.ts';

const PACE: Pace = { minuteMs: 60_000, day: 1_440, calmAfter: 30 };
const START = Date.UTC(2026, 10, 16, 9);

/** A list to which this happens, and a clock for it. */
function open(happenings: readonly Happening[], more: Partial<Scenario> = {}) {
  let nowMs = START;
  const scenario: Scenario = { name: 'of a test', story: '', happenings: () => happenings, ...more };
  const stage = createStage(scenario, 1, PACE, () => nowMs);
  const waiting = [...stage.happenings];
  return {
    stage,
    at(minute: number) {
      nowMs = START + minute * 60_000;
      while (waiting[0] && waiting[0].at <= minute) stage.happen(waiting.shift() as Happening);
    },
  };
}
const nobody = () => undefined;
const THREE: Happening = { what: 'items', at: 3.5, count: 3 };

describe('the grade of a poller', () => {
  it('counts what was never told, told again and told late, and each request', () => {
    const { stage, at } = open([THREE]);
    at(4);
    stage.answer(new URL('https://api.example/cases'), nobody);
    const [first, second] = stage.list.items.slice(-3).map(({ id }) => id);
    stage.tell(String(first), nobody);
    stage.tell(String(first), nobody);
    at(9.5);
    stage.tell(String(second), nobody);
    expect(gradeOf(stage)).toEqual({ items: 3, lost: 1, doubled: 1, late: 1, slowest: 5.5, requests: 1 });
  });

  it('asks for nothing from before the first poll, nor for what was deleted', () => {
    const { stage, at } = open([THREE]);
    at(4);
    for (const item of stage.list.items.slice(-3)) item.deletedAtMs = START;
    expect(gradeOf(stage)).toMatchObject({ items: 3, lost: 0 });
  });

  it('waits for the end of an outage and of a pause', () => {
    const { stage, at } = open([
      THREE,
      { what: 'outage', at: 3.8, for: 10, status: 503 },
      { what: 'pause', at: 13, for: 10 },
    ]);
    at(24);
    for (const { id } of stage.list.items.slice(-3)) stage.tell(id, nobody);
    expect(gradeOf(stage)).toMatchObject({ late: 0, slowest: 1 });
  });

  it('adds up seeds', () => {
    const one = { items: 2, lost: 1, doubled: 0, late: 1, slowest: 3, requests: 5 };
    expect(together([one, { ...one, slowest: 1 }])).toEqual({
      ...{ items: 4, lost: 2, doubled: 0, late: 2, slowest: 3, requests: 10 },
    });
  });
});

describe('the list of a scenario', () => {
  const get = (stage: ReturnType<typeof open>['stage'], query = '') =>
    stage.answer(new URL(`https://api.example/v1/${stage.feed}${query}`), nobody);

  it('filters cases by their time, and never threats', () => {
    const query = `?created_after=${new Date(START).toISOString()}`;
    const cases = open([THREE]).stage;
    const threats = open([THREE], { feed: 'threats' }).stage;
    expect(JSON.parse(get(cases, query).body).items).toHaveLength(0);
    expect(JSON.parse(get(threats, query).body).data).toHaveLength(10);
  });

  it('refuses while it is out, and says its time', () => {
    const { stage, at } = open([{ what: 'outage', at: 3, for: 2, status: 429 }]);
    at(4);
    expect(get(stage)).toMatchObject({ status: 429, headers: { date: 'Mon, 16 Nov 2026 09:04:00 GMT' } });
    at(5);
    expect(get(stage).status).toBe(200);
  });

  it('loses the item of a cursor between two pages', () => {
    const { stage, at } = open([{ what: 'delete-cursor', at: 3 }], { pageSize: 4, cursors: 'error' });
    at(3);
    const { next_cursor } = JSON.parse(get(stage).body);
    expect(get(stage, `?next_cursor=${next_cursor}`).status).toBe(400);
  });

  it('kills the process that makes the request that is deadly, and no other', () => {
    const { stage, at } = open([{ what: 'kill', at: 3, on: 'request', nth: 2 }]);
    at(3);
    const died: string[] = [];
    for (const who of ['first', 'second', 'third'])
      stage.answer(new URL('https://api.example/cases'), () => died.push(who));
    expect(died).toEqual(['second']);
  });
});
