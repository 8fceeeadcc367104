import type { Context } from 'hono';
import type * as z from 'zod';
import { Refusal } from './refusal.ts';

/** The body as this schema wants it, or a refusal with what is wrong. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const input: unknown = await c.req.json().catch(() => {
    throw new Refusal('The body is not JSON.');
  });
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not acceptable'}.`);
}
