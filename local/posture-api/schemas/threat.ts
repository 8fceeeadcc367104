import { z } from '@hono/zod-openapi';
import { DateTime, NextCursor, NextCursorParam, PageSize, Texts, UNCONFIRMED_NAME, Uuid } from './shapes.ts';

export const Threat = z
  .strictObject({
    event_id: Uuid,
    kind: z.string(),
    tuid: Uuid,
    category: Texts,
    subcategory: Texts,
    title: z.string(),
    summary: z.string(),
    source: z.string(),
    source_table: z.string(),
    source_event_ids: Texts,
    user_name: z.string(),
    user_email: z.string(),
    created_at: DateTime,
  })
  .openapi('ThreatEvent');
export type Threat = z.infer<typeof Threat>;

export const ThreatPage = z
  .strictObject({ next_cursor: NextCursor, data: z.array(Threat) })
  .openapi('ThreatEventPage');

export const ThreatQuery = z.object({
  email: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Email address or UPN of the user.' }),
  tuid: Uuid.optional().openapi({
    param: UNCONFIRMED_NAME,
    description: 'User identifier; with email, both must be the same user.',
  }),
  category: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Events whose categories contain this value.' }),
  source: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Exact source identifier.' }),
  page_size: PageSize,
  next_cursor: NextCursorParam,
});
