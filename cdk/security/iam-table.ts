/** As much of a template as says who may do what. */
export interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  readonly Roles?: readonly unknown[];
}

/** A table for each role of the template: what it may do, with what, and under which condition. */
export function iamTables({ Resources }: Template): string {
  const resources = Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({
    id,
    Type,
    Properties,
  }));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const policies = [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')].map(
    ({ Properties }) => Properties as Policy,
  );
  return ofType('AWS::IAM::Role')
    .map(({ id, Properties }) => {
      const own = (Properties as { Policies?: readonly Policy[] }).Policies ?? [];
      const attached = policies.filter(({ Roles = [] }) => Roles.some((role) => written(role) === named(id)));
      const statements = [...own, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return `### \`${named(id)}\`\n\n${tableOf(statements)}`;
    })
    .join('\n\n');
}

function tableOf(statements: readonly Statement[]): string {
  const rows = statements.flatMap(({ Effect, Action, Resource, Condition }) => {
    const actions = listOf(Action).toSorted().join(', ');
    const only = conditionOf(Condition);
    return listOf(Resource).map(
      (one) => `| ${Effect === 'Allow' ? '' : 'never '}\`${actions}\` | \`${written(one)}\` | ${only} |`,
    );
  });
  return ['| may | with | only |', '|---|---|---|', ...new Set(rows.toSorted())].join('\n');
}

/** `rows item#*, notice#*`: which rows of the table is the only condition that most of them have. */
const conditionOf = (condition: Statement['Condition'] = {}): string =>
  Object.entries(condition)
    .flatMap(([operator, tests]) =>
      Object.entries(tests).map(([key, values]) => {
        const said = key === 'dynamodb:LeadingKeys' ? 'rows' : `\`${operator} ${key}\``;
        return `${said} \`${listOf(values).map(written).join(', ')}\``;
      }),
    )
    .join('; ');

/** Without what CDK puts around the names of resources: `PollerPollRole`. */
const named = (id: string): string => id.replace(/^Bridge/, '').replace(/[0-9A-F]{8}$/, '');

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'REGION',
  'AWS::AccountId': 'ACCOUNT',
};

/** What stands there, with the names of resources for what is known only once they are there. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[intrinsic, argument] = []] = Object.entries(value);
  if (intrinsic === 'Ref') return PSEUDO[String(argument)] ?? named(String(argument));
  if (intrinsic === 'Fn::GetAtt') return named((argument as readonly string[])[0] ?? '');
  if (intrinsic === 'Fn::Join') {
    const [separator, parts] = argument as [string, readonly unknown[]];
    return parts.map(written).join(separator);
  }
  throw new Error(`this is not understood in a policy: ${JSON.stringify(value)}`);
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);
