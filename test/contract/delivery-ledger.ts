import { beforeEach, describe, expect, it } from 'vitest';
import { type Delivery, type DeliveryKey, newDelivery } from '../../lib/outbox/delivery.ts';
import type { DeliveryLedger } from '../../lib/outbox/delivery-ledger.ts';

const NOW = Date.parse('2026-11-15T09:00:00Z');
let counter = 0;

/** What every ledger of deliveries must do: each part of a row has one writer, and none of them stands in another's way. */
export function describeDeliveryLedger(name: string, create: () => DeliveryLedger) {
  describe(`${name} as a ledger of deliveries`, () => {
    let ledger: DeliveryLedger;
    let key: DeliveryKey;
    const REF = { ts: '1' };
    beforeEach(() => {
      ledger = create();
      key = { domain: 'acme', feed: 'cases', id: `c${++counter}`, destination: `soc-${counter}` };
    });
    const says = (brief: string, minute: number, over: Partial<Delivery> = {}): Delivery => ({
      ...newDelivery(
        key,
        {
          kind: 'case',
          trimmed: [],
          item: {
            case_id: key.id,
            threat_brief: brief,
            created_at: '2026-11-15T09:00:00Z',
            updated_at: new Date(NOW + minute * 60_000).toISOString(),
          },
        },
        NOW,
      ),
      ...over,
    });
    const keep = (delivery: Delivery, at = '20#1', only?: 'new' | 'newer') =>
      ledger.keep(delivery, { priority: { at }, ...(only && { only }) }, NOW);
    const loaded = async () => {
      const saved = await ledger.load(key);
      if (!saved) throw new Error('there is no row');
      return saved;
    };
    const briefOf = ({ content }: Delivery) => (content.kind === 'case' ? content.item.threat_brief : null);
    const listed = () => ledger.todo(key.destination, { limit: 5 });

    it('keeps what is new and what is newer, and nothing else', async () => {
      expect(await keep(says('never', 1), '20#1', 'newer')).toBeNull();
      expect(await keep(says('first', 1))).toBe(1);
      expect(await keep(says('same', 1))).toBeNull();
      expect(await keep(says('older', 0), '20#1', 'newer')).toBeNull();
      expect(await keep(says('new', 2), '20#1', 'new')).toBeNull();
      expect(await keep(says('second', 2), '30#1')).toBe(2);
      const { value, todo } = await loaded();
      expect(briefOf(value)).toBe('second');
      expect(todo).toBe('20#1');
      expect((await listed()).map(({ at }) => at)).toEqual(['20#1']);
    });

    it('keeps when it was handed over and what was known then, whatever changes', async () => {
      const facts = { past: '90+|1' } as never;
      const { content } = says('first', 1);
      await keep({ ...says('', 1), content: { ...content, facts } as Delivery['content'], broadcast: true });
      await keep({ ...says('second', 2), handedOverAtMs: NOW + 5 });
      const { value } = await loaded();
      expect(value).toMatchObject({ handedOverAtMs: NOW, broadcast: true, content: { facts } });
    });

    it('lets its notifier write what is shown while what it says changes, and leaves it on the list then', async () => {
      await keep(says('first', 1));
      const before = await loaded();
      await keep(says('second', 2));
      const shown = { ...before.value, main: { ref: REF, hash: 'h' }, settled: true };
      expect(await ledger.save(shown, before.version, null, NOW)).toEqual({ version: 2, todo: '20#1' });
      const { value, version } = await loaded();
      expect(briefOf(value)).toBe('second');
      expect(value.main).toEqual({ ref: REF, hash: 'h' });
      expect(await ledger.save(value, version, null, NOW)).toEqual({ version: 3 });
      expect(await listed()).toEqual([]);
    });

    it('lets one notifier win', async () => {
      await keep(says('first', 1));
      const { value, version } = await loaded();
      const both = await Promise.all(
        ['a', 'b'].map((hash) =>
          ledger.save({ ...value, begun: { note: 'main', hash, sinceMs: NOW } }, version, '20#1', NOW),
        ),
      );
      expect(both.filter((written) => written === null)).toHaveLength(1);
      expect(await ledger.save(value, version, null, NOW)).toBeNull();
    });

    it('is asked for by anybody, and goes up the list and never down', async () => {
      expect(await ledger.ask(key, { at: '00#1' }, NOW)).toBeNull();
      await keep(says('first', 1));
      expect(await ledger.ask(key, { at: '00#1' }, NOW)).toBe(2);
      expect((await loaded()).todo).toBe('20#1');
      expect(await ledger.ask(key, { at: '10#1', sooner: true }, NOW)).toBe(3);
      expect(await ledger.ask(key, { at: '30#1', sooner: true }, NOW)).toBe(4);
      expect((await loaded()).todo).toBe('10#1');
      expect((await listed()).map(({ at }) => at)).toEqual(['10#1']);
    });

    it('puts on the list again what was asked for after it had left', async () => {
      await keep(says('first', 1));
      const { value, version } = await loaded();
      await ledger.save({ ...value, main: { ref: REF, hash: 'h' } }, version, null, NOW);
      await ledger.ask(key, { at: '30#1' }, NOW);
      expect((await listed()).map(({ at }) => at)).toEqual(['30#1']);
    });

    it('does not know what stands there once an answer was shown past the notifier', async () => {
      await keep(says('first', 1));
      const { value, version } = await loaded();
      await ledger.save({ ...value, main: { ref: REF, hash: 'h' } }, version, null, NOW);
      await ledger.ask(key, { at: '00#1' }, NOW, { clicked: true });
      const clicked = await loaded();
      expect(clicked.value.main?.hash).toBe('unknown');
      const main = { ref: REF, hash: 'h2', clicks: clicked.value.clicks };
      await ledger.save({ ...clicked.value, main }, clicked.version, null, NOW);
      expect((await loaded()).value.main?.hash).toBe('h2');
    });

    it('gives what could not be shown another chance once it says something newer', async () => {
      await keep(says('first', 1));
      const { value, version } = await loaded();
      await ledger.save({ ...value, parked: 'too long' }, version, null, NOW);
      expect((await loaded()).value.parked).toBe('too long');
      await keep(says('second', 2));
      expect((await loaded()).value.parked).toBeNull();
    });

    it('takes what a digest told out of it, under the message where it was decided', async () => {
      await keep(says('first', 1));
      const { value, version } = await loaded();
      await ledger.save({ ...value, settled: true, coveredElsewhere: true }, version, null, NOW);
      await ledger.ask(key, { at: '00#1' }, NOW, { under: REF });
      expect((await loaded()).value).toMatchObject({ coveredElsewhere: false, thread: REF });
    });

    it('makes a message known that stands there already', async () => {
      await ledger.keep(says('first', 1), { priority: { at: '00#1' }, only: 'new', stands: REF }, NOW);
      expect((await loaded()).value).toMatchObject({ main: { ref: REF, hash: 'unknown' } });
      expect((await loaded()).value.settled).not.toBe(false);
    });

    it('knows which changes of a case nobody has to tell where its message stood before', async () => {
      const place = { at: '00#1' };
      await ledger.keep(
        { ...says('first', 1), knewChange: 3 },
        { priority: place, only: 'new', stands: REF },
        NOW,
      );
      const { value, version } = await loaded();
      expect(value.knewChange).toBe(3);
      await ledger.save({ ...value, memory: 'some' }, version, null, NOW);
      expect((await loaded()).value).toMatchObject({ knewChange: 3, memory: 'some' });
    });

    it('takes nothing newer of what was erased, and says so to what is brought elsewhere', async () => {
      await keep(says('gone', 1, { forgotten: 'item' }));
      expect(await keep(says('back', 2))).toBeNull();
      expect((await loaded()).value).toMatchObject({
        forgotten: 'item',
        content: { item: { threat_brief: 'gone' } },
      });
    });

    it('lists every place of an item', async () => {
      await keep(says('first', 1));
      const other = { ...key, destination: `${key.destination}-b` };
      await keep({ ...says('first', 1), key: other });
      const places = await ledger.places(key);
      expect(places.map(({ value }) => value.key.destination)).toEqual([key.destination, other.destination]);
    });

    it('lets its notifier write what a digest says, along with what is shown', async () => {
      const digest: DeliveryKey = { ...key, feed: 'digests' };
      const said = (id: string) => ({ kind: 'threats', threats: [{ domain: 'acme', id }] }) as const;
      expect(await ledger.save(newDelivery(digest, said('t1'), NOW), 0, '19#1', NOW)).toMatchObject({
        version: 1,
      });
      const saved = await ledger.load(digest);
      if (!saved) throw new Error('there is no digest');
      await ledger.save({ ...saved.value, content: said('t2') }, 1, null, NOW);
      expect((await ledger.load(digest))?.value.content).toEqual(said('t2'));
    });
  });
}
