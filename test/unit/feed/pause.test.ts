import { describe, expect, it } from 'vitest';
import type { Pause } from '../../../lib/feed/feed-state.ts';
import { pauseFor } from '../../../lib/feed/pause.ts';
import { UnauthorizedError } from '../../../lib/posture/posture-errors.ts';

describe('a feed whose key is refused', () => {
  it('tries it again soon, then less and less often, and at least every five minutes', () => {
    const refused = new UnauthorizedError('GET /cases was refused (401).');
    const pauses: number[] = [];
    let pause: Pause | null = null;
    for (let now = 1_000; pauses.length < 8; now = pause.untilMs) {
      pause = pauseFor(refused, pause, now) as Pause;
      pauses.push((pause.untilMs - now) / 1_000);
    }
    expect(pauses).toEqual([30, 30, 60, 120, 240, 300, 300, 300]);
    expect(pause).toMatchObject({ sinceMs: 1_000 });
  });
});
