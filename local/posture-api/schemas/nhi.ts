import { z } from '@hono/zod-openapi';
import {
  DateTime,
  Filter,
  NextCursor,
  NextCursorParam,
  PageSize,
  UNCONFIRMED_NAME,
  Uuid,
  unconfirmed,
} from './shapes.ts';

export const NHI_STATUSES = ['active', 'dormant'] as const;
export const Provider = z.strictObject({ key: z.string(), label: z.string() });

export const NhiItem = z
  .strictObject({
    nuid: Uuid,
    display_name: z.string(),
    nhi_class: z.string(),
    nhi_class_label: z.string(),
    identity_type: z.strictObject({ id: z.string(), label: z.string() }),
    archetype: z.string(),
    archetype_label: z.string(),
    provider: Provider,
    status: z.enum(NHI_STATUSES),
    has_persona: z.boolean(),
    steward_upn: z.string(),
    first_seen: DateTime,
    last_seen: DateTime,
  })
  .openapi('NhiListItem');
export type NhiItem = z.infer<typeof NhiItem>;

export const NhiPage = z
  .strictObject({ next_cursor: NextCursor, items: z.array(NhiItem) })
  .openapi('NhiListPage');

export const NhiQuery = z.object({
  search: unconfirmed(Filter, 'Part of a display name, principal id or app id.'),
  nhi_class: unconfirmed(Filter, 'Comma-separated identity classes.'),
  provider: unconfirmed(Filter, 'Comma-separated platform keys or labels.'),
  status: unconfirmed(z.enum(['active', 'dormant', 'all']).default('all'), 'Activity of the identity.'),
  has_persona: unconfirmed(z.enum(['true', 'false']).optional(), 'With a persona only, or without one only.'),
  page_size: PageSize.openapi({ param: { ...UNCONFIRMED_NAME, in: 'query', name: 'page_size' } }),
  next_cursor: NextCursorParam.openapi({ param: { ...UNCONFIRMED_NAME, in: 'query', name: 'next_cursor' } }),
});
