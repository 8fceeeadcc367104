import { describe, expect, it } from 'vitest';
import { bellOf } from '../../../lib/delivery/bell.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import type { HookEvent } from '../../../lib/webhook/hook-event.ts';
import type { NotedRow } from '../../support/formats/format-notes.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createHookWorld } from '../webhook/hook-world.ts';

const hooks = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name.startsWith('hook ')).map((one) => ({ commit, ...one })),
);
const DAY_MS = 86_400_000;

/** The function that tells webhooks, on a table with these rows, a day after this event. */
function setUp(noted: readonly NotedRow[], { key, atMs }: HookEvent) {
  const clock = createManualClock(atMs + DAY_MS);
  const { table, parts } = tableWith(noted, clock);
  const rows = createDynamoVersionedRows(parts);
  const world = createHookWorld({ endpoints: { [key.destination]: {} }, clock, rows });
  const { domain, destination, id } = key;
  const items = [{ feed: 'cases', id }] as const;
  const ring = async () => {
    world.sendBell(
      bellOf({ domain, destination, items, time: String(clock.now()), nowMs: clock.now() }).body,
    );
    await world.pass(1_000);
  };
  return { world, table, ring };
}

it('events for webhooks are among the formats that are kept, in every state', () => {
  const names = hooks.map(({ name }) => name);
  for (const state of ['waiting', 'taken', 'not chosen', 'given up', 'waiting after failures'])
    expect(names.filter((name) => name.endsWith(state))).not.toEqual([]);
});

describe.each(hooks)('the row "$name" of $commit', (noted) => {
  const event = readValue(noted.row) as HookEvent;
  const waits = noted.name.includes('waiting');

  it('is told once under its id if it waits, and never else', async () => {
    const { world, ring } = setUp([noted], event);
    await ring();
    await ring();
    expect(world.requests.map(({ headers }) => headers['webhook-id'])).toEqual(waits ? [event.eventId] : []);
    expect((await world.waiting(event.key.destination)).length).toBe(noted.name.includes('given up') ? 1 : 0);
  });

  it('is left alone when it is of a newer version, and holds up no other', async () => {
    const { packed1: _, packed2: __, ...row } = noted.row;
    const newer = { ...noted, row: { ...row, value: { S: JSON.stringify({ ...event, v: 2 }) } } };
    const { world, table, ring } = setUp([newer], event);
    const before = structuredClone([...table.rows.values()]);
    await world.announce('another');
    await ring();
    expect(world.got(event.key.destination)).toEqual(['case.created another']);
    expect([...table.rows.values()]).toEqual(expect.arrayContaining(before));
  });
});
