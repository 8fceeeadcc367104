import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemLink } from '../../../../lib/chats/document/item-link.ts';
import { platformAddress } from '../../../../lib/config/console-links.ts';
import { ConsoleUrl } from '../../../../lib/config/console-url.ts';
import { shareOf } from '../../../support/extent.ts';
import { nastyText } from './hostile.ts';
import { uuid } from './stories.ts';

const ID = uuid(1);

describe('the link to an item', () => {
  it.each([
    ['one template', 'https://app.example.com/{kind}/{id}', `cases/${ID}`, `threats/${ID}`],
    [
      'a query',
      'https://app.example.com/?open={id}&list={kind}',
      `?open=${ID}&list=cases`,
      `?open=${ID}&list=threats`,
    ],
    ['a fragment', 'https://app.example.com/#/{kind}/{id}', `#/cases/${ID}`, `#/threats/${ID}`],
  ])('follows %s', (_, url, forCase, forThreat) => {
    expect(ConsoleUrl.parse(url)).toBe(url);
    expect(itemLink(url, 'cases', ID)).toBe(`https://app.example.com/${forCase}`);
    expect(itemLink(url, 'threats', ID)).toBe(`https://app.example.com/${forThreat}`);
  });

  it('follows a template for each kind, and is missing where there is none', () => {
    const url = ConsoleUrl.parse({ cases: 'https://app.example.com/c/{id}' });
    expect(itemLink(url, 'cases', ID)).toBe(`https://app.example.com/c/${ID}`);
    expect(itemLink(url, 'threats', ID)).toBeNull();
    expect(platformAddress(url)).toBe('https://app.example.com/');
  });

  it('is missing where only the platform as a whole is known', () => {
    expect(itemLink('https://app.example.com/start', 'cases', ID)).toBeNull();
    expect(platformAddress('https://app.example.com/start')).toBe('https://app.example.com/start');
    expect(itemLink(undefined, 'cases', ID)).toBeNull();
    expect(platformAddress(undefined)).toBeNull();
  });

  it.each(['', '.', '..', '...', '\ud800', 'x'.repeat(101), '/'.repeat(40)])(
    'is missing for the id %j',
    (id) => {
      expect(itemLink('https://app.example.com/{kind}/{id}', 'cases', id)).toBeNull();
    },
  );
});

const TEMPLATES = [
  'https://app.example.com/{kind}/{id}',
  'https://app.example.com/a/{kind}/{id}/b?x=1#top',
  'https://app.example.com/?open={id}&list={kind}',
  'https://app.example.com/#/{kind}/{id}',
];

describe('whatever the id of an item is', () => {
  const anyId = fc.oneof(
    nastyText,
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '../../admin',
      '%2e%2e',
      '..%2f..',
      '?x=1',
      '#x',
      '@evil.example',
      '//evil.example',
      '\\\\evil',
      '{kind}',
      '{id}',
      '$&',
      "a'b",
      'a b',
      '.%2e',
      '; x',
      '&list=x',
    ),
  );

  it('changes nothing of the address but its own place', () => {
    let linked = 0;
    fc.assert(
      fc.property(
        anyId,
        fc.constantFrom(...TEMPLATES),
        fc.constantFrom('cases', 'threats'),
        (id, url, kind) => {
          const link = itemLink(url, kind, id);
          if (link === null) return;
          linked++;
          const [before = '', behind = ''] = url.replaceAll('{kind}', kind).split('{id}');
          expect(link.startsWith(before) && link.endsWith(behind)).toBe(true);
          const placed = link.slice(before.length, link.length - behind.length);
          expect(placed).toMatch(/^[\w.%-]+$/);
          expect(decodeURIComponent(placed)).toBe(id);
          // Nor does anybody who opens it read it otherwise, as `..` would be.
          expect(new URL(link).href).toBe(link);
        },
      ),
      { numRuns: shareOf(2_000, 4) },
    );
    expect(linked).toBeGreaterThan(100);
  });
});
