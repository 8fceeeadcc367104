import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWakeUp, wakeUpOf } from '../../../lib/outbox/wake-up.ts';

const toWake = {
  domain: 'acme',
  destination: 'soc',
  items: [{ feed: 'cases' as const, id: 'c1 \u{1f6e1}\uffff' }],
  time: '1',
};
const { body } = wakeUpOf(toWake);
const said = JSON.parse(body) as object;

describe('a wake-up', () => {
  it('comes back as it was written', () => {
    const { time: _, ...wakeUp } = toWake;
    expect(readWakeUp(body)).toEqual({ ok: true, message: { v: 1, kind: 'wake-up', ...wakeUp } });
  });

  it('names nothing that would make it too large for a queue: the list has it', () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      feed: 'cases' as const,
      id: `${n}`.repeat(100_000),
    }));
    expect(wakeUpOf({ ...toWake, items }).body.length).toBeLessThan(100_000);
  });

  it.each([
    ['not JSON', false, '{"v":1'],
    ['empty', false, ''],
    ['not an object', false, '[]'],
    ['without a version', false, '{}'],
    ['of another version', true, JSON.stringify({ ...said, v: 2 })],
    ['of an unknown kind', true, JSON.stringify({ ...said, kind: 'poem' })],
    ['without a destination', true, JSON.stringify({ ...said, destination: undefined })],
    ['for an item without id', true, JSON.stringify({ ...said, items: [{ feed: 'cases' }] })],
  ])(
    'that is %s is told apart from what another version may understand',
    (_what, mayBecomeReadable, text) => {
      expect(readWakeUp(text)).toMatchObject({ ok: false, mayBecomeReadable });
    },
  );

  it('never throws, whatever it reads', () => {
    fc.assert(fc.property(fc.json(), (text) => typeof readWakeUp(text).ok === 'boolean'));
    fc.assert(fc.property(fc.string(), (text) => !readWakeUp(text).ok));
  });
});
