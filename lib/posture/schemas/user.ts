import * as z from 'zod/mini';
import { flag, identifier, text, texts } from './tolerant-fields.ts';

export const User = z.looseObject({
  tuid: identifier,
  domain_id: text,
  external_id: text,
  name: text,
  user_principal_name: text,
  email_addresses: texts,
  group_guid: text,
  is_active: flag,
  created_at: text,
  updated_at: text,
});
export type User = z.infer<typeof User>;
