/** Something that a page says, and the line on which it says it. */
export interface Said {
  readonly text: string;
  readonly line: number;
}

export interface Page {
  /** Where links and pictures lead. */
  readonly targets: readonly Said[];
  /** Code in a sentence, and the lines of shell blocks. */
  readonly code: readonly Said[];
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^( *)(`{3,}|~{3,})(\w*)[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm;
const CODE = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g;
const TARGETS = [
  /\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  /^ *\[[^\]]+\]:\s+(\S+)/gm,
  /\b(?:src|srcset|href)="([^"\s]+)"/g,
];
const HEADING = /^#{1,6} +(.+?) *#* *$/gm;
const ID = /<a (?:id|name)="([^"]+)"/g;
const SHELL = ['sh', 'bash', 'shell', 'console'];

export function readPage(markdown: string): Page {
  const code: Said[] = [];
  const outsideBlocks = markdown.replace(
    FENCE,
    (block, _indent, _fence, language: string, body: string, at) => {
      const first = lineAt(markdown, at) + 1;
      const lines = body.split('\n').map((text, index) => ({ text, line: first + index }));
      if (SHELL.includes(language)) code.push(...lines.filter(({ text }) => text.trim() !== ''));
      return blank(block);
    },
  );
  const prose = outsideBlocks.replace(CODE, (span, _ticks, inner: string, at: number) => {
    code.push({ text: inner.replaceAll(/\s+/g, ' ').trim(), line: lineAt(markdown, at) });
    return blank(span);
  });
  const targets = TARGETS.flatMap((pattern) =>
    [...prose.matchAll(pattern)].map((match) => ({ text: match[1] ?? '', line: lineAt(prose, match.index) })),
  );
  const ids = [...prose.matchAll(ID)].map((match) => match[1] ?? '');
  return { targets, code, anchors: new Set([...anchorsOf(outsideBlocks), ...ids]) };
}

/** GitHub's rule: letters, digits, `_` and `-` stay, a blank becomes `-`, and a heading that comes again is numbered. */
function anchorsOf(markdown: string): string[] {
  const times = new Map<string, number>();
  return [...markdown.matchAll(HEADING)].map((match) => {
    const shown = (match[1] ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
