import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { connectorsOlder } from '../support/bridge/ledger-view.ts';
import { lookAnew } from '../support/bridge/look-anew.ts';
import { OPS_CHANNEL } from '../support/bridge/places.ts';
import { says } from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';

const CONNECTOR = 'cloud_directory';
const TEN_MINUTES_MS = 10 * 60_000;

describe('a connector that changes', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { slack: ['soc'] },
      { opsIn: 'slack', config: { connectors: { [CONNECTOR]: { sources: ['SigninLogs'] } } } },
    );
  });
  afterAll(() => closeAtRest(world));

  const change = (action: string, times = 1) =>
    world.api.control('POST', `/connectors/${CONNECTOR}`, { action, times });
  const notes = () =>
    world.slack
      .messages(OPS_CHANNEL)
      .map(says)
      .filter((text) => text.includes('the connector'));
  const noteSaying = (words: string) =>
    waitFor(async () => {
      await lookAnew(world);
      if (!notes().some((text) => text.includes(words))) throw new Error(`told: ${notes().join(' | ')}`);
    });

  /** As if so much time had passed since the bridge noted the change. On a busy machine one look may not be enough. */
  const pass = (ms: number) =>
    waitFor(async () => {
      await lookAnew(world);
      await connectorsOlder(world, ms);
    });

  it('is told to the operators once it was so for ten minutes, and not before', async () => {
    await lookAnew(world);
    await change('fail', 3);
    await lookAnew(world);
    await lookAnew(world);
    expect(notes()).toEqual([]);
    await pass(TEN_MINUTES_MS);
    await noteSaying('keeps failing');
    await lookAnew(world);
    expect(notes()).toHaveLength(1);
  });

  it('is told again when it works again, after twice the time', async () => {
    await change('succeed');
    await pass(TEN_MINUTES_MS);
    await lookAnew(world);
    expect(notes()).toHaveLength(1);
    await pass(TEN_MINUTES_MS);
    await noteSaying('works');
    expect(notes()).toHaveLength(2);
  });

  it('leaves nothing amiss', () => expectNothingAmiss(world));
});
