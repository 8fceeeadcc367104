import * as z from 'zod/mini';
import { display } from './chats/chat-schema.ts';
import { EVENT_TYPES } from './event-types.ts';
import { choice, oneOrMany } from './schema/strict.ts';

/** What an endpoint is told, and how. */
export const toldFields = {
  /** What it is told; everything unless given. */
  events: z.optional(oneOrMany(choice(EVENT_TYPES))),
  show: display.show,
  format: z._default(choice(['plain', 'cloudevents']), 'plain'),
};
