import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { refuse } from '../../stand-in-kit/control/read-body.ts';
import type { ApiEnv, Service, Tenant } from '../service.ts';

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
