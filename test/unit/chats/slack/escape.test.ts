import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean } from '../../../../lib/base/text/clean-text.ts';
import { escapeMrkdwn, plainSafe } from '../../../../lib/chats/slack/escape.ts';
import { nastyText } from '../document/hostile.ts';

describe('escaped text', () => {
  it('has no bracket and no bare ampersand, and takes at most five characters for one', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const cleaned = clean(text);
        const escaped = escapeMrkdwn(cleaned);
        expect(escaped).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(escaped.length).toBeLessThanOrEqual(5 * cleaned.length);
      }),
    );
  });

  it('leaves words as they are', () => {
    expect(escapeMrkdwn('R&D: 4,812 files')).toBe('R&amp;D: 4,812 files');
    expect(plainSafe('<b> & co')).toBe('‹b› & co');
  });
});
