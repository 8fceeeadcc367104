import type { RowKey } from '../base/todo-list.ts';
import * as bridge from './bridge-rows.ts';
import * as cases from './case-rows.ts';
import type { RowDefinition } from './define-row.ts';
import * as items from './item-rows.ts';
import { owns } from './owns-row.ts';
import * as past from './past-rows.ts';
import * as trail from './trail-rows.ts';
import * as hidden from './withheld-rows.ts';

/** Every kind of row that the table holds: what those files export, so that none can be left out. */
export const ROWS = { ...items, ...cases, ...trail, ...past, ...hidden, ...bridge } satisfies Readonly<
  Record<string, RowDefinition>
>;

export type RowName = keyof typeof ROWS;
/** In the same order wherever the modules are loaded: bundlers and Node list what a module exports differently. */
export const ROW_NAMES = (Object.keys(ROWS) as RowName[]).toSorted();

/** The kind of a row; undefined for one that no version of this catalogue knows. */
export const rowNameOf = (key: RowKey): RowName | undefined =>
  ROW_NAMES.find((name) => owns(ROWS[name], key));
