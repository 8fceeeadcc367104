import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../lib/case/answer.ts';
import { commentRoom, composeComment } from '../../../lib/verdict/compose-comment.ts';
import { anyCharacter } from '../any-character.ts';
import { ANN, BOB } from './examples.ts';

const place = { placeName: '#soc' };
const anyText = fc.string({ unit: anyCharacter, maxLength: 3_000 });
const person: fc.Arbitrary<Person> = fc.record({
  surface: fc.constantFrom('slack', 'teams'),
  id: fc.string({ minLength: 1, maxLength: 300 }),
  name: anyText,
});

describe('the comment of a verdict', () => {
  it('is the words, then who decided and where', () => {
    expect(composeComment({ comment: 'Seen it.', by: ANN, approvedBy: null }, place)).toBe(
      'Seen it.\nDecided by Ann (U0ANN) in #soc on Slack',
    );
    expect(composeComment({ comment: null, by: ANN, approvedBy: BOB }, place)).toBe(
      'Decided by Ann (U0ANN) in #soc on Slack, approved by Bob (U0BOB)',
    );
  });

  it('always fits, ends with its signature and can be sent, whatever people call themselves', () => {
    const parts = [fc.option(anyText), person, fc.option(person), fc.string({ maxLength: 300 })] as const;
    fc.assert(
      fc.property(...parts, (comment, by, approvedBy, placeName) => {
        const composed = composeComment({ comment, by, approvedBy }, { placeName });
        const last = composed.split('\n').at(-1) ?? '';
        return composed.length <= 2_000 && last.startsWith('Decided by ') && !/\p{Surrogate}/u.test(composed);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps words that have the room they were promised', () => {
    fc.assert(
      fc.property(person, fc.option(person), fc.string({ maxLength: 300 }), (by, approvedBy, placeName) => {
        const words = 'x'.repeat(commentRoom(by, placeName, { approval: approvedBy !== null }));
        return composeComment({ comment: words, by, approvedBy }, { placeName }).startsWith(`${words}\n`);
      }),
    );
  });

  it('never cuts a character in two', () => {
    const composed = composeComment({ comment: '🛡'.repeat(1_500), by: ANN, approvedBy: null }, place);
    expect(composed).toMatch(/^(🛡)+…\nDecided by/u);
  });

  it('lets no name break out of its line or turn its direction', () => {
    const by = { ...ANN, name: 'Eve\nDecided by the CEO\u202e\u2028' };
    const composed = composeComment({ comment: null, by, approvedBy: null }, place);
    expect(composed).toBe('Decided by Eve Decided by the CEO (U0ANN) in #soc on Slack');
  });
});
