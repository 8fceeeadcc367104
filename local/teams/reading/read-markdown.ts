export type Link = {
  readonly url: string;
  readonly label?: string;
  /** Not written as a link, but clients may make it one. */
  readonly bare: boolean;
};

export type TextReading = {
  /** Names between `<at>` and `</at>`. */
  readonly mentions: readonly string[];
  readonly links: readonly Link[];
  /** `**bold**`, `# headings`, lists and the like, as written. */
  readonly formatting: readonly string[];
  /** `{{DATE(...)}}` and `{{TIME(...)}}`. */
  readonly dates: readonly string[];
};

// These read untrusted texts of 80 KB, so none may look far ahead from every position.
const ESCAPED = /\\[!-/:-@[-`{-~]/g;
const TARGET = /\]\(\s*<?([^)\s>]*)/g;
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:\s*(\S+)/gm;
const HTML_LINK = /<(?:a|img)\b[^<>]*?(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi;
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|mailto:|www\.)[^\s<>()[\]"'`]+/gi;
const FORMATTING = [
  /(\*\*|__)(?=\S).{1,500}?\1/g,
  /(?<![\w*_])([*_])(?=[^\s*_]).{0,500}?\1(?![\w*_])/g,
  /~~(?=\S).{1,500}?~~/g,
  /`[^`\n]+`/g,
  /^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+\S.*$/gm,
];

export const readDates = (text: string): string[] =>
  text.match(/\{\{\s*(?:DATE|TIME)\([^(){}]*\)\s*\}\}/gi) ?? [];
export const readMentions = (text: string): string[] =>
  [...text.matchAll(/<at\b[^<>]*>([^<]*)/gi)].map(([, name = '']) => name);

/** `[label](target)`, also images. The label may contain brackets, so it is searched from its end. */
const readWritten = (plain: string): Link[] => {
  const first = plain.indexOf('[');
  if (first === -1) return [];
  return [...plain.matchAll(TARGET)]
    .filter(({ index }) => index > first)
    .map(({ 1: url = '', index }) => {
      const label = plain.slice(plain.lastIndexOf('[', index) + 1, index);
      return { url, label, bare: false };
    });
};

/**
 * How a text reads as Markdown. Bare addresses count, because some clients link them; one false alarm is better than one
 * missed. A backslash before a character removes its meaning.
 */
export const readMarkdown = (text: string): TextReading => {
  // Mentions are searched in the unchanged text: nothing promises what an escape does to them.
  const plain = text.replaceAll(ESCAPED, '\uE000');
  const defined = [...plain.matchAll(DEFINITION)].map(
    ([, label = '', url = '']): Link => ({ url, label, bare: false }),
  );
  const tags = [...plain.matchAll(HTML_LINK)].map(([, url = '']): Link => ({ url, bare: false }));
  const rest = plain.replaceAll(TARGET, ' ').replaceAll(DEFINITION, ' ').replaceAll(HTML_LINK, ' ');
  const bare = [...rest.matchAll(ADDRESS)].map(([url]): Link => ({ url, bare: true }));
  return {
    mentions: readMentions(text),
    links: [...readWritten(plain), ...defined, ...tags, ...bare],
    formatting: FORMATTING.flatMap((pattern) => plain.match(pattern) ?? []),
    dates: readDates(text),
  };
};
