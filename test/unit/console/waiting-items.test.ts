import { describe, expect, it } from 'vitest';
import { onlyMoved } from '../../../console/flow/waiting-items.ts';
import { answerPriority, changePriority } from '../../../lib/outbox/priority.ts';
import type { LocalFunction } from '../../../local/cloud/function-pool.ts';
import { createHarness, delivery, KEY, NOW } from './harness.ts';

describe('items that wait', () => {
  it('are listed while a function is at work, though none was given them yet, and again only once they moved', async () => {
    const { source, cloud, deliveries } = createHarness();
    const listed = [
      ['newer', answerPriority(NOW - 10)],
      ['older', changePriority(NOW - 20)],
    ] as const;
    for (const [id, priority] of listed)
      await deliveries.save(delivery({ key: { ...KEY, id, destination: 'soc' } }), 0, priority, NOW);
    const ids = async () => (await source.moved()).items.map(({ key }) => key.id);
    expect(await ids()).toEqual([]);
    cloud.functions.push({ busy: [{ pid: 1, event: {} }] } as unknown as LocalFunction);
    expect(await ids()).toEqual(['older', 'newer']);
    expect(await ids()).toEqual([]);
  });

  it('are the same until they stand elsewhere on a list', () => {
    const fresh = onlyMoved();
    const seen = (as: string) => fresh([{ key: KEY, atMs: NOW, as }]).length;
    expect([seen('soc 1'), seen('soc 1'), seen('soc 2'), seen('soar 1')]).toEqual([1, 0, 1, 1]);
  });
});
