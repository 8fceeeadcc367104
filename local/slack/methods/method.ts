import type { Fields } from '../blocks/walk.ts';
import type { Service } from '../service.ts';
import type { Tier } from '../state/rates.ts';
import type { Args } from './arguments.ts';

export type Method = {
  /** Any one of these is enough. */
  readonly scopes: readonly string[];
  readonly tier?: Tier;
  /** Methods that only read take forms; a JSON body is not looked at. */
  readonly json: boolean;
  run(service: Service, args: Args): Fields;
};
