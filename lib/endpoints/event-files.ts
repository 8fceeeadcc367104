import { EVENT_TYPES } from '../config/event-types.ts';
import { exampleOf } from './event-examples.ts';
import { EVENT_VERSION, jsonSchemaOf } from './event-schemas.ts';

/** What is published about events, by the names of the files. */
export const eventFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...EVENT_TYPES.flatMap((type) => [
      [`${type}.v${EVENT_VERSION}.schema.json`, written(jsonSchemaOf(type))] as const,
      [`${type}.v${EVENT_VERSION}.example.json`, written(exampleOf(type))] as const,
    ]),
    [`cloudevents.example.json`, written(exampleOf('case.created', 'cloudevents'))] as const,
  ]);

const written = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
