import { describe, expect, it } from 'vitest';
import { createFeedPoller } from '../../../lib/feed/feed-poller.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createFeedHarness, MINUTE } from './feed-harness.ts';

/** A feed with one case, which was announced at its first revision. */
async function announced() {
  const harness = createFeedHarness({ feed: { domain: 'acme', feed: 'cases' } });
  const { items, clock } = harness;
  const change = (revision: string) => {
    items.splice(0, 1, { id: 'a', createdAtMs: clock.now() - MINUTE, revision, item: {} });
  };
  change('1');
  const poll: typeof harness.poll = (by) => {
    clock.advance(MINUTE);
    return harness.poll(by);
  };
  await poll();
  return { ...harness, change, poll };
}

describe('a case that changed', () => {
  it('is handed over once more, and then no more', async () => {
    const { sent, change, poll } = await announced();
    change('2');
    for (let n = 0; n < 3; n++) await poll();
    expect(sent()).toEqual(['a', 'a@2']);
  });

  it('is noticed by a new process too, which knows how it was', async () => {
    const { parts, sent, change, poll } = await announced();
    change('2');
    await poll(createFeedPoller({ ...parts, memory: createSeenMemory(), holder: 'two' }));
    await poll(createFeedPoller({ ...parts, memory: createSeenMemory(), holder: 'three' }));
    expect(sent()).toEqual(['a', 'a@2']);
  });

  it('is found again when the queue did not take the change', async () => {
    const { outbox, sent, change, poll } = await announced();
    outbox.refuse(({ body }) => (body === 'a@2' ? 'not now' : null));
    change('2');
    await poll();
    expect(sent()).toEqual(['a']);
    outbox.refuse(() => null);
    await poll();
    expect(sent()).toEqual(['a', 'a@2']);
  });

  it('costs nothing at the ledger while it stays as it is', async () => {
    const { calls, change, poll, forget } = await announced();
    change('2');
    await poll();
    await poll();
    forget();
    await poll();
    for (const call of ['loadAll', 'save', 'recorded', 'record']) expect(calls).not.toContain(call);
  });
});
