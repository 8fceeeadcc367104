/** An inserted row, in the form of the API: `{ pk: { S: 'a' } }`. */
export interface Insert {
  readonly table: string;
  readonly item: Readonly<Record<string, unknown>>;
}

const INSERT = /^INSERT INTO "([A-Za-z0-9_.-]{3,255})" VALUE \{(.+)\}$/;
const ATTRIBUTE = /^'(\w+)': \?$/;

/** An INSERT with a parameter for each attribute. Null for all other PartiQL: none of it is supported here. */
export function readInsert(statement: unknown): Insert | null {
  const { Statement, Parameters = [], ...others } = (statement ?? {}) as Record<string, unknown>;
  const [, table, attributes = ''] = INSERT.exec(String(Statement)) ?? [];
  const names = attributes.split(', ').map((one) => ATTRIBUTE.exec(one)?.[1]);
  if (!table || !Array.isArray(Parameters) || Object.keys(others).length > 0) return null;
  if (names.includes(undefined) || new Set(names).size !== names.length) return null;
  if (names.length !== Parameters.length) return null;
  return { table, item: Object.fromEntries(names.map((name, at) => [name, Parameters[at]])) };
}

/** The statements of a call; null if one of them is not such an INSERT, or the call has more options. */
export function insertsIn(operation: string, input: Readonly<Record<string, unknown>>): Insert[] | null {
  const { TransactStatements, ClientRequestToken: _, ...rest } = input;
  const statements = operation === 'ExecuteTransaction' ? TransactStatements : [rest];
  if (!Array.isArray(statements) || (operation === 'ExecuteTransaction' && Object.keys(rest).length > 0))
    return null;
  const inserts = statements.flatMap((one) => readInsert(one) ?? []);
  return inserts.length === statements.length && inserts.length > 0 ? inserts : null;
}
