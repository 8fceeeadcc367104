import { describe, expect, it } from 'vitest';
import { pressedAtMs } from '../../../../lib/chats/presses/pressed-at.ts';

const NOW = Date.UTC(2026, 10, 15, 9);

describe('when something was pressed', () => {
  it('is what the chat says, also of a press that it sends again', () => {
    expect(pressedAtMs(NOW - 4_000, NOW)).toBe(NOW - 4_000);
    expect(pressedAtMs(NOW - 4_000, NOW + 60_000)).toBe(NOW - 4_000);
  });

  it.each([null, Number.NaN, 0, 1_100, NOW + 1, NOW - 3_600_000, Number.POSITIVE_INFINITY])(
    'is when it came, where the chat says %s',
    (said) => expect(pressedAtMs(said, NOW)).toBe(NOW),
  );
});
