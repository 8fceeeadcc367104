import { readBareNames, readBareUrls } from './bare.ts';
import type { Names } from './names.ts';
import { type Live, readToken } from './tokens.ts';

export type Reading = {
  /** The characters that a person would see, without colours and weights. */
  readonly shown: string;
  /** What would notify a person or lead somewhere. */
  readonly live: readonly Live[];
  /** `*bold*`, `_italic_`, `~struck~`, code and quotes, as written. */
  readonly formatting: readonly string[];
};

export type ReadingRules = {
  /** `<@U1>`, `<!here>`, `<https://...|label>`. */
  readonly tokens: boolean;
  readonly bareUrls: boolean;
  readonly bareNames: boolean;
  readonly formatting: boolean;
};

/** `plain_text`: nothing in it has an effect. */
export const PLAIN: ReadingRules = { tokens: false, bareUrls: false, bareNames: false, formatting: false };
/** `mrkdwn` with `verbatim: true`: only what is written in angle brackets. */
export const VERBATIM: ReadingRules = { tokens: true, bareUrls: false, bareNames: false, formatting: true };
/** `mrkdwn` by default: names and addresses become links on their own. */
export const EAGER: ReadingRules = { tokens: true, bareUrls: true, bareNames: true, formatting: true };

export type ParseMode = 'none' | 'full' | 'client';

/**
 * The top-level `text`. `none` still links addresses; `full` and `client` also find names. Slack documents that `full`
 * ignores angle brackets; we count them anyway, because an app that sends them has not escaped.
 */
export const topLevelRules = (parse: ParseMode, linkNames: boolean, mrkdwn: boolean): ReadingRules => ({
  tokens: true,
  bareUrls: true,
  bareNames: parse !== 'none' || linkNames,
  formatting: mrkdwn && parse !== 'full',
});

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** One pass only: `&amp;lt;` is an ampersand and two letters, not an angle bracket. */
export const unescapeText = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

const FORMATS = [
  /```[\s\S]+?```/g,
  /`[^`\n]+`/g,
  /(?<![\w*])\*(?!\s)[^*\n]+(?<!\s)\*(?![\w*])/g,
  /(?<![\w_])_(?!\s)[^_\n]+(?<!\s)_(?![\w_])/g,
  /(?<![\w~])~(?!\s)[^~\n]+(?<!\s)~(?![\w~])/g,
  /^(?:>|&gt;).*$/gm,
];

/** How Slack would read this text. Unescaping comes last, so escaped text never takes effect. */
export const readText = (text: string, rules: ReadingRules, names: Names): Reading => {
  const live: Live[] = [];
  let shown = '';
  const readStretch = (stretch: string): void => {
    if (rules.bareUrls) live.push(...readBareUrls(unescapeText(stretch)));
    if (rules.bareNames) live.push(...readBareNames(unescapeText(stretch), names));
    shown += unescapeText(stretch);
  };

  let end = 0;
  if (rules.tokens) {
    for (const match of text.matchAll(/<([^<>]*)>/g)) {
      const token = readToken(match[1] ?? '', names);
      if (token === undefined) continue;
      readStretch(text.slice(end, match.index));
      shown += unescapeText(token.shown);
      if (token.live !== undefined) live.push(token.live);
      end = match.index + match[0].length;
    }
  }
  readStretch(text.slice(end));
  const formatting = rules.formatting ? FORMATS.flatMap((format) => text.match(format) ?? []) : [];
  return { shown, live, formatting };
};
