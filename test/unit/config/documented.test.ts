import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Bridge } from '../../../lib/config/bridge.ts';
import { OUTCOMES } from '../../../lib/posture/schemas/verdict.ts';
import { SEVERITIES } from '../../../lib/posture/severity.ts';

/** As much of a zod schema as is needed to find its keys. */
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

/** A condition in a condition has the same keys, and is told of once. */
const NESTED = /\.when\.(any|all|not)$/;

/** The same is true for each of these, and is told once. */
const ONE_OF = new Map<string, string>([
  ...OUTCOMES.map((outcome) => [outcome, '<outcome>'] as const),
  ...SEVERITIES.map((severity) => [severity, '<severity>'] as const),
]);

/** Every key, like `routes[].when.severity` and `domains.<name>.baseUrl`. */
function keysOf({ _zod: { def } }: Schema, path = ''): string[] {
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([key, schema]) => {
      const name = ONE_OF.get(key) ?? key;
      const inside = path === '' ? name : `${path}.${name}`;
      return [inside, ...(NESTED.test(inside) ? [] : keysOf(schema, inside))];
    });
  }
  if (def.valueType) return keysOf(def.valueType, `${path}.<name>`);
  if (def.element) return keysOf(def.element, `${path}[]`);
  if (def.options) return def.options.flatMap((option) => keysOf(option, path));
  const inner = def.innerType ?? def.in;
  return inner ? keysOf(inner, path) : [];
}

const page = readFileSync('docs/configuration.md', 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)` \|(.*)$/gm)].map(([, key = '', words = '']) => ({
  key,
  words,
}));
const keys = [...new Set(keysOf(Bridge as unknown as Schema))];

/** What one domain, destination or route says is as it is said for all. */
const SCOPED = /^(?:domains\.<name>|destinations\.<name>|routes\[\])\.(?=verdicts\.)/;

/** A key with others under it is told of by those, or by itself; those of the API's parameters in one row. */
const isTold = (key: string): boolean => {
  if (SCOPED.test(key)) return isTold(key.replace(SCOPED, ''));
  if (rows.some((row) => row.key === key || row.key.startsWith(`${key}.`) || row.key.startsWith(`${key}[]`)))
    return true;
  const parent = key.replace(/\.[^.]+$/, '');
  return (
    parent.includes('.parameterNames.') &&
    rows.some((row) => row.key === parent && row.words.includes(`\`${key.slice(parent.length + 1)}\``))
  );
};

describe('docs/configuration.md', () => {
  it('tells of every setting', () => {
    const missing = keys
      .filter((key) => !isTold(key))
      .map(
        (key) =>
          `docs/configuration.md does not tell of ${key}: add a row "| \`${key}\` | its default | what it means |".`,
      );
    expect(keys.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('tells of nothing that is not there', () => {
    const gone = rows
      .filter(({ key }) => !keys.includes(key))
      .map(({ key }) => `docs/configuration.md tells of ${key}, which the configuration does not have.`);
    expect(gone).toEqual([]);
  });

  it('names every outcome', () => {
    expect(OUTCOMES.filter((outcome) => !page.includes(`\`${outcome}\``))).toEqual([]);
  });

  it('has a section for each of the configuration', () => {
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(Object.keys(Bridge.shape));
  });
});
