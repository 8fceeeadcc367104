import { isObject, type Json, listOf } from './json.ts';
import { TemplateError } from './template-error.ts';

export interface Principals {
  readonly everyone: boolean;
  readonly aws: readonly string[];
  readonly services: readonly string[];
}

export interface Condition {
  readonly operator: Operator;
  readonly key: string;
  readonly values: readonly string[];
}

/** One statement of a policy. A list that was not given is absent: `Not...` means the opposite of its counterpart. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions?: readonly string[];
  readonly notActions?: readonly string[];
  readonly resources?: readonly string[];
  readonly notResources?: readonly string[];
  readonly principals?: Principals;
  readonly conditions: readonly Condition[];
}

const OPERATORS = [
  'Bool',
  'StringEquals',
  'StringNotEquals',
  'StringLike',
  'ArnEquals',
  'ArnLike',
  'Null',
  'ForAllValues:StringEquals',
  'ForAllValues:StringLike',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** The partitions of the rows of a call: the only key here that has several values. */
export const LEADING_KEYS = 'dynamodb:leadingkeys';
/** What the front door knows about a call. A condition on anything else cannot be evaluated here. */
const CONDITION_KEYS = new Set([
  'aws:securetransport',
  'aws:sourcearn',
  'aws:sourceaccount',
  'aws:principalarn',
  'aws:principalaccount',
  'aws:requestedregion',
  'kms:viaservice',
  'ssm:overwrite',
  // Only for log groups, to which nothing writes here.
  'kms:encryptioncontext:aws:logs:arn',
  // Only for calls from inside a function.
  'lambda:sourcefunctionarn',
  LEADING_KEYS,
]);
/** AWS compares a multivalued key only with these: with another operator its answer is anybody's guess. */
const FOR_MANY: readonly Operator[] = ['Null', 'ForAllValues:StringEquals', 'ForAllValues:StringLike'];
const PARTS = new Set('Sid Effect Action NotAction Resource NotResource Principal Condition'.split(' '));

/** The statements of a policy document. Anything that could not be evaluated later stops here. */
export function readStatements(document: Json, logicalId: string): Statement[] {
  const stop = (sentence: string): never => {
    throw new TemplateError(logicalId, `a policy statement ${sentence}`);
  };
  if (!isObject(document)) return stop('is not in a policy document');
  return listOf(document.Statement).map((raw): Statement => {
    if (!isObject(raw)) return stop('is not an object');
    for (const part of Object.keys(raw))
      if (!PARTS.has(part)) stop(`has ${part}, which is not understood here`);
    const { Effect } = raw;
    if (Effect !== 'Allow' && Effect !== 'Deny') return stop('neither allows nor denies');
    if ((raw.Action === undefined) === (raw.NotAction === undefined))
      stop('needs either Action or NotAction');
    const texts = (part: string) => (raw[part] === undefined ? undefined : listOf(raw[part]).map(String));
    const lists = {
      actions: texts('Action'),
      notActions: texts('NotAction'),
      resources: texts('Resource'),
      notResources: texts('NotResource'),
    };
    for (const pattern of Object.values(lists).flat()) {
      if (pattern?.includes('${')) stop(`has a policy variable (${pattern}), which is not understood here`);
    }
    const given = Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined));
    return {
      effect: Effect,
      ...given,
      ...(raw.Principal !== undefined && { principals: readPrincipals(raw.Principal, stop) }),
      conditions: readConditions(raw.Condition, stop),
    };
  });
}

function readPrincipals(raw: Json, stop: (sentence: string) => never): Principals {
  if (raw === '*') return { everyone: true, aws: [], services: [] };
  if (!isObject(raw)) return stop('has a principal that is not understood here');
  const { AWS, Service, ...others } = raw;
  for (const kind of Object.keys(others))
    stop(`has a principal of kind ${kind}, which is not understood here`);
  const aws = listOf(AWS).map(String);
  return { everyone: aws.includes('*'), aws, services: listOf(Service).map(String) };
}

function readConditions(raw: Json | undefined, stop: (sentence: string) => never): Condition[] {
  return Object.entries(isObject(raw) ? raw : {}).flatMap(([name, tests]) => {
    const operator = OPERATORS.find((one) => one === name);
    if (!operator || !isObject(tests)) {
      return stop(`has the condition operator ${name}, which is not understood here`);
    }
    return Object.entries(tests).map(([key, values]) => {
      if (!CONDITION_KEYS.has(key.toLowerCase())) {
        stop(`has a condition on ${key}, which cannot be judged here`);
      }
      if (key.toLowerCase() === LEADING_KEYS && !FOR_MANY.includes(operator)) {
        stop(`compares ${key} with ${operator}, though it may have many values`);
      }
      return { operator, key: key.toLowerCase(), values: listOf(values).map(String) };
    });
  });
}
