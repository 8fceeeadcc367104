import { createHmac } from 'node:crypto';
import { createSeal } from '../../lib/base/seal.ts';
import { SEAL } from '../support/sealed.ts';
import type { Dice } from '../unit/chats/slack/forgeries.ts';
import { CLICK_SEAL } from './door.ts';

/** A text that is not what the bridge wrote, and what was done to it. */
export interface Altered {
  readonly name: string;
  readonly text: string;
}

type Written = Readonly<Record<string, unknown>>;

/** What each field is about. */
const NAMES: Readonly<Record<string, string>> = {
  ...{
    d: 'the domain',
    c: 'the case',
    n: 'the destination',
    t: 'the time',
    x: 'the decision',
    s: 'the seal',
  },
  ...{ g: 'the target', h: 'the channel', m: 'the message', u: 'the address to answer to' },
  ...{ o: 'the moment', k: 'the mode', r: 'the room for a comment' },
};

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** The same and yet not: what a careless comparison takes for the same. */
const LIKE: Readonly<Record<string, (text: string) => unknown>> = {
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'with a blank behind it': (text) => `${text} `,
  'with a blank before it': (text) => ` ${text}`,
  'with a line break behind it': (text) => `${text}\n`,
  'with NUL behind it': (text) => `${text}\0`,
  'with something unseen in it': (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`,
  'with a wide letter': fullWidth,
  'with an accent': (text) => `${text}\u0301`,
  'with half a character': (text) => `${text}\ud83d`,
  'cut by one': (text) => text.slice(0, -1),
  'longer by one': (text) => `${text}a`,
  'in a list': (text) => [text],
  'in an object': (text) => ({ toString: text, valueOf: text }),
};

const ODD: Readonly<Record<string, unknown>> = {
  ...{ empty: '', 'a blank': ' ', null: null, zero: 0, one: 1, true: true, 'a list': [], 'an object': {} },
  ...{ 'a fraction': 0.5, 'a negative number': -1, 'too large a number': 2 ** 60 },
  ...{ __proto__x: '__proto__', constructor: 'constructor', toString: 'toString' },
  ...{ 'another path': '../beta', 'a row of the table': 'acme#cases', long: 'x'.repeat(501) },
};

/** Of a case that was never shown anywhere. */
const NEVER_SHOWN = 'c-that-was-never-shown';
const withAnotherCase = (fields: Written): Written =>
  'g' in fields
    ? { ...fields, g: json({ ...(JSON.parse(String(fields.g)) as Written), c: NEVER_SHOWN }) }
    : { ...fields, c: NEVER_SHOWN };

const proofOf = (secret: Buffer | string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();
const OUR_SECRET = Buffer.alloc(32, 7);
const OTHER_BRIDGE = createSeal({ secret: Buffer.alloc(32, 8) });

/** Seals that are not the one of this text, as something of this kind. */
function sealsFor(kind: 'button' | 'form', { s, ...fields }: Written): Readonly<Record<string, unknown>> {
  const seal = String(s);
  const text = JSON.stringify(fields);
  const whole = `${kind} ${text}`;
  const other = kind === 'button' ? 'form' : 'button';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const raw = proofOf(OUR_SECRET, whole);
  return {
    "of another bridge's key": OTHER_BRIDGE.of(whole),
    'of the key for clicks': CLICK_SEAL.of(whole),
    'of an empty key': proofOf('', whole).subarray(0, 16).toString('base64url'),
    'of a key of zeros': proofOf(Buffer.alloc(32), whole).subarray(0, 16).toString('base64url'),
    [`of the same as a ${other}`]: SEAL.of(`${other} ${text}`),
    'of the same as a click': SEAL.of(`click ${text}`),
    'of the same without its kind': SEAL.of(text),
    'of an empty text': SEAL.of(''),
    'of nothing': '',
    'of one byte': 'AA',
    'whole, not the first half': raw.toString('base64url'),
    'the other half': raw.subarray(16).toString('base64url'),
    'in hex': raw.subarray(0, 16).toString('hex'),
    'in base64 with padding': raw.subarray(0, 16).toString('base64'),
    'with padding': `${seal}==`,
    'with spare bits': seal.slice(0, -1) + alphabet[alphabet.indexOf(seal.slice(-1)) + 1],
    'with something that base64 skips': `${seal.slice(0, 5)}!${seal.slice(5)}`,
    'cut by four': seal.slice(0, -4),
    'cut to one sign': seal.slice(0, 1),
    'longer by four': `${seal}AAAA`,
    'all zeros': 'A'.repeat(22),
    'its own letters turned around': [...seal].reverse().join(''),
  };
}

const json = (value: unknown): string => JSON.stringify(value);

/** The same with one field more, written twice: readers differ in which one counts. */
const twice = (text: string, name: string, value: unknown): Readonly<Record<string, string>> => ({
  'once more behind it': `${text.slice(0, -1)},${json(name)}:${json(value)}}`,
  'once more before it': `{${json(name)}:${json(value)},${text.slice(1)}`,
  'once more, its name escaped': `${text.slice(0, -1)},"\\u00${name.charCodeAt(0).toString(16)}":${json(value)}}`,
});

const WHOLE: Readonly<Record<string, (text: string, other: string) => string>> = {
  nothing: () => '',
  null: () => 'null',
  'an empty object': () => '{}',
  'a list of it': (text) => `[${text}]`,
  'JSON in JSON': (text) => json(text),
  'two of them': (text, other) => text + other,
  'one in the other': (text, other) => `${text.slice(0, -1)},"d":${other}}`,
  'something behind it': (text) => `${text}}`,
  'a byte order mark before it': (text) => `\ufeff${text}`,
  'single quotes': (text) => text.replaceAll('"', "'"),
  entities: (text) => text.replaceAll('"', '&quot;'),
  'percent signs': (text) => encodeURIComponent(text),
  base64: (text) => Buffer.from(text).toString('base64'),
  'a comment in it': (text) => text.replace('{', '{/*x*/'),
  'the end cut off': (text) => text.slice(0, -10),
  'the beginning cut off': (text) => text.slice(10),
  'more than fits on a button': (text) => `${text.slice(0, -1)},"z":"${'z'.repeat(600)}"}`,
  'deeply nested': (text) => `${text.slice(0, -1)},"z":${'['.repeat(200)}${']'.repeat(200)}}`,
  'the seal taken off': (text) => json({ ...(JSON.parse(text) as Written), s: undefined }),
};

/** Every alteration with a name. `other`: what another genuine one carries. */
export function* alterationsOf(text: string, other: string, kind: 'button' | 'form'): Generator<Altered> {
  const fields = JSON.parse(text) as Written;
  const others = JSON.parse(other) as Written;
  const altered = (name: string, changes: Written): Altered => ({
    name,
    text: json({ ...fields, ...changes }),
  });
  for (const [field, value] of Object.entries(fields)) {
    const name = NAMES[field] ?? field;
    yield altered(`${name} of another`, { [field]: others[field] });
    yield altered(`${name} of another, without a seal`, { [field]: others[field], s: undefined });
    yield altered(`${name} taken away`, { [field]: undefined });
    for (const [how, odd] of Object.entries(ODD)) yield altered(`${name}: ${how}`, { [field]: odd });
    for (const [how, like] of Object.entries(LIKE))
      yield altered(`${name} ${how}`, { [field]: like(String(value)) });
    if (typeof value === 'number') yield altered(`${name} as a text`, { [field]: String(value) });
    for (const [how, whole] of Object.entries(twice(text, field, others[field] ?? 'd9')))
      yield { name: `${name} of another, ${how}`, text: whole };
  }
  yield altered('another case, without a seal', { ...withAnotherCase(fields), s: undefined });
  if (!('x' in fields)) yield altered('a decision put in', { x: 'd2' });
  for (const [how, s] of Object.entries(sealsFor(kind, fields))) yield altered(`a seal ${how}`, { s });
  const strange = withAnotherCase(fields);
  for (const [how, s] of Object.entries(sealsFor(kind, strange)))
    yield altered(`another case, and a seal ${how}`, { ...strange, s });
  for (const [how, make] of Object.entries(WHOLE))
    yield { name: `instead of it: ${how}`, text: make(text, other) };
}

const pick = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length)] as T;
const SIGNS = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '0',
  '1',
  'a',
  'A',
  '-',
  '_',
  '=',
  ' ',
  '\0',
  'é',
  '\ud83d',
  '語',
];

/** Any change to the bytes or to the fields of a text that the bridge wrote. */
export function alterAtRandom(dice: Dice, text: string, others: readonly string[]): string {
  const at = dice(text.length);
  const sign = pick(dice, SIGNS);
  const other = pick(dice, others);
  const fields = JSON.parse(text) as Written;
  const field = pick(dice, Object.keys(fields));
  const theirs = JSON.parse(other) as Written;
  const ways: readonly (() => string)[] = [
    () => text.slice(0, at) + sign + text.slice(at + 1),
    () => text.slice(0, at) + sign + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + dice(4)),
    () => text.slice(0, at) + other.slice(at),
    () => text.slice(0, at) + other.slice(dice(other.length)),
    () => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << dice(8))) + text.slice(at + 1),
    () => json({ ...fields, [field]: theirs[field] }),
    () => json({ ...theirs, [field]: fields[field] }),
    () => json({ ...fields, [field]: mangled(dice, fields[field], sign) }),
    () => json(Object.fromEntries(Object.entries(fields).filter(() => dice(4) > 0))),
    () => json({ ...fields, [pick(dice, Object.keys(NAMES))]: pick(dice, Object.values(ODD)) }),
    // What a parser makes of it is the same: it may count, but for nothing else.
    () => json(Object.fromEntries(Object.entries(fields).toSorted(() => dice(3) - 1))),
    () =>
      text.replaceAll(/[a-z]/g, (letter) => (dice(9) ? letter : `\\u00${letter.charCodeAt(0).toString(16)}`)),
  ];
  const times = 1 + dice(2);
  const changed = pick(dice, ways)();
  return times === 1 || changed.length === 0 || !isObject(changed)
    ? changed
    : alterAtRandom(dice, changed, others);
}

const mangled = (dice: Dice, value: unknown, sign: string): unknown => {
  if (typeof value === 'number') return value + dice(2_000) - 1_000;
  const text = String(value);
  const at = dice(text.length + 1);
  return text.slice(0, at) + sign + text.slice(at + dice(2));
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !Array.isArray(value)
    );
  } catch {
    return false;
  }
}
