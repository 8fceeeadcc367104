import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Part, PartChange, Parts, PartTest } from '../base/parted-rows.ts';
import { all, either, type Update, updateIf } from './expressions.ts';
import { pack, unpack } from './packed-value.ts';
import { number, type Row, text } from './row-values.ts';

/** AWS charges by the size of a row, which includes the names of its attributes, so these are short. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ content: 'c', since: 'i', first: 'f', shown: 's', shownV: 'n', asked: 'a', clicks: 'k' },
};
const LONG = Object.fromEntries(Object.entries(SHORT).map(([part, name]) => [name, part]));
/** The attribute of a part. */
export const attributeOf = (part: string): string => SHORT[part] ?? part;

/** What the row says, with nothing of where it is. */
export const partsIn = ({ pk: _, sk: __, ...row }: Row): Parts =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [LONG[name] ?? name, readPart(value)]));

/** The write of some parts of a row. */
export function updateOf(
  Key: Row,
  { if: tests, set = {}, setNew = {}, raise = [], remove = [] }: PartChange,
): Update {
  const sets = [
    ...Object.keys(set).map((name) => `${attribute(name)} = :${name}`),
    ...Object.keys(setNew).map((name) => `${attribute(name)} = if_not_exists(${attribute(name)},:${name})`),
    ...raise.map((name) => `${attribute(name)} = if_not_exists(${attribute(name)},:zero) + :one`),
  ];
  const removes = remove.map(attribute);
  const change = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
  ];
  const values = Object.fromEntries([
    ...Object.entries({ ...set, ...setNew }).map(([name, part]) => [`:${name}`, partValue(part)]),
    ...tests.flatMap((test, n) => ('is' in test ? [] : [[`:if${n}`, partValue(againstOf(test))]])),
    [':zero', number(0)],
    [':one', number(1)],
  ]);
  const condition = all(...tests.map((test, n) => conditionOf(test, `:if${n}`)));
  return updateIf({ condition, values }, Key, change.filter((one) => one !== '').join(' '));
}

const attribute = (part: string): string => `#${attributeOf(part)}`;

type Comparison = Exclude<PartTest, { readonly is: unknown }>;

const againstOf = (test: Comparison): string | number =>
  'equals' in test ? test.equals : 'below' in test ? test.below : test.above;

function conditionOf(test: PartTest, value: string): string {
  const name = attribute(test.part);
  const isAbsent = `attribute_not_exists(${name})`;
  if ('is' in test) return test.is === 'absent' ? isAbsent : `attribute_exists(${name})`;
  const compared = `${name} ${'equals' in test ? '=' : 'below' in test ? '<' : '>'} ${value}`;
  return test.orAbsent ? either(isAbsent, compared) : compared;
}

function partValue(part: Part): AttributeValue {
  if (typeof part === 'string') return text(part);
  return typeof part === 'number' ? number(part) : { B: pack(part) };
}

function readPart(value: AttributeValue): Part {
  if (value.N !== undefined) return Number(value.N);
  return value.B === undefined ? (value.S ?? '') : unpack(value.B);
}
