/** A fenced block of a page. */
export interface Sample {
  readonly page: string;
  /** Of its first line. */
  readonly line: number;
  readonly language: string;
  /** What stands behind the language: why nothing can be checked about it. */
  readonly mark: string;
  readonly text: string;
}

const FENCE = /^( *)```(\w*)([^\n]*)\n([\s\S]*?)^\1```[ \t]*$/gm;

export function readSamples(page: string, markdown: string): Sample[] {
  return [...markdown.matchAll(FENCE)].map(([, indent = '', language = '', mark = '', body = ''], at) => {
    const start = [...markdown.matchAll(FENCE)][at]?.index ?? 0;
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { page, line: markdown.slice(0, start).split('\n').length + 1, language, mark: mark.trim(), text };
  });
}

export const placeOf = ({ page, line }: Pick<Sample, 'page' | 'line'>): string => `${page}:${line}`;

/** A whole module, and not some settings of a configuration. */
export const isModule = ({ text }: Pick<Sample, 'text'>): boolean => /^import /m.test(text);

/** Settings as a page shows them: together, or, where one stands there twice, line by line as alternatives. */
export function settingsIn({ text }: Pick<Sample, 'text'>): string[] {
  const keys = [...text.matchAll(/^([\w'-]+):/gm)].map(([, key]) => key);
  const pieces =
    new Set(keys).size === keys.length ? [text] : text.split('\n').filter((line) => /\S/.test(line));
  // `..., ` is what a page leaves out: all that the section needs besides.
  return pieces.map((piece) =>
    piece
      .replaceAll(/(\w+): \{\s*\.\.\.,/g, '$1: { ...rest.$1,')
      .replace(/([}'\]\w])(\s*(?:\/\/[^\n]*)?\s*)$/, '$1,$2'),
  );
}
