import type { Item } from '../../wire.ts';
import { itemKey } from '../state/address.ts';

/** An item in a menu: its value, and its short id with its title. */
export const itemChoice = (item: Item): readonly [string, string] => [
  itemKey(item),
  `${item.id.slice(0, 8)}  ${item.title}`.slice(0, 90),
];
