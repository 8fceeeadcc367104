import { beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FeedKey, FeedLedger, ItemRecord } from '../../lib/feed/feed-ledger.ts';

const NOW = Date.parse('2026-11-15T09:00:00Z');
const LEASE_MS = 30_000;

let counter = 0;
const newFeed = (): FeedKey => ({ domain: `acme-${++counter}`, feed: 'cases' });

const claimBy = (holder: string, version: number, nowMs = NOW): Claim => ({
  holder,
  version,
  nowMs,
  leaseMs: LEASE_MS,
});

const done = (id: string): ItemRecord => ({ id, createdAtMs: NOW, missing: [] });

/** What every ledger must do for a feed. */
export function describeFeedLedger(name: string, create: () => FeedLedger) {
  describe(`${name} as a feed's ledger`, () => {
    let ledger: FeedLedger;
    let feed: FeedKey;
    beforeEach(() => {
      ledger = create();
      feed = newFeed();
    });

    async function claimed(claim: Claim): Promise<number> {
      const result = await ledger.claim(feed, claim);
      if (!result.claimed) throw new Error('expected the claim to hold');
      return result.version;
    }

    describe('the row', () => {
      it('is null before the first claim', async () => {
        expect(await ledger.load(feed)).toBeNull();
      });

      it('holds lease and version after a claim, and the state after a save', async () => {
        const version = await claimed(claimBy('a', 0));
        const lease = { holder: 'a', expiresAtMs: NOW + LEASE_MS };
        expect(await ledger.load(feed)).toEqual({ version: 1, lease, state: null });
        expect(await ledger.save(feed, { ...claimBy('a', version), state: { n: 1 }, release: false })).toBe(
          2,
        );
        expect(await ledger.load(feed)).toEqual({ version: 2, lease, state: { n: 1 } });
      });

      it('is free after a save that releases it, and keeps its state through the next claim', async () => {
        const version = await claimed(claimBy('a', 0));
        await ledger.save(feed, { ...claimBy('a', version), state: 'kept', release: true });
        expect((await ledger.load(feed))?.lease).toBeNull();
        await claimed(claimBy('b', 2));
        expect(await ledger.load(feed)).toMatchObject({ version: 3, state: 'kept', lease: { holder: 'b' } });
      });

      it('can be saved without a claim when there is none yet, by one of two', async () => {
        expect(await ledger.save(feed, { ...claimBy('a', 0), state: 'a', release: true })).toBe(1);
        expect(await ledger.save(feed, { ...claimBy('b', 0), state: 'b', release: true })).toBeNull();
        expect((await ledger.load(feed))?.state).toBe('a');
      });

      it('belongs to one feed of one domain, also when their names look alike', async () => {
        const alike: FeedKey[] = [
          feed,
          { ...feed, feed: 'threats' },
          { ...feed, domain: `${feed.domain}#cases` },
          { ...feed, domain: `${feed.domain}%23cases` },
        ];
        for (const [index, one] of alike.entries()) {
          expect(await ledger.save(one, { ...claimBy('a', 0), state: index, release: true })).toBe(1);
        }
        for (const [index, one] of alike.entries()) expect((await ledger.load(one))?.state).toBe(index);
      });

      it.each([
        ['text of all kinds', { text: 'Zürich 東京 🛡️ \u0000 \ud800 \uffff "quoted" \\ ' }],
        ['nesting', { a: [{ b: [[], {}, [null, true, 0, -1.5, 1e300]] }], '': 'empty name', ' #:pk': 1 }],
        ['lists and plain values', [1, 'two', null]],
        [
          '100 KB',
          { gaps: Array.from({ length: 2_000 }, (_, i) => ({ from: `id-${i}`, to: 'é'.repeat(10) })) },
        ],
        ['a number', 42],
        ['nothing', null],
      ])('gives the state back exactly: %s', async (_what, state) => {
        await ledger.save(feed, { ...claimBy('a', 0), state, release: true });
        expect((await ledger.load(feed))?.state).toEqual(state);
      });
    });

    describe('the fence', () => {
      it('refuses the save of a holder whose version is old, and changes nothing', async () => {
        const version = await claimed(claimBy('slow', 0));
        await claimed(claimBy('quick', version, NOW + LEASE_MS));
        const before = await ledger.load(feed);
        const stale = { ...claimBy('slow', version, NOW + LEASE_MS), state: 'stale', release: false };
        expect(await ledger.save(feed, stale)).toBeNull();
        expect(await ledger.load(feed)).toEqual(before);
      });

      it('refuses a claim with an old or an invented version, and says how the row stands', async () => {
        const version = await claimed(claimBy('a', 0));
        await ledger.save(feed, { ...claimBy('a', version), state: 's', release: true });
        for (const wrong of [0, 1, 3]) {
          expect(await ledger.claim(feed, claimBy('b', wrong))).toEqual({
            claimed: false,
            row: { version: 2, lease: null, state: 's' },
          });
        }
      });

      it('refuses a claim on a row that is not there', async () => {
        expect(await ledger.claim(feed, claimBy('a', 7))).toEqual({ claimed: false, row: null });
        expect(await ledger.save(feed, { ...claimBy('a', 7), state: 1, release: true })).toBeNull();
        expect(await ledger.load(feed)).toBeNull();
      });

      it("refuses the save of one who knows the version, but not the lease, while another's is alive", async () => {
        const version = await claimed(claimBy('a', 0));
        const save = { state: 'looked', release: true };
        const during = { ...claimBy('b', version, NOW + LEASE_MS - 1), ...save };
        expect(await ledger.save(feed, during)).toBeNull();
        const after = { ...claimBy('b', version, NOW + LEASE_MS), ...save };
        expect(await ledger.save(feed, after)).toBe(2);
      });

      it("respects another's lease to the millisecond", async () => {
        const version = await claimed(claimBy('a', 0));
        const lastMoment = await ledger.claim(feed, claimBy('b', version, NOW + LEASE_MS - 1));
        expect(lastMoment).toMatchObject({ claimed: false, row: { lease: { holder: 'a' } } });
        expect(await ledger.claim(feed, claimBy('b', version, NOW + LEASE_MS))).toEqual({
          claimed: true,
          version: 2,
        });
      });

      it('does not believe a lease that ends later than two from now, as one of a process whose clock is ahead', async () => {
        const HOUR_MS = 60 * 60_000;
        const version = await claimed(claimBy('ahead', 0, NOW + HOUR_MS));
        const asLong = await ledger.claim(feed, claimBy('b', version, NOW + HOUR_MS - LEASE_MS));
        expect(asLong).toMatchObject({ claimed: false, row: { lease: { holder: 'ahead' } } });
        const longer = claimBy('b', version, NOW + HOUR_MS - LEASE_MS - 1);
        expect(await ledger.claim(feed, longer)).toEqual({ claimed: true, version: 2 });
      });

      it('renews the lease of its own holder at any time', async () => {
        const version = await claimed(claimBy('a', 0));
        expect(await claimed(claimBy('a', version, NOW + 1_000))).toBe(2);
        expect((await ledger.load(feed))?.lease?.expiresAtMs).toBe(NOW + 1_000 + LEASE_MS);
      });

      it('lets one of several claims win that arrive at once, round after round', async () => {
        let version = 0;
        for (let round = 0; round < 25; round++) {
          const nowMs = NOW + round * LEASE_MS;
          const claims = ['a', 'b', 'c', 'd', 'e'].map((holder) =>
            ledger.claim(feed, claimBy(`${holder}${round}`, version, nowMs)),
          );
          const results = await Promise.all(claims);
          expect(results.filter((result) => result.claimed)).toHaveLength(1);
          version++;
        }
      });

      it('lets one of several saves win that arrive at once', async () => {
        const version = await claimed(claimBy('a', 0));
        const saves = [1, 2, 3, 4, 5].map((state) =>
          ledger.save(feed, { ...claimBy('a', version), state, release: false }),
        );
        const results = await Promise.all(saves);
        expect(results.filter((result) => result !== null)).toEqual([2]);
      });
    });

    describe('items', () => {
      it('knows none of them at first, and none when asked for none', async () => {
        expect(await ledger.recorded(feed, ['x'])).toEqual(new Map());
        expect(await ledger.recorded(feed, [])).toEqual(new Map());
        await ledger.record(feed, []);
      });

      it('remembers a thousand of them, and only them', async () => {
        const ids = Array.from({ length: 1_000 }, (_, i) => `id-${i}`);
        await ledger.record(feed, ids.map(done));
        const known = await ledger.recorded(feed, [...ids, 'stranger']);
        expect(known.size).toBe(1_000);
        expect(known.get('id-999')).toEqual({ missing: [] });
        expect(known.has('stranger')).toBe(false);
      });

      it('takes the last of several records of one item in one call, and ids asked for twice', async () => {
        await ledger.record(feed, [{ ...done('x'), missing: ['slack'] }, done('y'), done('x')]);
        expect(await ledger.recorded(feed, ['x', 'x', 'y'])).toEqual(
          new Map([
            ['x', { missing: [] }],
            ['y', { missing: [] }],
          ]),
        );
        expect(await ledger.unfinished(feed, 10)).toEqual([]);
      });

      it('are known as history until they are announced', async () => {
        await ledger.record(feed, [{ ...done('old'), quiet: true }, done('new')]);
        const quiet = async () =>
          [...(await ledger.recorded(feed, ['old', 'new']))].map(([id, one]) => [id, one.quiet === true]);
        expect(new Map((await quiet()) as [string, boolean][])).toEqual(
          new Map([
            ['old', true],
            ['new', false],
          ]),
        );
        await ledger.record(feed, [done('old')]);
        expect((await quiet()).filter(([, is]) => is)).toEqual([]);
      });

      it('may be told twice', async () => {
        await ledger.record(feed, [done('x')]);
        await ledger.record(feed, [done('x')]);
        expect((await ledger.recorded(feed, ['x'])).size).toBe(1);
      });

      it('keeps odd ids apart', async () => {
        const odd = [
          ...['a#b', 'a', '#', '%23', 'é', 'e\u0301', '🛡️', ' ', '\ud800', '\ud801', 'cases#a', '__proto__'],
          ...['x'.repeat(3_000), `${'x'.repeat(3_000)}y`, 'sha256:x'],
        ];
        await ledger.record(feed, odd.map(done));
        expect([...(await ledger.recorded(feed, odd)).keys()].toSorted()).toEqual(odd.toSorted());
        expect((await ledger.recorded(feed, ['b', 'A', '\ud802', 'x'.repeat(3_001)])).size).toBe(0);
      });

      it('keeps the items of feeds apart', async () => {
        await ledger.record(feed, [done('x')]);
        expect((await ledger.recorded({ ...feed, feed: 'threats' }, ['x'])).size).toBe(0);
        expect((await ledger.recorded(newFeed(), ['x'])).size).toBe(0);
      });
    });

    describe('threats that cases tell', () => {
      const told = (id: string, caseId: string, ...at: string[]) => ({ id, caseId, at });

      it('are none at first, and none when asked for none', async () => {
        expect((await ledger.coveredAt(feed.domain, ['e1'])).size).toBe(0);
        expect((await ledger.coveredAt(feed.domain, [])).size).toBe(0);
      });

      it('come back with the chats that were noted last, in the domain that this was for', async () => {
        const many = Array.from({ length: 120 }, (_, n) => told(`e${n}`, 'c1', 'soc', 'duty'));
        await ledger.noteCovered(feed.domain, many);
        await ledger.noteCovered(feed.domain, [told('e1', 'c1', 'soc'), told('e1', 'c2', 'lead')]);
        const found = await ledger.coveredAt(feed.domain, ['e1', 'e2', 'e119', 'e120', 'e2']);
        expect([...found]).toEqual(
          expect.arrayContaining([
            ['e1', ['lead']],
            ['e2', ['soc', 'duty']],
            ['e119', ['soc', 'duty']],
          ]),
        );
        expect(found.size).toBe(3);
        expect((await ledger.coveredAt(`${feed.domain}#`, ['e1'])).size).toBe(0);
      });

      it('are nowhere told where no chat got the case', async () => {
        await ledger.noteCovered(feed.domain, [told('e1', 'c1')]);
        expect((await ledger.coveredAt(feed.domain, ['e1'])).size).toBe(0);
      });

      it('do not count as recorded, and leave alone what is missing of them', async () => {
        const threats = { ...feed, feed: 'threats' } as const;
        await ledger.record(threats, [{ ...done('e1'), missing: ['lake'], item: {} }]);
        await ledger.noteCovered(feed.domain, [told('e1', 'c1', 'soc'), told('e2', 'c1', 'soc')]);
        const recorded = await ledger.recorded(threats, ['e1', 'e2']);
        expect([...recorded].map(([id, { missing }]) => [id, missing])).toEqual([['e1', ['lake']]]);
        expect((await ledger.unfinished(threats, 5)).map(({ id }) => id)).toEqual(['e1']);
      });
    });

    describe('unfinished items', () => {
      const unfinished = (id: string, createdAtMs: number): ItemRecord => ({
        id,
        createdAtMs,
        missing: ['slack', 'lake'],
        item: { case_id: id, note: '🛡️ \ud800', nested: [{ a: null }] },
      });

      it('come back whole, oldest first, as many as asked for', async () => {
        const [a, b, c] = [unfinished('a', NOW + 2), unfinished('b', NOW), unfinished('c\ud800', NOW + 1)];
        await ledger.record(feed, [a, b, c, done('d')]);
        expect(await ledger.unfinished(feed, 10)).toEqual([b, c, a]);
        expect(await ledger.unfinished(feed, 2)).toEqual([b, c]);
        expect((await ledger.recorded(feed, ['a'])).get('a')).toEqual({ missing: ['slack', 'lake'] });
        expect(await ledger.unfinished(newFeed(), 10)).toEqual([]);
      });

      it('disappear once nothing is missing', async () => {
        await ledger.record(feed, [unfinished('a', NOW), unfinished('b', NOW)]);
        await ledger.record(feed, [{ ...unfinished('a', NOW), missing: ['lake'] }, done('b')]);
        expect((await ledger.unfinished(feed, 10)).map(({ id, missing }) => [id, missing])).toEqual([
          ['a', ['lake']],
        ]);
        await ledger.record(feed, [done('a')]);
        expect(await ledger.unfinished(feed, 10)).toEqual([]);
        expect((await ledger.recorded(feed, ['a', 'b'])).size).toBe(2);
      });

      it('may be large, and many', async () => {
        const large = { text: 'x'.repeat(300_000) };
        const records = Array.from({ length: 8 }, (_, i) => ({
          ...unfinished(`l${i}`, NOW + i),
          item: large,
        }));
        await ledger.record(feed, records);
        expect(await ledger.unfinished(feed, 7)).toEqual(records.slice(0, 7));
      });
    });
  });
}
