import { ROW_NAMES, ROWS } from './catalogue.ts';
import type { Holder, RowAction, RowDefinition, RowList, Trait } from './define-row.ts';
import { fits } from './owns-row.ts';

export interface RowRight {
  /** The partitions, as in `dynamodb:LeadingKeys`; for an index, its partition keys. */
  readonly rows: readonly string[];
  readonly may: readonly RowAction[];
  readonly index?: RowList['index'];
}

export interface Rightful {
  readonly holder: Holder;
  /** Of the notifier of a chat: which one. */
  readonly chat?: string | undefined;
  readonly has: (trait: Trait) => boolean;
}

/** These calls name one row. All rows of any other call must be allowed by one statement, because IAM does not combine two. */
const OF_ONE_ROW: readonly RowAction[] = ['GetItem', 'UpdateItem'];

/** Who may do what with which rows, from what each kind of row says of itself; first what every bridge needs. */
export function rightsOf(who: Rightful): RowRight[] {
  const kinds: readonly RowDefinition[] = ROW_NAMES.map((name) => ROWS[name]);
  const lists = kinds.flatMap(({ lists = [] }) => lists);
  const tables = kinds.map(({ partitions, rights }) => ({ names: partitions, rights }));
  return [
    ...statementsFor(who, tables),
    ...(['todo', 'due'] as const).flatMap((index) =>
      statementsFor(
        who,
        lists.filter((list) => list.index === index),
      ).map((one) => ({ ...one, index })),
    ),
  ];
}

interface Granting {
  readonly names: readonly string[];
  readonly rights: RowDefinition['rights'];
}

function statementsFor({ holder, chat = '', has }: Rightful, granting: readonly Granting[]) {
  const granted = new Map<string, Map<RowAction, Set<string>>>();
  for (const { names, rights } of granting) {
    for (const { may, where = [], in: patterns = names } of rights[holder] ?? []) {
      if (!where.every(has)) continue;
      const grants = granted.get(where.join()) ?? new Map<RowAction, Set<string>>();
      granted.set(where.join(), grants);
      for (const action of may) {
        const rows = patterns.map((pattern) => pattern.replace('{chat}', chat));
        grants.set(action, new Set([...(grants.get(action) ?? []), ...rows]));
      }
    }
  }
  // What every bridge has comes first, and nothing is granted twice.
  const before: Grants[] = [];
  return [...granted]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, grants]) => {
      const statements = statementsOf(grants, before);
      before.push(grants);
      return statements;
    });
}

type Grants = ReadonlyMap<RowAction, ReadonlySet<string>>;

/** Leaves out what a wider pattern covers, or what was granted before. */
function statementsOf(grants: Grants, before: readonly Grants[]): Omit<RowRight, 'index'>[] {
  const byActions = new Map<string, { rows: string[]; may: readonly RowAction[] }>();
  for (const [action, patterns] of grants) {
    const granted = before.flatMap((one) => [...(one.get(action) ?? [])]);
    const isCovered = (one: string) =>
      granted.some((wide) => fits(wide, one)) ||
      [...patterns].some((wide) => wide !== one && fits(wide, one));
    for (const row of [...patterns].filter((one) => !isCovered(one))) {
      const of = OF_ONE_ROW.filter((one) => grants.get(one)?.has(row));
      const may = OF_ONE_ROW.includes(action) ? of : [action];
      const { rows = [] } = byActions.get(may.join()) ?? {};
      byActions.set(may.join(), { may, rows: [...new Set([...rows, row])].toSorted() });
    }
  }
  return [...byActions.values()];
}
