import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHarness, eventsOf } from './harness.ts';

const ROUNDS = 8;

it('does not pile up events for a page that takes none, and tells it all once it does', async () => {
  const { logs, get } = createHarness();
  const answer = await get('/events');
  for (let round = 1; round <= ROUNDS; round++) {
    logs.tell({ kind: 'event', text: `number ${round}` });
    // Longer than what is sent together, so that one who listens would have had an event for each.
    await sleep(200);
  }
  const events = eventsOf(answer);
  const seen: number[] = [];
  let count = 0;
  while (seen.length < ROUNDS) {
    const { data } = await events.next();
    seen.push(...('activity' in data ? data.activity : []).map(({ id }) => id));
    count++;
  }
  await events.end();
  expect(seen).toEqual(Array.from({ length: ROUNDS }, (_, index) => index + 1));
  expect(count).toBeLessThan(ROUNDS);
});
