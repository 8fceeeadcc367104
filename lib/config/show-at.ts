import type { Display } from './chats/chat-schema.ts';

/** How much of people a destination shows; all of it where it does not say. */
export const showAt = (
  { destinations }: { readonly destinations: Readonly<Record<string, object>> },
  name: string,
): NonNullable<Display['show']> =>
  (Object.hasOwn(destinations, name) ? (destinations[name] as Display).show : undefined) ?? 'full';
