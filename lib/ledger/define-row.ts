import type { RowKey } from '../base/todo-list.ts';

/**
 * What a function may do with rows. Each of these calls names its rows, and IAM checks those names. A call that names none,
 * like Scan, would pass the check, so it is not here. `PartiQLInsert` adds a row and never changes one.
 */
export type RowAction =
  | 'GetItem'
  | 'UpdateItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'PartiQLInsert';

/** Who has rights: `chat` stands for the notifier of each chat. */
export type Holder = 'poll' | 'action' | 'verdict' | 'reconcile' | 'archive' | 'chat' | 'webhook';

/** What a configuration may have or not. A right that only some bridges need is granted only to those. */
export type Trait =
  | 'decides'
  | 'systems'
  | 'links'
  | 'follows'
  | 'personas'
  | 'archives'
  | 'anchors'
  | 'canaries'
  | 'dedupes'
  | 'channels';

export interface Right {
  readonly may: readonly RowAction[];
  /** Only those partitions, or lists, of the row's own; `{chat}` stands for the name of the notifier's chat. */
  readonly in?: readonly string[];
  /** Where the configuration has all of these. */
  readonly where?: readonly Trait[];
}

export type Rights = Readonly<Partial<Record<Holder, readonly Right[]>>>;

/** A list that a row is on while something is left to do: the index, and the names of its lists. */
export interface RowList {
  readonly index: 'todo' | 'due';
  readonly names: readonly string[];
  readonly rights: Rights;
}

/**
 * What has to become of a row when a person is forgotten (lib/features/privacy). `proof`: what shows that entries of the trail are
 * whole, and there once. `counted`: cases, to count earlier ones. `persona`: what the platform said of somebody, or of a
 * service identity and the people behind it. `nobody`: the row names nobody.
 */
export type PeopleIn =
  | 'delivery'
  | 'event'
  | 'answer'
  | 'item'
  | 'trail'
  | 'proof'
  | 'message'
  | 'counted'
  | 'persona'
  | 'other'
  | 'nobody';

export interface RowDefinition {
  /** The partitions, as `dynamodb:LeadingKeys` has them; and the sort keys in them. */
  readonly partitions: readonly string[];
  readonly sort: string;
  readonly key: (...parts: never[]) => RowKey;
  /** How long after its last write, if nothing is to be done about it any more; or the setting in `retention` that says so. */
  readonly keptMs: number | 'for ever' | 'cases' | 'deliveries' | 'trail';
  readonly people: PeopleIn;
  /** The attribute that holds what it says, where that is not `value`. */
  readonly says?: string;
  readonly lists?: readonly RowList[];
  readonly rights: Rights;
}

/**
 * A kind of row, as plain data: the stack reads it too, so its schema stands elsewhere. Marked as pure where it is called,
 * so that a bundle holds only the kinds that its function knows.
 */
export const defineRow = <const Definition extends RowDefinition>(row: Definition): Definition => row;
export const READ = ['GetItem'] as const;
export const READ_WRITE = ['GetItem', 'UpdateItem'] as const;
