import type { UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { Row } from './row-values.ts';

/** Of a write: no row is there yet, or it is at the version that the caller knows. */
export const hasNoRow = 'attribute_not_exists(#pk)';
export const isAsKnown = '#version = :version';

export interface Condition {
  readonly condition: string;
  readonly values: Row;
}

export type Update = Omit<UpdateItemCommandInput, 'TableName'> & { readonly Key: Row };

/** A write of one row that holds only under a condition. */
export const updateIf = ({ condition, values }: Condition, Key: Row, change: string): Update => ({
  Key,
  UpdateExpression: change,
  ConditionExpression: condition,
  ExpressionAttributeNames: namesIn(change, condition),
  ExpressionAttributeValues: valuesIn(values, change, condition),
});

/** Either of these holds. */
export const either = (...conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;
export const all = (...conditions: readonly string[]): string => conditions.join(' AND ');

/** `#version` stands for the attribute `version`: every name goes this way, so none can be a reserved word. */
export const namesIn = (...expressions: readonly string[]): Record<string, string> =>
  tokensIn(expressions.join(' ')).names;

/** Those of the values that are used, since DynamoDB refuses a call that brings one more. */
function valuesIn(values: Row, ...expressions: readonly string[]): Row {
  const { used } = tokensIn(expressions.join(' '));
  return Object.fromEntries(Object.entries(values).filter(([name]) => used.has(name)));
}

interface Tokens {
  readonly names: Record<string, string>;
  readonly used: ReadonlySet<string>;
}
/** Expressions are few and written in the code, so each is taken apart once. */
const known = new Map<string, Tokens>();

function tokensIn(expression: string): Tokens {
  const found = known.get(expression);
  if (found) return found;
  const names = (expression.match(/#\w+/g) ?? []).map((token) => [token, token.slice(1)]);
  const tokens = { names: Object.fromEntries(names), used: new Set(expression.match(/:\w+/g)) };
  known.set(expression, tokens);
  return tokens;
}

/** `SET #a = :a REMOVE #b`, where there is anything to remove. */
export const changing = (sets: string, removes: readonly string[]): string =>
  removes.length === 0 ? `SET ${sets}` : `SET ${sets} REMOVE ${removes.join(', ')}`;
