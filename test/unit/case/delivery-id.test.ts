import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFifoId, toFifoId } from '../../../lib/base/queues/fifo-id.ts';
import { deliveryIdOf } from '../../../lib/case/delivery-id.ts';
import { shareOf } from '../../support/extent.ts';
import { anyCharacter } from '../any-character.ts';

const part = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'a:b',
    ':',
    '',
    'acme',
    'sha256',
    'cases',
    'x'.repeat(200),
    'é',
    '\ud800',
    '\ud801',
    'a b',
  ),
  fc.string({ unit: anyCharacter, maxLength: 6 }),
);
const delivery = fc.record({ domain: part, feed: part, id: part, destination: part });

describe('the id of a delivery', () => {
  it('can be read where that is possible', () => {
    const id = '4d8698f6-7d3f-49bf-b104-649f7b384b11';
    const delivery = { domain: 'acme.example', feed: 'cases', id, destination: 'soc-slack' };
    expect(deliveryIdOf(delivery)).toBe(`acme.example:cases:${id}:soc-slack`);
  });

  it('is always one that SQS takes', () => {
    fc.assert(fc.property(delivery, (one) => isFifoId(deliveryIdOf(one))));
  });

  it('is the same for the same delivery and never for another', () => {
    fc.assert(
      fc.property(delivery, delivery, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(deliveryIdOf(one) === deliveryIdOf(other)).toBe(same);
        expect(deliveryIdOf({ ...one })).toBe(deliveryIdOf(one));
      }),
      { numRuns: shareOf(3_000, 5) },
    );
  });

  it('keeps apart what a moved separator would confuse', () => {
    const at = (domain: string, id: string) => deliveryIdOf({ domain, feed: 'cases', id, destination: 'd' });
    expect(at('a:cases', 'b')).not.toBe(at('a', 'cases:b'));
  });
});

it('makes a FIFO id of any text, and leaves those alone that are one', () => {
  expect(toFifoId('19:abc@thread.tacv2')).toBe('19:abc@thread.tacv2');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => isFifoId(toFifoId(text))),
  );
});
