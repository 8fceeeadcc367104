import { type Fields, isFields, walk } from '../../stand-in-kit/fields.ts';
import type { Content } from '../state/messages.ts';
import { type Link, readDates, readMarkdown } from './read-markdown.ts';

/** Where it was found: `/text`, or a pointer into the cards. */
type Placed<Thing> = Thing & { readonly where: string };

export type MessageReading = {
  /** What would lead somewhere. */
  readonly links: readonly Placed<Link>[];
  /** Who would be notified; `who` is null if no entity says whom the name means. */
  readonly mentions: readonly Placed<{ readonly name: string; readonly who: string | null }>[];
  /** Every text that is read as Markdown, and the formatting found in it. */
  readonly markdown: readonly Placed<{ readonly text: string; readonly formatting: readonly string[] }>[];
  /** `{{DATE()}}` and `{{TIME()}}`, which the official renderer fills in even without Markdown. */
  readonly dates: readonly Placed<{ readonly text: string }>[];
  /** Every text in reading order, as sent. */
  readonly shown: readonly string[];
};

/** Properties by type: read as Markdown, or literally. */
const MARKDOWN: Record<string, readonly string[]> = {
  TextBlock: ['text'],
  AdaptiveCard: ['fallbackText'],
  'Input.Toggle': ['title', 'errorMessage'],
};
const LITERAL: Record<string, readonly string[]> = {
  TextRun: ['text'],
  Image: ['altText'],
};

const kindsOf = (fields: Fields, at: string): { markdown: readonly string[]; literal: readonly string[] } => {
  const type = String(fields.type);
  // Facts and choices have no type.
  if (/\/facts\/\d+$/.test(at)) return { markdown: ['title', 'value'], literal: [] };
  if (/\/choices\/\d+$/.test(at)) return { markdown: ['title'], literal: [] };
  if (type.startsWith('Action.')) return { markdown: [], literal: ['title', 'tooltip'] };
  if (type.startsWith('Input.'))
    return { markdown: MARKDOWN[type] ?? ['errorMessage'], literal: ['label', 'placeholder'] };
  return { markdown: MARKDOWN[type] ?? [], literal: LITERAL[type] ?? [] };
};

const textsIn = (fields: Fields, names: readonly string[]): (readonly [string, string])[] =>
  names.flatMap((name) => {
    const text = fields[name];
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });

export const readMessage = (content: Content): MessageReading => {
  const found = {
    links: [] as MessageReading['links'][number][],
    mentions: [] as MessageReading['mentions'][number][],
    markdown: [] as MessageReading['markdown'][number][],
    dates: [] as MessageReading['dates'][number][],
    shown: [] as string[],
  };
  const takeLiteral = (text: string, where: string): void => {
    found.shown.push(text);
    found.dates.push(...readDates(text).map((date) => ({ text: date, where })));
  };
  const takeMarkdown = (text: string, where: string, entities: readonly Fields[]): void => {
    const { links, mentions, formatting } = readMarkdown(text);
    takeLiteral(text, where);
    found.links.push(...links.map((link) => ({ ...link, where })));
    found.markdown.push({ text, formatting, where });
    for (const name of mentions) {
      const entity = entities.find((candidate) => String(candidate.text).includes(`>${name}<`));
      const who = isFields(entity?.mentioned) ? String(entity.mentioned.id) : null;
      found.mentions.push({ name, who, where });
    }
  };

  if (content.text !== '') {
    if (content.textFormat === 'plain') takeLiteral(content.text, '/text');
    else takeMarkdown(content.text, '/text', content.entities);
  }
  for (const [index, card] of content.cards.entries()) {
    const settings = isFields(card.msteams) ? card.msteams : {};
    const entities = Array.isArray(settings.entities) ? settings.entities.filter(isFields) : [];
    for (const [fields, at] of walk(card, `/cards/${index}`)) {
      if (/\/(?:data|msteams)(?:\/|$)/.test(at)) continue;
      const { markdown, literal } = kindsOf(fields, at);
      for (const [name, text] of textsIn(fields, literal)) takeLiteral(text, `${at}/${name}`);
      for (const [name, text] of textsIn(fields, markdown)) takeMarkdown(text, `${at}/${name}`, entities);
      for (const [place, text] of (Array.isArray(fields.inlines) ? fields.inlines : []).entries())
        if (typeof text === 'string') takeLiteral(text, `${at}/inlines/${place}`);
      for (const [name, url] of textsIn(fields, ['url', 'iconUrl']))
        found.links.push({
          url,
          ...(typeof fields.title === 'string' ? { label: fields.title } : {}),
          bare: false,
          where: `${at}/${name}`,
        });
    }
  }
  return found;
};
