import type { RowKey } from '../base/todo-list.ts';
import type { RowDefinition } from './define-row.ts';

const compiled = new Map<string, RegExp>();

/** Whether a text fits a pattern in which `*` is any run of characters. */
export function fits(pattern: string, text: string): boolean {
  const known =
    compiled.get(pattern) ??
    new RegExp(
      `^${pattern
        .split('*')
        .map((part) => part.replace(/[^\w#]/g, '\\$&'))
        .join('.*')}$`,
      's',
    );
  compiled.set(pattern, known);
  return known.test(text);
}

/** Whether a row is of this kind. A function that may add rows could put them on any list, so readers check this. */
export const owns = (
  { partitions, sort }: Pick<RowDefinition, 'partitions' | 'sort'>,
  { pk, sk }: RowKey,
): boolean => fits(sort, sk) && partitions.some((pattern) => fits(pattern, pk));

export const isSameRow = (one: RowKey, other: RowKey): boolean => one.pk === other.pk && one.sk === other.sk;
