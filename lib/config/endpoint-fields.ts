import * as z from 'zod/mini';
import { display } from './chats/chat-schema.ts';
import { EVENT_TYPES } from './event-types.ts';
import { choice, oneOrMany } from './schema/strict.ts';

/** Which events an endpoint gets, and in which form. */
export const eventFields = {
  /** The events it gets; all unless given. */
  events: z.optional(oneOrMany(choice(EVENT_TYPES))),
  show: display.show,
  format: z._default(choice(['plain', 'cloudevents']), 'plain'),
};
