import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../../console/client/chat/advice.ts';
import { boldParts, mentionParts, splitEmoji } from '../../../console/client/chat/text-parts.ts';
import { changeBridge } from '../../../console/client/state/change-bridge.ts';
import type { Bridge } from '../../../console/client/state/state.ts';
import { BRIDGE, message } from './bridge.ts';

describe('boldParts', () => {
  it('splits our own words', () => {
    expect(boldParts('**High**  ·  3 events')).toEqual([
      { text: 'High', bold: true },
      { text: '  ·  3 events', bold: false },
    ]);
  });

  it.each(['2 ** 3', '**', '****', 'a ** b ** c'])('leaves stars without a partner: %s', (text) => {
    expect(boldParts(text)).toEqual([{ text, bold: false }]);
  });
});

describe('mentionParts', () => {
  const ada = { type: 'mention', text: '<at>Ada</at>', mentioned: { id: 'x', name: 'Ada Winter' } };

  it('names whom the card calls', () => {
    expect(mentionParts('<at>Ada</at> <at>Bo</at> 1 < 2', [ada])).toEqual([
      { text: 'Ada Winter', mention: true },
      { text: ' ', mention: false },
      { text: '<at>Bo</at>', mention: false },
      { text: ' 1 < 2', mention: false },
    ]);
  });

  it('leaves text as it is where the card calls nobody', () => {
    for (const entities of [undefined, null, [], {}])
      expect(mentionParts('<at>Ada</at>', entities)).toEqual([{ text: '<at>Ada</at>', mention: false }]);
  });
});

describe('adviceFor', () => {
  const shown = changeBridge(BRIDGE, { atMs: 2, slack: { messages: [message('1')] } });
  const stranger = (bridge: Bridge): Bridge => ({
    ...bridge,
    people: bridge.people.map((person) => ({ ...person, role: 'not allowed' })),
  });
  const without = (bridge: Bridge): Bridge => ({ ...bridge, about: { ...bridge.about, decidable: false } });

  it('speaks of buttons where there are some', () => {
    expect(adviceFor(BRIDGE)).toMatch(/appears here by itself/);
    expect(adviceFor(shown)).toMatch(/^Press a button on a case as Ada/);
    expect(adviceFor(stranger(shown))).toMatch(/^Ada may not decide: press a button/);
  });

  it('tells nobody to press what is not there', () => {
    for (const bridge of [BRIDGE, shown, stranger(BRIDGE), stranger(shown)]) {
      expect(adviceFor(without(bridge))).not.toMatch(/press/i);
    }
  });
});

describe('splitEmoji', () => {
  it('draws the ones that the bridge uses, with and without their selector', () => {
    const drawn = splitEmoji('🔴 a ⚠️ b ⚠ c').map(({ text, drawing }) => [text, drawing !== null]);
    expect(drawn).toEqual([
      ['🔴', true],
      [' a ', false],
      ['⚠️', true],
      [' b ', false],
      ['⚠', true],
      [' c', false],
    ]);
  });

  it('loses nothing of any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '🔴', '⚠', '\uFE0F', '👋', '🚩', ' ') });
    fc.assert(
      fc.property(text, (any) => {
        expect(
          splitEmoji(any)
            .map((part) => part.text)
            .join(''),
        ).toBe(any);
      }),
    );
  });
});
