import { expect, it } from 'vitest';
import type { Source } from '../../console/source.ts';
import type { ItemKey } from '../../console/wire.ts';
import { waitFor } from '../support/wait-for.ts';

/** A running bridge, and what happens to it. */
export interface SourceStage {
  readonly source: () => Source;
  /** Opens a case and waits until it is shown. */
  readonly postCase: () => Promise<string>;
  readonly decide: (caseId: string) => Promise<void>;
  /** Parks a message behind the queue of verdicts. */
  readonly park: () => Promise<void>;
}

/** What the console asks of any home of a bridge. */
export function keepsSourceContract({ source, postCase, decide, park }: SourceStage): void {
  const seen: ItemKey[] = [];
  const hasMoved = async (id: string): Promise<void> => {
    const { items } = await source().moved();
    seen.push(...items.map(({ key }) => key));
    expect(seen).toContainEqual({ domain: 'acme', feed: 'cases', id });
  };

  it('names the functions of the stack', () => {
    const names = source()
      .functions()
      .map(({ id }) => id);
    expect(names.toSorted()).toEqual(['action', 'notify-slack', 'poll', 'reconcile', 'verdict']);
  });

  it('names its queues after what they carry, and who takes from them', async () => {
    const queues = await source().queues();
    expect(queues.map(({ id, consumer }) => [id, consumer])).toEqual([
      ['slack', 'notify-slack'],
      ['ticks', 'poll'],
      ['verdict', 'verdict'],
    ]);
  });

  it('knows when a feed was polled last', async () => {
    const feed = { domain: 'acme', feed: 'cases' } as const;
    await waitFor(async () => {
      const row = await source().ledger.feeds.load(feed);
      const { lastPollMs } = source().lastPoll(feed, (row?.state ?? null) as never);
      expect(lastPollMs).toBeGreaterThan(Date.now() - 600_000);
    });
  });

  it('tells that an item moved, and that it moved again when somebody decided', async () => {
    const id = await postCase();
    await waitFor(() => hasMoved(id));
    const before = await source().trailMark();
    seen.length = 0;
    await decide(id);
    await waitFor(() => hasMoved(id));
    await waitFor(async () => {
      await source().moved();
      expect(await source().trailMark()).not.toBe(before);
    });
  });

  it('counts dead letters', async () => {
    await park();
    await waitFor(async () => {
      const queues = await source().queues();
      expect(queues.find(({ id }) => id === 'verdict')?.dead).toBeGreaterThan(0);
    });
  });
}
