import { expect, it } from 'vitest';
import { previewIn } from '../../../../lib/features/mutes/answer-mutes.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const created_at = new Date(now - 60_000).toISOString();

/** A list of so many items, read up to its end or not. */
const list = (length: number, nextCursor: string | null) => ({
  page: async () => ({ items: Array.from({ length }, () => ({ created_at })), nextCursor }),
});
const preview = (hides: 'cases' | 'none', threatsGoOn: boolean) => {
  const context = {
    name: 'acme',
    nowMs: now,
    call: {},
    mutes: { wouldHide: (_: unknown, { feed }: { feed: string }) => feed === hides },
    client: { cases: list(2, null), threats: list(3, threatsGoOn ? 'more' : null) },
  };
  return previewIn(context as never).then(({ words }) => words({} as never).join(''));
};

it('says what a mute would have hidden, as exactly as it is known', async () => {
  expect(await preview('cases', false)).toContain('2 cases and 0 threats.');
  expect(await preview('none', true)).toMatch(/0 cases and none of the \d+ threats checked\.$/);
});
