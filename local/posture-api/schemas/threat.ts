import { z } from '@hono/zod-openapi';
import {
  DateTime,
  Filter,
  NextCursor,
  NextCursorParam,
  PageSize,
  Texts,
  Uuid,
  unconfirmed,
} from './shapes.ts';

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
  email: unconfirmed(Filter, 'Email address or UPN of the user.'),
  tuid: unconfirmed(Uuid.optional(), 'User identifier; with email, both must be the same user.'),
  category: unconfirmed(Filter, 'Events whose categories contain this value.'),
  source: unconfirmed(Filter, 'Exact source identifier.'),
  page_size: PageSize,
  next_cursor: NextCursorParam,
});
