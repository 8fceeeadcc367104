import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepCheckpoints, positionsBefore } from '../../../lib/feed/checkpoints.ts';
import type { Position } from '../../../lib/feed/feed-state.ts';

const MINUTE = 60_000;
const itemAt = (createdAtMs: number) => ({ id: `at-${createdAtMs}`, createdAtMs, item: null });

describe('checkpoints of an oldest-first list', () => {
  it('stay few, and close to wherever a walk may have to start', () => {
    let kept: readonly Position[] = [];
    const day = Array.from({ length: 24 * 60 }, (_, minute) => itemAt(minute * MINUTE));
    for (let page = 0; page < day.length; page += 10)
      kept = keepCheckpoints(kept, day.slice(page, page + 10), MINUTE);
    expect(kept.length).toBeLessThanOrEqual(40);
    const now = day.at(-1)?.createdAtMs ?? 0;
    for (const backMs of [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE, 20 * 60 * MINUTE]) {
      const best = positionsBefore(kept, now - backMs).at(-1);
      expect(best?.createdAtMs).toBeLessThan(now - backMs);
      // Never much more than half as far again as it has to be.
      expect(now - (best?.createdAtMs ?? 0)).toBeLessThan(backMs * 1.6 + 2 * MINUTE);
    }
  });

  it('are in order and known, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(10_000), { maxLength: 20 }), { maxLength: 20 }),
        fc.nat(500),
        (pages, spacing) => {
          const seen = new Set<string>();
          let kept: readonly Position[] = [];
          for (const times of pages) {
            const items = times.map(itemAt);
            for (const { id } of items) seen.add(id);
            kept = keepCheckpoints(kept, items, spacing);
            expect(kept.length).toBeLessThanOrEqual(40);
          }
          expect(kept.every(({ id }) => seen.has(id))).toBe(true);
          expect(kept.map((place) => place.createdAtMs)).toEqual(
            kept.map((place) => place.createdAtMs).toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });

  it('never offer the newest one: behind a place there must be something we know', () => {
    const kept = keepCheckpoints([], [itemAt(0), itemAt(10), itemAt(20)], 1);
    expect(positionsBefore(kept, 1_000).map(({ createdAtMs }) => createdAtMs)).toEqual([0, 10]);
    expect(positionsBefore(kept, 10).map(({ createdAtMs }) => createdAtMs)).toEqual([0]);
    expect(positionsBefore([], 10)).toEqual([]);
  });
});
