import { z } from '@hono/zod-openapi';
import { DateTime } from './shapes.ts';

export const Problem = z.strictObject({ error: z.string() }).openapi('Error');
export type Problem = z.infer<typeof Problem>;

export const RESOURCES = ['cases', 'threats', 'personas', 'nhi', 'nhi-clusters'] as const;
export type Resource = (typeof RESOURCES)[number];

export const NotReady = z
  .strictObject({
    error: z.literal('resource_not_ready'),
    resource: z.enum(RESOURCES),
    message: z.string(),
    details: z.string(),
    days_until_ready: z.number(),
    external_api_enabled_at_utc: DateTime,
    now_utc: DateTime,
  })
  .openapi('ResourceNotReady');
export type NotReady = z.infer<typeof NotReady>;

const answer = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export const BAD_REQUEST = { 400: answer(Problem, 'A parameter or the body is not acceptable.') };
export const NOT_FOUND = { 404: answer(Problem, 'Nothing with this identifier in the domain of the key.') };
export const LOCKED = { 423: answer(NotReady, 'The data of this domain is not available yet.') };
export const KEYED = {
  401: answer(Problem, 'The API key is missing, unknown or inactive.'),
  429: {
    ...answer(Problem, 'More requests in the last minute than the key allows.'),
    headers: {
      'Retry-After': {
        description: 'Seconds to wait, or the time to come back as an HTTP date.',
        schema: { type: 'string' as const, example: '48' },
      },
    },
  },
};
export const ok = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: answer(schema, description),
});

/** Every route accepts the key in either header. */
export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

export const UNKNOWN_CURSOR = { error: 'next_cursor: there is no item with this identifier.' };
