import * as z from 'zod/mini';
import { Bridge } from '../bridge.ts';
import { documentedUnder, settingUnder } from './setting-keys.ts';
import { SETTINGS } from './setting-words.ts';

export type JsonSchema = { [key: string]: unknown };

/** The parts of a zod schema that are needed to write it down for editors. */
interface Schema {
  readonly _zod: { readonly def: Definition };
}
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

const CONDITION = { $ref: '#/$defs/condition' };
const NESTED_LIST = /^routes\[\]\.when\.(any|all)$/;

/**
 * The configuration as a JSON schema, for editors that complete and explain it. Written level by level, because zod would
 * expand all ten levels of a condition. The bridge checks what a schema cannot say, such as how sections fit each other.
 */
export function editorSchema(): JsonSchema {
  const { properties, ...rest } = write(Bridge as unknown as Schema, '');
  const { routes, ...sections } = properties as Record<string, JsonSchema>;
  const route = routes?.items as { properties: Record<string, JsonSchema> };
  const { description, ...condition } = route.properties.when ?? {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The configuration of posture-bridge',
    ...rest,
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, for editors.' },
      ...sections,
      routes: {
        ...routes,
        items: { ...route, properties: { ...route.properties, when: { ...CONDITION, description } } },
      },
    },
    $defs: { condition },
  };
}

function write(schema: Schema, path: string): JsonSchema {
  const { def } = schema._zod;
  if (def.shape) return writeObject(def.shape, path);
  if (def.valueType) {
    return { type: 'object', additionalProperties: write(def.valueType, `${path}.<name>`) };
  }
  if (def.element) return { type: 'array', items: write(def.element, `${path}[]`) };
  if (def.options) return { anyOf: def.options.map((option) => write(option, path)) };
  const inner = def.innerType ?? def.in;
  if (inner) return write(inner, path);
  // Durations are our only custom rule.
  if (def.type === 'custom') return DURATION;
  const { $schema, ...leaf } = z.toJSONSchema(schema as unknown as z.ZodMiniType, { io: 'input' });
  return leaf;
}

const DURATION = { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d)$' };

function writeObject(shape: Readonly<Record<string, Schema>>, path: string): JsonSchema {
  const entries = Object.entries(shape);
  const required = entries.filter(([, one]) => !mayBeAbsent(one)).map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([key, one]) => [key, property(one, settingUnder(path, key))]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const ABSENT = new Set(['optional', 'default', 'prefault']);

const mayBeAbsent = ({ _zod: { def } }: Schema): boolean =>
  ABSENT.has(def.type) || (def.in !== undefined && mayBeAbsent(def.in));

function property(schema: Schema, setting: string): JsonSchema {
  const description = describeSetting(setting);
  if (NESTED_LIST.test(setting)) return { type: 'array', items: CONDITION, minItems: 1, description };
  if (setting === 'routes[].when.not') return { ...CONDITION, description };
  return { ...write(schema, setting), description };
}

/** A setting in plain words: Markdown links mean nothing in an editor. */
export function describeSetting(setting: string): string {
  const told = SETTINGS[documentedUnder(setting)];
  if (!told) throw new Error(`lib/config/reference/setting-words.ts has no words for ${setting}: add them.`);
  const words = plain(told.words);
  return told.default === undefined ? words : `${words}. Unless given: ${plain(told.default)}`;
}

const plain = (markdown: string): string =>
  markdown
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '');
