import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../local/slack/reading/read-message.ts';
import {
  EAGER,
  PLAIN,
  readText,
  topLevelRules,
  VERBATIM,
} from '../../../../local/slack/reading/read-text.ts';
import { anyCharacter } from '../../any-character.ts';
import { createHarness, mrkdwn, plain } from './harness.ts';

const { service } = createHarness();
const { names } = service.directory;
const read = (text: string, rules = EAGER) => readText(text, rules, names);
const live = (text: string, rules = EAGER) => read(text, rules).live;

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

describe('what is written in angle brackets', () => {
  it.each([
    ['<@U0000000002>', { kind: 'user', who: 'U0000000002' }],
    ['<@U0000000002|ada>', { kind: 'user', who: 'U0000000002' }],
    ['<@W12345678>', { kind: 'user', who: 'W12345678' }],
    ['<!subteam^S12345678>', { kind: 'group', who: 'S12345678' }],
    ['<!subteam^S12345678|@analysts>', { kind: 'group', who: 'S12345678' }],
    ['<!here>', { kind: 'broadcast', who: 'here' }],
    ['<!here|here>', { kind: 'broadcast', who: 'here' }],
    ['<!channel>', { kind: 'broadcast', who: 'channel' }],
    ['<!group>', { kind: 'broadcast', who: 'channel' }],
    ['<!everyone>', { kind: 'broadcast', who: 'everyone' }],
    ['<#C0000000001>', { kind: 'channel', who: 'C0000000001' }],
    [
      '<https://evil.example|https://bank.example>',
      { kind: 'link', url: 'https://evil.example', label: 'https://bank.example' },
    ],
    ['<mailto:a@b.example|write>', { kind: 'link', url: 'mailto:a@b.example' }],
    ['<javascript:alert(1)|x>', { kind: 'link', url: 'javascript:alert(1)' }],
    ['<!date^1700000000^{date}^https://evil.example|today>', { kind: 'link', url: 'https://evil.example' }],
  ])('%s is live, verbatim or not', (text, expected) => {
    for (const rules of [EAGER, VERBATIM])
      expect(live(`a ${text} b`, rules)).toEqual([expect.objectContaining(expected)]);
    expect(live(text, PLAIN)).toEqual([]);
    expect(live(escaped(text), VERBATIM)).toEqual([]);
  });

  it('shows what a person would see', () => {
    expect(
      read('<@U0000000002> in <#C0000000001>: <https://a.example|look> &lt;here&gt; &amp;amp;').shown,
    ).toBe('@Ada Winter in #sec-cases: look <here> &amp;');
    expect(read('<!date^1700000000^{date_short}|15 Nov>').shown).toBe('15 Nov');
    expect(read('<!date^1700000000^{date_short}|15 Nov>').live).toEqual([]);
    expect(read('<nothing> <!who knows|this>', VERBATIM).shown).toBe('<nothing> this');
  });

  it('never comes alive once it is escaped, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const reading = read(escaped(text), VERBATIM);
        return reading.live.length === 0 && reading.shown === text;
      }),
    );
  });
});

describe('what comes alive by itself', () => {
  it.each([
    ['@here', { kind: 'broadcast', who: 'here', bare: true }],
    ['look, @channel!', { kind: 'broadcast', who: 'channel', bare: true }],
    ['(@everyone)', { kind: 'broadcast', who: 'everyone', bare: true }],
    ['ask @ada', { kind: 'user', who: 'U0000000002', bare: true }],
    ['ask @analysts', { kind: 'group', who: 'S0000000001', bare: true }],
    ['see #sec-cases', { kind: 'channel', who: 'C0000000001', bare: true }],
    ['https://evil.example/a?b=c.', { kind: 'link', url: 'https://evil.example/a?b=c', bare: true }],
    ['go to evil.example now', { kind: 'link', url: 'http://evil.example', bare: true }],
    ['mail a.b@evil.example', { kind: 'link', url: 'mailto:a.b@evil.example', bare: true }],
  ])('%s, unless the text is verbatim', (text, expected) => {
    expect(live(text)).toContainEqual(expected);
    expect(live(text, VERBATIM)).toEqual([]);
    expect(live(text, PLAIN)).toEqual([]);
  });

  it('leaves words alone that only look like names', () => {
    for (const text of ['@nobody', '#no-such-channel', 'a@here', 'C# and #4521', '1.5 of 3.'])
      expect(live(text)).toEqual([]);
  });

  it('follows parse at the top: addresses always, names when asked for', () => {
    const kinds = (rules = EAGER) => live('@here https://a.example', rules).map(({ kind }) => kind);
    expect(kinds(topLevelRules('none', false, true))).toEqual(['link']);
    expect(kinds(topLevelRules('none', true, true))).toEqual(['link', 'broadcast']);
    expect(kinds(topLevelRules('full', false, true))).toEqual(['link', 'broadcast']);
    expect(kinds(topLevelRules('client', false, true))).toEqual(['link', 'broadcast']);
  });
});

describe('formatting', () => {
  it('is found in mrkdwn and nowhere else', () => {
    const text = '*bold* _soft_ ~gone~ `code` 2*3*4 snake_case_name';
    expect(read(text).formatting).toEqual(['`code`', '*bold*', '_soft_', '~gone~']);
    expect(read('&gt; quoted').formatting).toEqual(['&gt; quoted']);
    expect(read(text, PLAIN).formatting).toEqual([]);
  });
});

describe('a whole message', () => {
  it('is read to the last corner, and says where things are', () => {
    const { mentions, links } = readMessage(
      {
        text: '<!here>',
        rules: topLevelRules('none', false, true),
        blocks: [
          { type: 'section', text: mrkdwn('@channel'), fields: [plain('<@U1>'), mrkdwn('<@U0000000003>')] },
          {
            type: 'actions',
            elements: [
              { type: 'button', text: plain('Open'), url: 'https://a.example' },
              { type: 'overflow', options: [{ text: plain('More'), value: 'v', url: 'https://b.example' }] },
            ],
          },
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: '<!channel> @here https://not.example' },
                  { type: 'link', url: 'https://c.example', text: 'c' },
                  { type: 'broadcast', range: 'everyone' },
                  { type: 'usergroup', usergroup_id: 'S1' },
                ],
              },
            ],
          },
          { type: 'image', image_url: 'https://d.example/i.png', alt_text: 'd' },
        ],
      },
      names,
    );
    expect(mentions.map(({ who, where }) => [who, where])).toEqual([
      ['here', '/text'],
      ['channel', '/blocks/0/text'],
      ['U0000000003', '/blocks/0/fields/1'],
      ['everyone', '/blocks/2/elements/0/elements/2'],
      ['S1', '/blocks/2/elements/0/elements/3'],
    ]);
    expect(links.map(({ url }) => url)).toEqual([
      'https://a.example',
      'https://b.example',
      'https://c.example',
      'https://d.example/i.png',
    ]);
  });

  it('has nothing alive when it is escaped and verbatim, or plain', () => {
    const nasty = '<!channel> @here <https://evil.example|bank> https://evil.example';
    const { mentions, links } = readMessage(
      {
        blocks: [
          { type: 'header', text: plain(nasty) },
          { type: 'section', text: { ...mrkdwn(escaped(nasty)), verbatim: true } },
        ],
      },
      names,
    );
    expect([mentions, links]).toEqual([[], []]);
  });
});
