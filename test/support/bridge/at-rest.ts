import { expect } from 'vitest';
import { until, waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';

/** How many messages were given up, by queue, where there are any. */
export async function deadLetters({ cloud }: BridgeWorld): Promise<Record<string, number>> {
  const depths = Object.entries(await cloud.queues()).filter(([name]) => name.includes('DeadLetters'));
  const counts = depths.map(([name, { waiting, inFlight }]) => [name, waiting + inFlight] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** After everything: no function asked for more than its role allows, and nothing was given up. */
export async function expectNothingAmiss(world: BridgeWorld): Promise<void> {
  expect(world.cloud.denied).toEqual([]);
  expect(await deadLetters(world)).toEqual({});
}

/** A message whose destination is closed is held back for up to 65 s before it leaves its queue. */
const REST = { quietMs: 90_000 };

/** When no message is being dealt with. What is held back for later may wait. */
export const atRest = (world: BridgeWorld): Promise<void> =>
  waitFor(async () => {
    const depths = Object.entries(await world.cloud.queues()).filter(
      ([name]) => !name.includes('DeadLetters'),
    );
    const busy = depths.filter(([, { waiting, inFlight }]) => waiting + inFlight > 0);
    if (busy.length > 0) throw new Error(`still busy: ${JSON.stringify(busy)}`);
  }, REST);

/** Ends a world between two polls: the local tables do not bear being closed under somebody's hands. */
export async function closeAtRest(world: BridgeWorld | undefined): Promise<void> {
  if (!world) return;
  await atRest(world).catch(() => undefined);
  const polls = () => world.lines.filter((line) => line.includes('"event":"polled"')).length;
  const before = polls();
  await until('it has polled', () => polls() > before, { quietMs: 20_000 }).catch(() => undefined);
  await world.close();
}
