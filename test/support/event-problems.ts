import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { EVENT_TYPES } from '../../lib/config/event-types.ts';
import { jsonSchemaOf } from '../../lib/endpoints/event-schemas.ts';

const ajv = new Ajv({ strict: false });
const validators = new Map(EVENT_TYPES.map((type) => [type as string, ajv.compile(jsonSchemaOf(type))]));

/** What the published schema has against an event; null for nothing. */
export const eventProblems = (event: { readonly type: string }): unknown => {
  const validate = validators.get(event.type);
  return validate?.(event) ? null : (validate?.errors ?? `no schema for ${event.type}`);
};
