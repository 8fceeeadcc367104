import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeTarget } from '../../../../lib/chats/document/button-target.ts';
import { shareOf } from '../../../support/extent.ts';
import { parseTarget } from '../../../support/sealed.ts';
import { nastyText } from './hostile.ts';
import { CASE } from './stories.ts';

describe('the target of a press', () => {
  it('is read back from what was written, whatever the ids are, or was not written at all', () => {
    const id = nastyText.filter((text) => text !== '');
    const target = fc.record({
      domain: id,
      caseId: id,
      destination: id,
      createdAtMs: fc.integer({ min: -6e13, max: 2e14 }),
      decisionId: fc.option(id, { nil: null }),
    });
    fc.assert(
      fc.property(target, (one) => {
        const value = writeTarget(one);
        if (value === null) return;
        expect(value).toMatch(/^[ -~]{1,600}$/);
        expect(value).not.toMatch(/[<>&]/);
        expect(parseTarget(value)).toEqual(one);
      }),
      { numRuns: shareOf(2_000, 5) },
    );
  });

  it('always fits for the ids that the contract promises', () => {
    const longest = 'x'.repeat(32);
    const value = writeTarget({
      domain: longest,
      caseId: CASE.case_id,
      destination: longest,
      createdAtMs: Date.parse(CASE.created_at),
      decisionId: 'f'.repeat(64),
    });
    expect(value?.length).toBeLessThan(300);
  });

  it.each([
    ['nothing', undefined],
    ['no text', { d: 'acme' }],
    ['what is no JSON', '{"d":'],
    ['JSON of another shape', '{"d":1}'],
    ['more than a button holds', JSON.stringify({ d: 'a', c: 'c'.repeat(600), n: 'soc', t: 1 })],
  ])('is null for %s', (_, value) => {
    expect(parseTarget(value)).toBeNull();
  });
});
