import { csvCell } from '../../lib/base/csv.ts';
import { embedMetrics } from '../../lib/base/embedded-metrics.ts';
import { createLog } from '../../lib/base/log.ts';
import { harmless, jsonLine } from '../../lib/base/terminal.ts';
import type { Attempt } from './attempt.ts';
import { readCsv } from './read-csv.ts';

/** Names, briefs and comments that somebody writes in order to be obeyed. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'clears the screen': '\u001b[2J\u001b[H',
  'clears the screen with C1': '\u009b2J',
  'writes to the clipboard (OSC 52)': '\u001b]52;c;cm0gLXJmIH4K\u0007',
  'writes to the clipboard, ended by ST': '\u001b]52;c;cm0gLXJmIH4K\u001b\\',
  'writes to the clipboard with C1': '\u009d52;c;cm0gLXJmIH4K\u009c',
  'sets the title': '\u001b]0;root@prod\u0007',
  'makes a link that lies (OSC 8)': '\u001b]8;;https://evil.example\u001b\\your bank\u001b]8;;\u001b\\',
  'asks for the answer-back': '\u0005',
  'device control string': '\u001bP$q"p\u001b\\',
  'hides the text': '\u001b[8mhidden\u001b[0m',
  'writes over the line': 'denied\rallowed',
  'takes characters back': 'denied\b\b\b\b\b\ballowed',
  'forges a line': 'x\n2026-11-15 12:00:00  case-1  recorded  Ada Winter',
  'forges a line with CR LF': 'x\r\n{"event":"verdict.recorded"}',
  'forges a line with NEL': 'x\u0085{"event":"verdict.recorded"}',
  'forges a line with LS and PS': 'x\u2028y\u2029z',
  'forges a line with VT and FF': 'x\u000by\u000cz',
  'turns the text around': 'invoice\u202efdp.exe',
  'isolates that never end': '\u2066\u2067\u2068a',
  'embeds a direction': '\u202aa\u202bb\u202dc',
  'marks of direction': '\u200ea\u200fb\u061cc',
  'has no width': 'pay\u200bpal\u2060\ufeff',
  'joins what is not joined': 'pay\u200dpal pay\u200cpal',
  'smuggles with tags': `safe${[...'rm -rf'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`,
  'smuggles with variation selectors': 'a\ufe01\ufe02\u{e0101}',
  'blanks that are letters': 'a\u3164\uffa0\u115f\u2800b',
  'soft hyphen': 'ad\u00admin',
  annotations: '\ufff9a\ufffab\ufffb',
  'not characters': '\uffff\ufdd0\u{1fffe}',
  'halves of pairs': '\ud83d \udc4d',
  'a tower of accents': `a${'\u0301'.repeat(60)}`,
  'nothing at all (NUL)': 'a\u0000b',
  'deletes (DEL)': 'a\u007fb',
  'closes JSON': '"}\n{"_aws":{"CloudWatchMetrics":[]}}',
  'is a formula': '=HYPERLINK("https://evil.example";"ok")',
  'is a formula with plus': "+cmd|' /C calc'!A0",
  'is a formula with minus': "-2+3+cmd|' /C calc'!A0",
  'is a formula with at': "@SUM(1+1)*cmd|' /C calc'!A0",
  'is a formula in full width': '＝1+1',
  'is a sum in full width': '＋1＋1',
  'is a difference in full width': '－1',
  'is a function in full width': '＠SUM(1)',
  'is a small sign': '﹦1',
  'formula behind a tab': '\t=1+1',
  'formula behind CR': '\r=1+1',
  'formula behind LF': 'x\n=1+1',
  'formula behind a comma': 'x,=1+1',
  'formula behind a semicolon': 'x;=1+1',
  'formula behind a semicolon and a blank': 'x; = 1+1',
  'formula behind a bar': 'x|=1+1',
  'formula behind a tab inside': 'x\t@SUM(1)',
  'formula behind a blank': 'x =1+1',
  'formula behind a quote': 'x"=1+1',
  'formula that ends its cell': 'x","=1+1',
  'formula that ends its line': 'x"\r\n=1+1',
  'formula behind NUL': '\u0000=1+1',
  'formula behind a byte order mark': '\ufeff=1+1',
  'formula behind a wide blank': '\u3000=1+1',
  'formula behind blanks and quotes': ' " \' =1+1',
};

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/u;

/** Why this is no line that may be printed; null when it is one. */
export function obeyedIn(line: string): string | null {
  const [found] = UNSEEN.exec(line) ?? [];
  return found === undefined ? null : `U+${found.codePointAt(0)?.toString(16).padStart(4, '0')} came out`;
}

const SIGNS = '=+\\-@\uff1d\uff0b\uff0d\uff20';
const CELL_SPLITS: readonly RegExp[] = [/,/, /;/, /\|/, /\t/, /[\r\n]+/, /"/, /[\s,;|"]+/];

/** Why a spreadsheet would compute something, whatever it is told to separate cells by; null when it would not. */
export function computedIn(text: string): string | null {
  for (const split of CELL_SPLITS) {
    const cell = text
      .split(split)
      .find((one) => new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*[${SIGNS}]\\S`, 'u').test(one));
    if (cell !== undefined)
      return `${JSON.stringify(cell)} is a formula when cells are separated by ${split}`;
  }
  return null;
}

const inCsv = (text: string): string | null => {
  const [[cell = '', next] = []] = readCsv(`${csvCell(text)},"end"\r\n`);
  return next === 'end' ? computedIn(cell) : 'the cell did not end where it should';
};

const inLog = (text: string): string | null => {
  const lines: string[] = [];
  createLog((line) => void lines.push(line))('tried', { text, [text]: text, nested: { _aws: text } });
  const [line = ''] = lines;
  if ('_aws' in (JSON.parse(line) as object)) return 'the log line is a metric';
  return lines.length === 1 ? obeyedIn(line) : 'more than one line';
};

const inMetric = (text: string): string | null => {
  const about = {
    namespace: 'n',
    dimensions: { Domain: text },
    units: { Tried: 'Count' },
    values: { Tried: 1 },
  } as const;
  const line = embedMetrics(about, { now: () => 0, sleep: async () => {} });
  const { Domain } = JSON.parse(line) as { Domain: string };
  return /^[A-Za-z0-9][\w.-]{0,127}$/.test(Domain)
    ? obeyedIn(line)
    : `the dimension is ${JSON.stringify(Domain)}`;
};

export const PLACES: Readonly<Record<string, (text: string) => string | null>> = {
  terminal: (text) => obeyedIn(harmless(text)),
  'terminal as JSON': (text) =>
    JSON.parse(jsonLine({ text })).text === text ? obeyedIn(jsonLine({ text })) : 'the text is another one',
  CSV: inCsv,
  log: inLog,
  metric: inMetric,
};

export const hostileText: readonly Attempt[] = Object.entries(PLACES).flatMap(([place, obeyed]) =>
  Object.entries(HOSTILE_TEXTS).map(([name, text]) => ({
    name: `${place}: ${name}`,
    run: async () => obeyed(text),
  })),
);
