import type { Fields } from '../../stand-in-kit/fields.ts';
import type { Service } from '../service.ts';
import type { Args } from './arguments.ts';

/** Calls a minute in Slack's tiers. Slack promises "at least" these; the stand-in allows no more. */
export const TIERS = { 2: 20, 3: 50, 4: 100 } as const;

export type Method = {
  /** Any one of these is enough. */
  readonly scopes: readonly string[];
  readonly tier?: keyof typeof TIERS;
  /** Methods that only read take forms; a JSON body is ignored. */
  readonly json: boolean;
  run(service: Service, args: Args): Fields;
};
