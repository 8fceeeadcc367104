import { harmless } from '../../lib/base/terminal.ts';
import { createDice, type Dice } from '../unit/chats/slack/forgeries.ts';
import type { AttackGroup } from './group.ts';
import { hostileLetters } from './hostile-letters.ts';
import { computedIn, HOSTILE_TEXTS, hostileText, obeyedIn, PLACES } from './hostile-text.ts';

const TERMINAL = 'lib/base/terminal.ts';
const CSV = 'lib/base/csv.ts';

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length)] as T;
const SIGNS = [
  ...'=+-@\t\r\n",;|\' a1',
  '\uff1d',
  '\uff0d',
  '\u001b',
  '\u009b',
  '\u202e',
  '\u200d',
  '\ud83d',
];

/** Parts of what is hostile, and characters of every kind. */
const anyText = (dice: Dice): string =>
  Array.from({ length: 1 + dice(6) }, () => {
    const parts = [
      () => pick(dice, Object.values(HOSTILE_TEXTS)),
      () => pick(dice, SIGNS),
      () => String.fromCharCode(dice(0x1_00_00)),
      () => String.fromCodePoint(dice(0x11_00_00)),
      () => String.fromCharCode(dice(0xa0)),
    ];
    return pick(dice, parts)();
  }).join('');

export const hostileOutput: AttackGroup = {
  name: 'hostile text in terminal, CSV, log and metric',
  attacks:
    'who reads what commands print, exports, logs and metrics: escape sequences, forged lines, formulas',
  share: 0.08,
  checks: [
    {
      name: 'nothing is escaped in a terminal',
      file: TERMINAL,
      right: 'inItsPlace ?? escaped(found)',
      wrong: 'inItsPlace ?? found',
    },
    {
      name: 'only ESC is escaped',
      file: TERMINAL,
      right: 'const UNSEEN = String.raw`[',
      wrong: 'const UNSEEN = String.raw`[\\u001b]|[^\\s\\S][',
    },
    {
      name: 'what belongs to writing may stand anywhere',
      file: TERMINAL,
      right: "].join('|');\n\nconst SPECIAL",
      wrong: "].concat(String.raw`\\p{Cf}`).join('|');\n\nconst SPECIAL",
    },
    {
      name: 'a line of JSON is as JSON has it',
      file: TERMINAL,
      right: 'harmless(JSON.stringify(value))',
      wrong: 'JSON.stringify(value)',
    },
    {
      name: 'a dead letter has lines of its own',
      file: 'cli/commands/dlq-show.ts',
      right: 'return [body];',
      wrong: 'return body.split(/\\s+/);',
    },
    {
      name: 'formulas are computed',
      file: CSV,
      right: '.replace(FORMULA, ',
      wrong: '.replace(/[^\\s\\S]/, ',
    },
    {
      name: 'formulas behind a separator are computed',
      file: CSV,
      right: "const FORMULA = new RegExp(STARTS.join('|'), 'gu');",
      wrong: "const FORMULA = new RegExp(STARTS[0] ?? '', 'gu');",
    },
    {
      name: 'wide signs are computed',
      file: CSV,
      right: '\\u2212\\uff1d\\uff0b\\uff0d\\uff20',
      wrong: '',
    },
    { name: 'a quote ends a cell', file: CSV, right: ".replaceAll('\"', '\"\"')", wrong: '' },
    {
      name: 'a log line has lines of its own',
      file: 'lib/base/log.ts',
      right: 'write(jsonLine({ event, ...fields }))',
      wrong: "write([event, ...Object.values(fields)].join(' '))",
    },
    {
      name: 'any text is a dimension of a metric',
      file: 'lib/base/embedded-metrics.ts',
      right: 'NAME.test(value) ? value : NO_NAME',
      wrong: 'NAME ? value : NO_NAME',
    },
  ],

  async control() {
    const plain = 'Zürich – 日本語 👩‍👩‍👧‍👦, x@acme.example';
    if (harmless(plain) !== plain) return 'a text without harm is changed';
    if (obeyedIn('\u001b[2J') === null || computedIn('=1+1') === null) return 'harm is not found';
    for (const [place, obeyed] of Object.entries(PLACES)) {
      const why = obeyed('Dana Frost');
      if (why !== null) return `a plain text in a ${place}: ${why}`;
    }
    return null;
  },

  *tries({ seed, fuzzed }) {
    yield* hostileText;
    yield* hostileLetters;
    const dice = createDice(seed);
    const places = Object.entries(PLACES);
    for (let round = 0; round < fuzzed; round++) {
      const [place, obeyed] = places[round % places.length] as (typeof places)[number];
      yield { name: `${place}: anything`, run: async () => obeyed(anyText(dice)) };
    }
  },
};
