import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../local/teams/reading/read-markdown.ts';
import { readMessage } from '../../../../local/teams/reading/read-message.ts';
import { block, card, execute, rich } from './harness.ts';

const read = (...body: object[]) =>
  readMessage({ text: '', textFormat: 'plain', entities: [], cards: [card(body)] });
const EVIL = '[click](https://evil.example) <at>Ada</at> **bold** {{DATE(2026-11-15T09:00:00Z,SHORT)}}';

describe('a text that is read as Markdown', () => {
  it('has links, however they are written', () => {
    const urls = (text: string) => readMarkdown(text).links.map(({ url, bare }) => (bare ? `~${url}` : url));
    expect(urls('[a](https://b.example/c?d=e)')).toEqual(['https://b.example/c?d=e']);
    expect(urls('![a](https://b.example)')).toEqual(['https://b.example']);
    expect(urls('[a](javascript:b)')).toEqual(['javascript:b']);
    expect(urls('[a][1]\n\n[1]: b.example')).toEqual(['b.example']);
    expect(urls('<a href="https://b.example">a</a>')).toEqual(['https://b.example']);
    expect(urls('see https://b.example, or www.c.example')).toEqual([
      '~https://b.example,',
      '~www.c.example',
    ]);
    expect(urls('mailto:a@b.example')).toEqual(['~mailto:a@b.example']);
    expect(urls('[a [b] c](javascript:d)')).toEqual(['javascript:d']);
    expect(urls('no [link] (here), 1 < 2, a_b')).toEqual([]);
  });

  it('loses its meaning behind a backslash', () => {
    expect(readMarkdown('\\[a\\]\\(b\\) \\*\\*c\\*\\* \\_d\\_')).toMatchObject({ links: [], formatting: [] });
  });

  it('has formatting', () => {
    expect(readMarkdown('**a** _b_ `c`\n# d\n- e\n1. f\n> g').formatting).toHaveLength(7);
    expect(readMarkdown('snake_case_name, 2 * 3 * 4, #5').formatting).toEqual([]);
  });

  it('is read to its end, however hostile', () => {
    for (const piece of ['[', '](', '<a ', '<at ', '{{DATE(', 'a.', ' *a', '**', '`', 'www.'])
      expect(readMarkdown(piece.repeat(80_000 / piece.length))).toBeDefined();
  });

  it('is never read wrongly when every sign in it is escaped', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const escaped = text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s/g, ' ');
        const { links } = readMarkdown(escaped);
        expect(links.filter(({ bare }) => !bare)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a message', () => {
  it('takes the text of a TextRun as it is, but for dates', () => {
    const { links, mentions, markdown, dates, shown } = read(rich(EVIL));
    expect([links, mentions, markdown]).toEqual([[], [], []]);
    expect(dates).toMatchObject([{ where: '/cards/0/body/0/inlines/0/text' }]);
    expect(shown).toEqual([EVIL]);
  });

  it('finds what is live in blocks, facts, choices and messages of inputs', () => {
    const places: [string, object][] = [
      ['/cards/0/body/0/text', block(EVIL)],
      ['/cards/0/body/0/facts/0/value', { type: 'FactSet', facts: [{ title: 'a', value: EVIL }] }],
      ['/cards/0/body/0/facts/0/title', { type: 'FactSet', facts: [{ title: EVIL, value: 'a' }] }],
      [
        '/cards/0/body/0/choices/0/title',
        { type: 'Input.ChoiceSet', id: 'a', choices: [{ title: EVIL, value: EVIL }] },
      ],
      ['/cards/0/body/0/title', { type: 'Input.Toggle', id: 'a', title: EVIL }],
      ['/cards/0/body/0/errorMessage', { type: 'Input.Text', id: 'a', errorMessage: EVIL }],
      ['/cards/0/body/0/items/0/text', { type: 'Container', items: [block(EVIL)] }],
    ];
    for (const [where, element] of places) {
      const reading = read(element);
      expect(reading.links).toMatchObject([{ url: 'https://evil.example', label: 'click', where }]);
      expect(reading.mentions).toEqual([{ name: 'Ada', who: null, where }]);
      expect(reading.dates).toHaveLength(1);
      expect(reading.markdown.find((text) => text.where === where)?.formatting).toEqual(['**bold**']);
    }
  });

  it('takes labels, placeholders and titles of buttons as they are', () => {
    const input = { type: 'Input.Text', id: 'a', label: EVIL, placeholder: EVIL };
    const reading = readMessage({
      text: '',
      textFormat: 'plain',
      entities: [],
      cards: [card([input], { actions: [execute('go', { title: EVIL, data: { text: EVIL } })] })],
    });
    expect([reading.links, reading.mentions, reading.markdown]).toEqual([[], [], []]);
  });

  it('counts what buttons and images lead to', () => {
    const open = { type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' };
    const { links } = read(
      { type: 'ActionSet', actions: [open] },
      { type: 'Image', url: 'https://b.example' },
    );
    expect(links.map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example']);
  });

  it('knows whom a mention means, in its text and on its cards', () => {
    const mention = { type: 'mention', text: '<at>Ada</at>', mentioned: { id: '29:1', name: 'Ada' } };
    const body = [block('Hi <at>Ada</at> and <at>Bo</at>')];
    const { mentions } = readMessage({
      text: '<at>Ada</at> hello',
      textFormat: 'markdown',
      entities: [mention],
      cards: [card(body, { msteams: { entities: [mention] } })],
    });
    expect(mentions.map(({ who }) => who)).toEqual(['29:1', '29:1', null]);
  });

  it('has no Markdown in plain text', () => {
    const reading = readMessage({ text: EVIL, textFormat: 'plain', entities: [], cards: [] });
    expect([reading.links, reading.markdown]).toEqual([[], []]);
  });
});
