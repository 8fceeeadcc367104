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

export const User = z
  .strictObject({
    tuid: Uuid,
    domain_id: Uuid,
    external_id: z.string(),
    name: z.string(),
    user_principal_name: z.string(),
    email_addresses: Texts,
    group_guid: Uuid,
    is_active: z.boolean(),
    created_at: DateTime,
    updated_at: DateTime,
  })
  .openapi('ProvisionedUser');
export type User = z.infer<typeof User>;

export const UserPage = z
  .strictObject({ next_cursor: NextCursor, items: z.array(User) })
  .openapi('ProvisionedUserPage');

export const UserQuery = z.object({
  search: unconfirmed(Filter, 'Part of a name or UPN, in any case.'),
  page_size: PageSize,
  next_cursor: NextCursorParam,
});
