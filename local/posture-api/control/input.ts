import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { refuse, sentenceOf } from '../problem-answer.ts';
import type { ApiEnv, Service, Tenant } from '../service.ts';

/** The body as JSON; nothing at all counts as an empty object. */
const readJson = async (c: Context<ApiEnv>): Promise<unknown> => {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return refuse('The body is not JSON.');
  }
};

export const readBody = async <Schema extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const parsed = schema.safeParse(await readJson(c));
  return parsed.success ? parsed.data : refuse(sentenceOf(parsed.error));
};

/** The domain named in the body or the query, else the first one. */
export const readTenant = ({ tenants }: Service, c: Context<ApiEnv>, inBody?: string): Tenant => {
  const name = inBody ?? c.req.query('domain') ?? [...tenants.keys()][0] ?? '';
  return tenants.get(name) ?? refuse(`There is no domain "${name}".`);
};

/** The fields of a resource, each optional and each nullable; identifiers and creation time stay real. */
export const overridesOf = (shape: Record<string, z.ZodType>, firm: readonly string[]) =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [
      field,
      firm.includes(field) ? schema.optional() : schema.nullable().optional(),
    ]),
  );

export const InDomain = z.strictObject({ domain: z.string().optional() });
