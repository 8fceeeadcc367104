import { z } from '@hono/zod-openapi';

/** Any GUID, not only RFC versions: a test may want `00000000-0000-0000-0000-000000000001`. */
export const Uuid = z.guid().openapi({ format: 'uuid', example: '6f1c1f6e-9a0b-4c43-8d7b-0d5f6f2b7c11' });
export const DateTime = z.iso
  .datetime()
  .openapi({ format: 'date-time', example: '2025-03-04T09:12:44.120Z' });
export const Texts = z.array(z.string());
export const FreeForm = z.record(z.string(), z.unknown());

// Digits only: a coerced number would allow `0x10` and `1e2`.
export const PageSize = z
  .string()
  .regex(/^\d+$/, 'it is a whole number from 1 to 200')
  .transform(Number)
  .pipe(z.number().min(1).max(200))
  .default(50)
  .openapi({
    param: { in: 'query', name: 'page_size' },
    description: 'Items per page.',
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
  });

export const NextCursorParam = z
  .string()
  .min(1)
  .optional()
  .openapi({
    param: { in: 'query', name: 'next_cursor' },
    description: 'Identifier of the last item of the previous page.',
  });

/** Marks a query parameter whose purpose the vendor's contract states, but not its name. */
export const UNCONFIRMED_NAME = { 'x-name-unconfirmed': true } as const;
export const unconfirmed = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.openapi({ param: UNCONFIRMED_NAME, description });
export const Filter = z.string().min(1).optional();

export const NextCursor = z
  .string()
  .optional()
  .openapi({ description: 'Present only when more results are available.' });
