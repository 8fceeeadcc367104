import { z } from '@hono/zod-openapi';
import { DateTime, NextCursor, NextCursorParam, PageSize, UNCONFIRMED_NAME, Uuid } from './shapes.ts';

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
  search: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Part of a display name, principal id or app id.' }),
  nhi_class: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Comma-separated identity classes.' }),
  provider: z
    .string()
    .min(1)
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'Comma-separated platform keys or labels.' }),
  status: z
    .enum(['active', 'dormant', 'all'])
    .default('all')
    .openapi({ param: UNCONFIRMED_NAME, description: 'Activity of the identity.' }),
  has_persona: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ param: UNCONFIRMED_NAME, description: 'With a persona only, or without one only.' }),
  page_size: PageSize.openapi({ param: { ...UNCONFIRMED_NAME, in: 'query', name: 'page_size' } }),
  next_cursor: NextCursorParam.openapi({ param: { ...UNCONFIRMED_NAME, in: 'query', name: 'next_cursor' } }),
});
