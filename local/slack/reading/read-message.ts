import { type Fields, isFields, walk } from '../../stand-in-kit/fields.ts';
import type { Names } from './names.ts';
import { EAGER, PLAIN, type ReadingRules, readText, VERBATIM } from './read-text.ts';
import type { Link, Live, Mention } from './tokens.ts';

/** Where in the message it was found: `/text` or a pointer into the blocks. */
type Placed<Thing> = Thing & { readonly where: string };

export type MessageReading = {
  readonly mentions: readonly Placed<Mention>[];
  readonly links: readonly Placed<Link>[];
  readonly formatting: readonly string[];
  /** Every text in reading order, as a person would see it. */
  readonly shown: readonly string[];
};

type Found = { live: Live[]; shown: string[]; formatting: string[] };

const NOTHING: Found = { live: [], shown: [], formatting: [] };

const rulesOf = (fields: Fields): ReadingRules => {
  if (fields.type === 'plain_text') return PLAIN;
  return fields.verbatim === true ? VERBATIM : EAGER;
};

const mention = (kind: Mention['kind'], who: unknown, shown: string): Found => ({
  ...NOTHING,
  live: [{ kind, who: String(who), bare: false }],
  shown: [shown],
});

const link = (url: unknown, label: unknown): Found => {
  const shown = typeof label === 'string' ? label : String(url);
  return {
    ...NOTHING,
    live: [{ kind: 'link', url: String(url), label: shown, bare: false }],
    shown: [shown],
  };
};

const labelOf = (fields: Fields): unknown =>
  isFields(fields.text) ? fields.text.text : (fields.text ?? fields.alt_text ?? fields.fallback);

const readObject = (fields: Fields, names: Names): Found => {
  const { type, url } = fields;
  if (type === 'plain_text' || type === 'mrkdwn') {
    const { shown, live, formatting } = readText(String(fields.text), rulesOf(fields), names);
    return { live: [...live], shown: [shown], formatting: [...formatting] };
  }
  // Text in rich_text is literal: no brackets, no names, no formatting characters.
  if (type === 'text' || type === 'raw_text' || type === 'raw_number')
    return { ...NOTHING, shown: [String(fields.text)] };
  if (type === 'data_table') return { ...NOTHING, shown: [String(fields.caption)] };
  if (type === 'link') return link(url, fields.text);
  if (type === 'date' && typeof url === 'string') return link(url, fields.fallback);
  if (type === 'user')
    return mention('user', fields.user_id, `@${names.userName(String(fields.user_id)) ?? fields.user_id}`);
  if (type === 'usergroup') return mention('group', fields.usergroup_id, `@${fields.usergroup_id}`);
  if (type === 'channel') return mention('channel', fields.channel_id, `#${fields.channel_id}`);
  if (type === 'broadcast') return mention('broadcast', fields.range, `@${fields.range}`);
  if (type === 'image') return { ...link(fields.image_url, fields.alt_text), shown: [] };
  // Buttons and overflow options that open a page; their label is a separate text object.
  if (typeof url === 'string') return { ...link(url, labelOf(fields)), shown: [] };
  return NOTHING;
};

/** Everything in these blocks and this text that would notify a person or lead somewhere. */
export const readMessage = (
  message: { readonly text?: string; readonly rules?: ReadingRules; readonly blocks?: readonly unknown[] },
  names: Names,
): MessageReading => {
  const mentions: Placed<Mention>[] = [];
  const links: Placed<Link>[] = [];
  const formatting: string[] = [];
  const shown: string[] = [];
  const take = (found: Found, where: string): void => {
    for (const thing of found.live) {
      if (thing.kind === 'link') links.push({ ...thing, where });
      else mentions.push({ ...thing, where });
    }
    formatting.push(...found.formatting);
    shown.push(...found.shown);
  };

  if (message.text !== undefined && message.text !== '') {
    const reading = readText(message.text, message.rules ?? EAGER, names);
    take({ live: [...reading.live], shown: [reading.shown], formatting: [...reading.formatting] }, '/text');
  }
  for (const [fields, at] of walk(message.blocks ?? [])) take(readObject(fields, names), `/blocks${at}`);
  return { mentions, links, formatting, shown };
};
