import { OUTCOMES } from '../../posture/schemas/verdict-schema.ts';
import { SEVERITIES } from '../../posture/severity.ts';

/** The parts of a zod schema that are needed to find its keys. */
interface Schema {
  readonly _zod: { readonly def: Definition };
}
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

/** A nested condition has the same keys, and is described once. */
const NESTED = /\.when\.(any|all|not)$/;

/** The description is the same for each of these, and is given once. */
const ONE_OF = new Map<string, string>([
  ...OUTCOMES.map((outcome) => [outcome, '<outcome>'] as const),
  ...SEVERITIES.map((severity) => [severity, '<severity>'] as const),
]);

/** `storm` and `threshold` are `storm.threshold`; of several similar keys, one stands for all. */
export function settingUnder(path: string, key: string): string {
  const name = ONE_OF.get(key) ?? key;
  return path === '' ? name : `${path}.${name}`;
}

/** Every key of a schema, like `routes[].when.severity` and `domains.<name>.baseUrl`, each once. */
export const settingKeys = (schema: unknown): string[] => [...new Set(keysOf(schema as Schema, ''))];

function keysOf({ _zod: { def } }: Schema, path: string): string[] {
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([key, schema]) => {
      const inside = settingUnder(path, key);
      return [inside, ...(NESTED.test(inside) ? [] : keysOf(schema, inside))];
    });
  }
  if (def.valueType) return keysOf(def.valueType, `${path}.<name>`);
  if (def.element) return keysOf(def.element, `${path}[]`);
  if (def.options) return def.options.flatMap((option) => keysOf(option, path));
  const inner = def.innerType ?? def.in;
  return inner ? keysOf(inner, path) : [];
}

/** The setting of one domain, destination or route is described like the setting for all. */
const SCOPED = /^(?:domains\.<name>|destinations\.<name>|routes\[\])\.(?=verdicts\.)/;
const PARAMETER = /^(domains\.<name>\.parameterNames\.[^.]+)\.[^.]+$/;

/** The setting that has the description for this one. */
export const documentedUnder = (setting: string): string =>
  setting.replace(SCOPED, '').replace(PARAMETER, '$1');
