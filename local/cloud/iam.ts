import { arnFits, fits } from './glob.ts';
import {
  type Condition,
  LEADING_KEYS,
  type Operator,
  type Principals,
  type Statement,
} from './statements.ts';

/** Who calls: a role, or an AWS service on its own behalf. */
export type Caller =
  | { readonly kind: 'role'; readonly arn: string; readonly account: string }
  | { readonly kind: 'service'; readonly name: string };

export interface Call {
  readonly caller: Caller;
  /** `sqs:SendMessage`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys in lower case. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

/** One action and one resource of a statement that allowed something, with its kinds of rows if it names any. */
export interface Match {
  readonly statement: Statement;
  readonly action: string;
  readonly resource: string;
  readonly rows?: string;
}

export type Decision =
  | { readonly allowed: true; readonly by: readonly Match[] }
  | { readonly allowed: false; readonly because: string };

/**
 * Decides like IAM within one account: a Deny on either side wins, and an Allow on one side is enough. `identity`: the
 * statements of the caller's role. `resource`: those of the called resource's policy.
 */
export function decide(
  call: Call,
  identity: readonly Statement[],
  resource: readonly Statement[] = [],
): Decision {
  const own = identity.filter((statement) => applies(statement, call));
  const theirs = resource.filter(
    (statement) => applies(statement, call) && names(statement.principals, call.caller, statement.effect),
  );
  if (own.some(({ effect }) => effect === 'Deny')) {
    return { allowed: false, because: `an identity-based policy denies the ${call.action} action` };
  }
  if (theirs.some(({ effect }) => effect === 'Deny')) {
    return { allowed: false, because: `a resource-based policy denies the ${call.action} action` };
  }
  if (own.length + theirs.length > 0) {
    return { allowed: true, by: own.flatMap((statement) => matches(statement, call)) };
  }
  const kind = call.caller.kind === 'role' ? 'identity-based' : 'resource-based';
  return { allowed: false, because: `no ${kind} policy allows the ${call.action} action` };
}

function applies(statement: Statement, call: Call): boolean {
  const { actions, notActions, resources, notResources, conditions } = statement;
  if (actions && !actions.some((one) => fits(one, call.action, true))) return false;
  if (notActions?.some((one) => fits(one, call.action, true))) return false;
  if (resources && !resources.some((one) => fits(one, call.resource))) return false;
  if (notResources?.some((one) => fits(one, call.resource))) return false;
  return conditions.every((condition) => holds(condition, call.context));
}

const matches = (statement: Statement, call: Call): Match[] =>
  (statement.actions ?? ['(all others)'])
    .filter((action) => !statement.actions || fits(action, call.action, true))
    .flatMap((action) =>
      (statement.resources ?? ['(all others)'])
        .filter((resource) => !statement.resources || fits(resource, call.resource))
        .map((resource) => ({ statement, action, resource, ...rowsIn(statement) })),
    );

/** The kinds of rows in a statement, in one line, if it names any. */
export function rowsIn({ conditions }: Statement): { readonly rows?: string } {
  const named = conditions.filter(({ key, operator }) => key === LEADING_KEYS && operator !== 'Null');
  return named.length === 0 ? {} : { rows: named.flatMap(({ values }) => values).join(' ') };
}

/** Naming a whole account leaves the decision to its own policies: enough to deny, not enough to allow. */
function names(principals: Principals | undefined, caller: Caller, effect: Statement['effect']): boolean {
  if (!principals) return false;
  if (principals.everyone) return true;
  if (caller.kind === 'service') return principals.services.includes(caller.name);
  const account = [caller.account, `arn:aws:iam::${caller.account}:root`];
  return principals.aws.some((one) => one === caller.arn || (effect === 'Deny' && account.includes(one)));
}

type SingleTest = Exclude<Operator, 'Null' | `ForAllValues:${string}`>;
const TESTS: Readonly<Record<SingleTest, (wanted: string, found: string) => boolean>> = {
  Bool: (wanted, found) => wanted.toLowerCase() === found.toLowerCase(),
  StringEquals: (wanted, found) => wanted === found,
  StringNotEquals: (wanted, found) => wanted === found,
  StringLike: (wanted, found) => fits(wanted, found),
  ArnEquals: arnFits,
  ArnLike: arnFits,
};

const isForAll = (operator: Operator): operator is Extract<Operator, `ForAllValues:${string}`> =>
  operator.startsWith('ForAllValues:');

/**
 * What a call does not state fails every test, except one for inequality and one for all values: of no values, all match.
 * So a condition on the rows alone does not block an action that names none.
 */
function holds({ operator, key, values }: Condition, context: Call['context']): boolean {
  const found = listOf(context[key]);
  if (operator === 'Null') return values.includes(String(found.length === 0));
  if (isForAll(operator)) {
    const test = TESTS[operator.replace('ForAllValues:', '') as SingleTest];
    return found.every((one) => values.some((wanted) => test(wanted, one)));
  }
  const equal = found.some((one) => values.some((wanted) => TESTS[operator](wanted, one)));
  return operator === 'StringNotEquals' ? !equal : equal;
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;
