import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../lib/base/clock.ts';
import type { Quarantine } from '../../lib/base/queues/quarantine.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let counter = 0;

/** What every keeper of quarantined messages must do. */
export function describeQuarantine(name: string, create: (clock: Clock) => Quarantine) {
  describe(`${name} as quarantined messages`, () => {
    let clock: ManualClock;
    let quarantine: Quarantine;
    let queue: string;
    const message = (id: string, body = '{"v":9}') => ({ id, queue, group: 'soc', body, reason: 'why' });
    const due = async (limit = 10) => (await quarantine.due(queue, limit)).map(({ id }) => id);
    beforeEach(() => {
      clock = createManualClock();
      quarantine = create(clock);
      queue = `queue-${++counter}`;
    });

    it('gives a message back after a minute, as it was', async () => {
      await quarantine.keep(message('a'));
      const sinceMs = clock.now();
      expect(await quarantine.due(queue, 10)).toEqual([]);
      clock.advance(MINUTE);
      expect(await quarantine.due(queue, 10)).toEqual([{ ...message('a'), sinceMs, attempts: 0 }]);
      expect(await quarantine.due('elsewhere', 10)).toEqual([]);
    });

    it.each([
      ['as large as a queue takes', '"x"'.repeat(1_048_576 / 3)],
      ['full of emoji', '🛡️'.repeat(120_000)],
      ['empty', ''],
    ])('gives back a body that is %s', async (_what, body) => {
      await quarantine.keep(message('a', body));
      clock.advance(MINUTE);
      const [found] = await quarantine.due(queue, 10);
      // Compared here: a difference of a megabyte is no message for people.
      expect(found?.body === body).toBe(true);
    });

    it('lets it rest longer each time, up to an hour, until it is dealt with', async () => {
      await quarantine.keep(message('a'));
      const pauses: number[] = [];
      for (let n = 0; n < 9; n++) {
        const beganMs = clock.now();
        while ((await due()).length === 0) clock.advance(MINUTE);
        pauses.push((clock.now() - beganMs) / MINUTE);
        for (const one of await quarantine.due(queue, 10)) expect(await quarantine.postpone(one)).toBe(true);
      }
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
      await quarantine.end(message('a'));
      clock.advance(HOUR);
      expect(await due()).toEqual([]);
    });

    it('stays where it is when it comes again, with the reason of the last time', async () => {
      await quarantine.keep(message('a'));
      clock.advance(MINUTE);
      const [first] = await quarantine.due(queue, 10);
      if (!first) throw new Error('nothing is due');
      await quarantine.postpone(first);
      await quarantine.keep({ ...message('a'), reason: 'another' });
      expect(await due()).toEqual([]);
      clock.advance(2 * MINUTE);
      expect(await quarantine.due(queue, 10)).toMatchObject([{ attempts: 1, reason: 'another' }]);
    });

    it('is queued again by one of two', async () => {
      await quarantine.keep(message('a'));
      clock.advance(MINUTE);
      const [mine] = await quarantine.due(queue, 10);
      if (!mine) throw new Error('nothing is due');
      expect(await Promise.all([quarantine.postpone(mine), quarantine.postpone(mine)])).toContain(false);
      expect(await quarantine.postpone(mine)).toBe(false);
    });

    it('may be ended twice, and is quarantined again if it comes after that', async () => {
      await quarantine.end(message('never there'));
      await quarantine.keep(message('a'));
      await quarantine.end(message('a'));
      await quarantine.end(message('a'));
      await quarantine.keep(message('a', 'anew'));
      clock.advance(MINUTE);
      expect(await quarantine.due(queue, 10)).toMatchObject([{ body: 'anew', attempts: 0 }]);
    });

    it.each([
      ['another message', '{"v":9}', '{"v":8}'],
      ['the beginning of one', '{"v":9}', '{"v":'],
      ['a longer one', '{"v":9}', '{"v":9} '],
      ['a longer one of many parts', 'x'.repeat(250_000), 'x'.repeat(350_000)],
      ['nothing', '{"v":9}', ''],
    ])('is not ended by %s, whatever id that names', async (_what, body, other) => {
      await quarantine.keep(message('a', body));
      expect(await quarantine.holds(message('a', other))).toBe(false);
      await quarantine.end(message('a', other));
      clock.advance(MINUTE);
      expect(await due()).toEqual(['a']);
      expect(await quarantine.holds(message('a', body))).toBe(true);
      await quarantine.end(message('a', body));
      expect(await due()).toEqual([]);
      expect(await quarantine.holds(message('a', ''))).toBe(false);
    });

    it('gives back those that are due longest, as many as asked for', async () => {
      for (const id of ['a', 'b', 'c']) {
        await quarantine.keep(message(id));
        clock.advance(1_000);
      }
      clock.advance(MINUTE);
      expect(await due(2)).toEqual(['a', 'b']);
      expect(await due()).toEqual(['a', 'b', 'c']);
    });
  });
}
