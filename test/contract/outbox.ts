import { describe, expect, it } from 'vitest';
import type { Outbox, OutMessage } from '../../lib/base/queues/outbox.ts';

export interface OutboxUnderTest {
  readonly outbox: Outbox;
  newQueue(kind: 'fifo' | 'standard'): string;
  /** Bodies of what the queue took, in its order. */
  bodies(queueUrl: string): Promise<string[]>;
}

const message = (n: number, group = 'soc'): OutMessage => ({
  deliveryId: `d:${n}`,
  group,
  body: `body ${n}`,
});
const many = (count: number, groups = 1): OutMessage[] =>
  Array.from({ length: count }, (_, n) => message(n, `group-${n % groups}`));
const bodiesOf = (messages: readonly OutMessage[]): string[] => messages.map(({ body }) => body);

/** What every outbox must do. */
export function describeOutbox(name: string, setUp: () => OutboxUnderTest) {
  describe(`${name} as an outbox`, () => {
    it.each(['fifo', 'standard'] as const)('hands over all messages, to a %s queue', async (kind) => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue(kind);
      const messages = many(137, 9);
      expect(await outbox.send(queue, messages)).toEqual([]);
      expect((await bodies(queue)).toSorted()).toEqual(bodiesOf(messages).toSorted());
    });

    it('has nothing to do for no messages', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('fifo');
      expect(await outbox.send(queue, [])).toEqual([]);
      expect(await bodies(queue)).toEqual([]);
    });

    it('keeps the order within each group of a FIFO queue', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('fifo');
      const messages = many(90, 7);
      await outbox.send(queue, messages);
      const arrived = await bodies(queue);
      for (let group = 0; group < 7; group++) {
        const mine = new Set(bodiesOf(messages.filter((_, n) => n % 7 === group)));
        expect(arrived.filter((body) => mine.has(body))).toEqual([...mine]);
      }
    });

    it('lets a FIFO queue take a delivery once, however often it is sent', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('fifo');
      await outbox.send(queue, [message(1), message(2), message(1)]);
      expect(await outbox.send(queue, [message(2), message(3)])).toEqual([]);
      expect(await bodies(queue)).toEqual(['body 1', 'body 2', 'body 3']);
    });

    it('carries text of all kinds unchanged, under ids and groups of all kinds', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('fifo');
      // No emoji: fauxqs refuses what AWS takes there, which is why envelopes escape them.
      const odd = ['Zürich 東京 \u{ad}', '"\\\n\t', ' ', 'x'.repeat(300)];
      const messages = odd.map((text) => ({ deliveryId: text, group: text, body: text }));
      expect(await outbox.send(queue, messages)).toEqual([]);
      expect((await bodies(queue)).toSorted()).toEqual(odd.toSorted());
    });

    it('sends large messages in as many calls as they need', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('standard');
      const sizes = [1_000_000, 10, 600_000, 500_000, 1_048_576, 400_000, 20];
      const messages = sizes.map((size, n) => ({ ...message(n), body: String(n).repeat(size) }));
      expect(await outbox.send(queue, messages)).toEqual([]);
      expect((await bodies(queue)).map((body) => body.length).toSorted((a, b) => a - b)).toEqual(
        sizes.toSorted((a, b) => a - b),
      );
    });

    it('counts bytes, not characters', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('standard');
      const messages = [1, 2, 3].map((n) => ({ ...message(n), body: '東'.repeat(170_000) }));
      expect(await outbox.send(queue, messages)).toEqual([]);
      expect(await bodies(queue)).toHaveLength(3);
    });

    it('names what a queue cannot take, with the reason, and hands over the rest', async () => {
      const { outbox, newQueue, bodies } = setUp();
      const queue = newQueue('fifo');
      const impossible = ['x'.repeat(1_048_577), '', 'a\u0000', '\ud800', '\uffff'];
      const messages = impossible.map((body, n) => ({ ...message(n), body }));
      const unsent = await outbox.send(queue, [...messages, message(9)]);
      expect(unsent.map(({ deliveryId }) => deliveryId).toSorted()).toEqual([
        'd:0',
        'd:1',
        'd:2',
        'd:3',
        'd:4',
      ]);
      expect(unsent.every(({ reason }) => reason.length > 5)).toBe(true);
      expect(await bodies(queue)).toEqual(['body 9']);
    });
  });
}
