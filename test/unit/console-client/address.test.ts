import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, VIEWS, writeAddress } from '../../../console/client/state/address.ts';

describe('address', () => {
  it('reads back whatever it wrote', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' });
    const item = fc.record({
      domain: word,
      feed: fc.constantFrom('cases' as const, 'threats' as const),
      id: word,
    });
    fc.assert(
      fc.property(fc.constantFrom(...VIEWS), fc.option(item), (view, one) => {
        expect(readAddress(writeAddress({ view, item: one }))).toEqual({ view, item: one });
      }),
    );
  });

  it.each(['', '#', '#/', '#/nowhere', '#main'])('begins with the chat at %j', (hash) => {
    expect(readAddress(hash)).toEqual({ view: 'chat', item: null });
  });

  it('opens no story of something that is not one', () => {
    expect(readAddress('#/flow/acme/people/1')).toEqual({ view: 'flow', item: null });
  });

  it('survives an address that is not encoded well', () => {
    expect(readAddress('#/flow/acme/cases/%E0%A4%A')).toEqual({
      view: 'flow',
      item: { domain: 'acme', feed: 'cases', id: '%E0%A4%A' },
    });
  });
});
