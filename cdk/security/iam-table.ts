/** The parts of a template that say who may do what. */
export interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  readonly Roles?: readonly unknown[];
}

interface Right {
  readonly may: string;
  readonly with: string;
  readonly only: string;
}

/** Every function writes its own log, which the page says once. */
const isNoOwnLog =
  (role: string) =>
  ({ may, with: what }: Right): boolean =>
    may !== '`logs:CreateLogStream, logs:PutLogEvents`' || what !== `\`${role.replace(/Role$/, 'Logs')}\``;

/** A list for each role in the template: what it may do, on which resources, and under which condition. */
export const iamTables = (template: Template): string =>
  rolesOf(template)
    .map(({ name, rights }) => `### \`${name}\`\n\n${together(rights.filter(isNoOwnLog(name))).join('\n')}`)
    .join('\n\n');

const TABLE = '`LedgerTable`';
const ROWS = /^rows `(.*)`$/;

/** Rights that differ only in their resources, or only in their rows, share one line. */
function together(rights: readonly Right[]): string[] {
  const lines = new Map<string, Right>();
  for (const right of withAllRows(rights)) {
    const before = lines.get(`${right.may} ${right.only}`);
    const both = before ? `${before.with}, ${right.with}` : right.with;
    lines.set(`${right.may} ${right.only}`, { ...right, with: both });
  }
  return [...lines.values()].map(({ may, with: what, only }) =>
    // Only the table has rows.
    what === TABLE && ROWS.test(only) ? `- ${may} ${only}` : `- ${may} with ${what}${only && `, ${only}`}`,
  );
}

/** One statement has the rows of every bridge, another those of an option: together they are what the function may. */
function withAllRows(rights: readonly Right[]): readonly Right[] {
  const merged = new Map<string, Right>();
  for (const right of rights) {
    const [, rows] = ROWS.exec(right.only) ?? [];
    const name = rows === undefined ? lineOf(right) : `${right.may} ${right.with}`;
    const [, before] = ROWS.exec(merged.get(name)?.only ?? '') ?? [];
    const all = [before, rows]
      .filter((one) => one !== undefined)
      .join(', ')
      .split(', ')
      .toSorted();
    merged.set(
      name,
      rows === undefined ? right : { ...right, only: `rows \`${[...new Set(all)].join(', ')}\`` },
    );
  }
  return [...merged.values()];
}

/** One table of the rights that only the second template has, with who has them. */
export function addedRights(without: Template, having: Template): string {
  const before = new Map(rolesOf(without).map(({ name, rights }) => [name, new Set(rights.map(lineOf))]));
  const added = new Map<string, { right: Right; who: string[] }>();
  for (const { name, rights } of rolesOf(having)) {
    for (const right of rights.filter((one) => !before.get(name)?.has(lineOf(one)))) {
      const { who } = added.get(lineOf(right)) ?? { who: [] };
      added.set(lineOf(right), { right, who: [...who, name] });
    }
  }
  const functions = functionRoles(having);
  const rows = [...added.values()].map(({ right, who }) => {
    const isEvery = functions.every((name) => who.includes(name));
    const names = who.filter((name) => !isEvery || !functions.includes(name)).map((name) => `\`${name}\``);
    return [[...(isEvery ? ['every function'] : []), ...names].join(', '), ...cellsOf(right)];
  });
  return table(['who', 'may', 'with', 'only'], rows);
}

function rolesOf(template: Template) {
  return statementsOf(template).map(({ name, statements }) => ({ name, rights: rightsOf(statements) }));
}

export interface RoleStatements {
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** Every role, with all that its policies say. */
export function statementsOf({ Resources }: Template): RoleStatements[] {
  const resources = Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({
    id,
    Type,
    Properties,
  }));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const policies = [...ofType('AWS::IAM::Policy'), ...ofType('AWS::IAM::ManagedPolicy')].map(
    ({ Properties }) => Properties as Policy,
  );
  return ofType('AWS::IAM::Role').map(({ id, Properties }) => {
    const own = (Properties as { Policies?: readonly Policy[] }).Policies ?? [];
    const attached = policies.filter(({ Roles = [] }) => Roles.some((role) => written(role) === named(id)));
    const statements = [...own, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    return { name: named(id), statements };
  });
}

function rightsOf(statements: readonly Statement[]): Right[] {
  const rights = statements.flatMap(({ Effect, Action, Resource, Condition }) => {
    const actions = listOf(Action).toSorted().join(', ');
    const may = `${Effect === 'Allow' ? '' : 'never '}\`${actions}\``;
    const only = conditionOf(Condition);
    return listOf(Resource).map((one) => ({ may, with: `\`${written(one)}\``, only }));
  });
  const lines = new Map(rights.map((right) => [lineOf(right), right]));
  return [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, right]) => right);
}

const functionRoles = ({ Resources }: Template): string[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => written((Properties as { Role: unknown }).Role));

const cellsOf = (right: Right): string[] => [right.may, right.with, right.only];
const lineOf = (right: Right): string => rowOf(cellsOf(right));
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(rowOf)].join('\n');

/** `rows item#*, notice#*`: most rights have no other condition than which rows of the table. */
const conditionOf = (condition: Statement['Condition'] = {}): string =>
  Object.entries(condition)
    .flatMap(([operator, tests]) =>
      Object.entries(tests).map(([key, values]) => {
        const said = key === 'dynamodb:LeadingKeys' ? 'rows' : `\`${operator} ${key}\``;
        return `${said} \`${listOf(values).map(written).join(', ')}\``;
      }),
    )
    .join('; ');

/** Without CDK's additions to the names of resources: `PollerPollRole`. */
const named = (id: string): string => id.replace(/^Bridge/, '').replace(/[0-9A-F]{8}$/, '');

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'REGION',
  'AWS::AccountId': 'ACCOUNT',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The value as text, with the names of resources for values that are known only after deployment. */
export function written(value: unknown): string {
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

export const listOf = <T>(value: T | readonly T[]): readonly T[] =>
  Array.isArray(value) ? value : [value as T];
