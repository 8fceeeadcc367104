import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { parseTolerant } from '../../../lib/posture/parse-tolerant.ts';
import { Case } from '../../../lib/posture/schemas/case.ts';
import { Drift } from '../../../lib/posture/schemas/drift.ts';
import { ErrorBody, NotReadyBody } from '../../../lib/posture/schemas/error-body.ts';
import { Integration } from '../../../lib/posture/schemas/integration.ts';
import { Nhi, NhiDetail } from '../../../lib/posture/schemas/nhi.ts';
import { Persona, PersonaOverview } from '../../../lib/posture/schemas/persona.ts';
import { Threat } from '../../../lib/posture/schemas/threat.ts';
import { User } from '../../../lib/posture/schemas/user.ts';
import { Verdict, VerdictResult } from '../../../lib/posture/schemas/verdict-schema.ts';
import { fixture } from '../../support/fixture.ts';

/** Every documented field of every resource, listed from the contract without a look at the schemas. */
const contract = fixture('contract-fields') as Record<string, Record<string, string>>;

const firstOf = (page: unknown, key: 'items' | 'data', index = 0): unknown =>
  (page as Record<string, unknown[]>)[key]?.[index];

interface Resource {
  schema: z.ZodMiniType;
  golden: unknown;
  required: string[];
}

const resources: Record<string, Resource> = {
  case: {
    schema: Case,
    golden: firstOf(fixture('cases-page'), 'items', 2),
    required: ['case_id', 'created_at', 'events[].event_id'],
  },
  threat: {
    schema: Threat,
    golden: firstOf(fixture('threats-page'), 'data'),
    required: ['event_id', 'created_at'],
  },
  user: { schema: User, golden: firstOf(fixture('users-page'), 'items'), required: ['tuid'] },
  'persona-overview': { schema: PersonaOverview, golden: fixture('persona-overview'), required: ['tuid'] },
  'persona-detail': { schema: Persona, golden: fixture('persona-detail'), required: ['tuid'] },
  'nhi-item': { schema: Nhi, golden: firstOf(fixture('nhi-page'), 'items'), required: ['nuid'] },
  'nhi-detail': { schema: NhiDetail, golden: fixture('nhi-detail'), required: ['nuid'] },
  integration: { schema: Integration, golden: fixture('integration'), required: ['connector_type'] },
  drift: { schema: Drift, golden: fixture('drift'), required: ['drift_id'] },
  'verdict-result': { schema: VerdictResult, golden: fixture('verdict-result'), required: ['case_id'] },
  error: { schema: ErrorBody, golden: fixture('error'), required: [] },
  'not-ready': { schema: NotReadyBody, golden: fixture('not-ready'), required: [] },
};

/** `access.entitlements[].name` as steps, going into the first element of each list. */
const steps = (path: string): (string | number)[] =>
  path.split('.').flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), 0] : [part]));

function get(value: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)?.[step], value);
}

function replace(value: unknown, path: (string | number)[], replacement: unknown): unknown {
  const copy = structuredClone(value);
  const parent = get(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (replacement === undefined) delete parent[last];
  else parent[last] = replacement;
  return copy;
}

/** A value that the documented type does not allow. */
const wrongValue = (type: string): unknown => (/^(object|array|.*\[\])/.test(type) ? 7 : { not: 'that' });

it('has a golden fixture for every resource and error body of the contract', () => {
  expect([...Object.keys(resources), 'verdict-request'].toSorted()).toEqual(Object.keys(contract).toSorted());
});

describe.each(Object.entries(resources))('%s', (name, { schema, golden, required }) => {
  const fields = Object.entries(contract[name] ?? {}).map(([path, type]) => ({
    path,
    type: type.replace('|null', ''),
  }));
  const typed = fields.filter(({ type }) => type !== 'unknown');

  it('reads the golden fixture whole, without a repair', () => {
    expect(parseTolerant(schema, golden)).toEqual({ ok: true, value: golden, repairs: [] });
  });

  it.each(fields)('has $path in the golden fixture', ({ path }) => {
    expect(get(golden, steps(path))).not.toBeUndefined();
  });

  // A field that the schema forgot or misspelt would let any value through.
  it.each(typed)('knows $path as $type', ({ path, type }) => {
    const result = schema.safeParse(replace(golden, steps(path), wrongValue(type)));
    const paths = result.error?.issues.map((issue) => issue.path.join('.'));
    expect(paths).toEqual([steps(path).join('.')]);
  });

  it.each(fields.filter(({ path }) => !required.includes(path)))(
    'takes $path null or missing',
    ({ path }) => {
      for (const nothing of [null, undefined]) {
        const input = replace(golden, steps(path), nothing);
        expect(parseTolerant(schema, input)).toEqual({ ok: true, value: input, repairs: [] });
      }
    },
  );

  it.each(typed.filter(({ path }) => required.includes(path)))('insists on $path', ({ path }) => {
    for (const nothing of [null, undefined]) {
      expect(schema.safeParse(replace(golden, steps(path), nothing)).success).toBe(false);
    }
  });

  it.each(fields.filter(({ type }) => type === 'enum'))('keeps an unknown value of $path', ({ path }) => {
    const input = replace(golden, steps(path), 'something_new');
    expect(parseTolerant(schema, input)).toEqual({ ok: true, value: input, repairs: [] });
  });

  it('keeps fields that the contract does not know', () => {
    const input = { ...(golden as object), added_in_2027: { deep: [1] } };
    expect(parseTolerant(schema, input)).toEqual({ ok: true, value: input, repairs: [] });
  });
});

describe('verdict-request', () => {
  it('accepts the golden request and knows all of its fields', () => {
    const golden = fixture('verdict-request');
    expect(Verdict.parse(golden)).toEqual(golden);
    expect(Object.keys(Verdict.shape).toSorted()).toEqual(
      Object.keys(contract['verdict-request'] ?? {}).toSorted(),
    );
  });
});

it.each([
  ['persona-detail-sparse', Persona],
  ['nhi-detail-nulls', NhiDetail],
  ['nhi-detail-nested-nulls', NhiDetail],
  ['integration-not-configured', Integration],
  ['drift-nulls', Drift],
] as const)('reads %s without a repair', (name, schema) => {
  const golden = fixture(name);
  expect(parseTolerant<unknown>(schema, golden)).toEqual({ ok: true, value: golden, repairs: [] });
});
