import * as z from 'zod/mini';
import { identifier, instant, text, texts } from './tolerant-fields.ts';

export const Threat = z.looseObject({
  event_id: identifier,
  kind: text,
  tuid: text,
  category: texts,
  subcategory: texts,
  title: text,
  summary: text,
  source: text,
  source_table: text,
  source_event_ids: texts,
  user_name: text,
  user_email: text,
  created_at: instant,
});
export type Threat = z.infer<typeof Threat>;
