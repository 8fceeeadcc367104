import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseFilter } from '../../../console/cases/filter-cases.ts';
import {
  NOTHING_ASKED,
  readAddress,
  readAsking,
  VIEWS,
  writeAddress,
} from '../../../console/client/state/address.ts';
import { NO_FILTER } from '../../../console/verdicts/filter-verdicts.ts';

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
        expect(readAddress(writeAddress({ view, item: one }, NOTHING_ASKED))).toEqual({ view, item: one });
      }),
    );
  });

  it.each(['', '#', '#/', '#/nowhere', '#main'])('begins with the cases at %j', (hash) => {
    expect(readAddress(hash)).toEqual({ view: 'cases', item: null });
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

  it('keeps what is looked for, so that a reload shows the same', () => {
    const words = fc.string({ unit: 'grapheme' });
    const item = { domain: 'acme', feed: 'cases', id: 'a?b' } as const;
    const filter = fc.record({
      outcome: words,
      what: words,
      person: words,
      place: words,
      text: words,
      hours: fc.nat(),
    });
    const cases = fc.record({
      standing: fc.constantFrom<CaseFilter['standing']>('todo', 'undecided', 'unclear', 'all'),
      claim: fc.constantFrom<CaseFilter['claim']>('any', 'free', 'mine'),
      domain: words,
      type: words,
      person: words,
      text: words,
      page: fc.nat(),
    });
    fc.assert(
      fc.property(filter, cases, (verdictFilter, caseFilter) => {
        const asking = { verdictFilter, caseFilter };
        const verdicts = writeAddress({ view: 'verdicts', item }, asking);
        expect(readAsking(verdicts)).toEqual({ verdictFilter });
        expect(readAddress(verdicts)).toEqual({ view: 'verdicts', item });
        expect(readAsking(writeAddress({ view: 'cases', item: null }, asking))).toEqual({ caseFilter });
      }),
    );
  });

  it('leaves the filters of other views as they are', () => {
    expect(readAsking('#/flow?person=Ada')).toEqual({});
    expect(readAsking('#/verdicts?hours=-1&hours=x')).toEqual({ verdictFilter: NO_FILTER });
  });
});
