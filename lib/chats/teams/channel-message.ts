import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { PlaceLesson } from './channel-discovery.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1_000));
const about = { v: z.literal(1), kind: z.literal('place') };

/** What Teams said about a place, on its way to the function that posts there. */
const PlaceMessage = z.discriminatedUnion('is', [
  z.object({ ...about, is: z.literal('forget'), channel: text }),
  z.object({
    ...about,
    is: z.literal('remember'),
    place: z.object({ channel: text, serviceUrl: text, tenantId: text }),
    /** `once`: where it was not said since the bot was added. `thread`: where somebody asked. */
    hello: z.nullable(z.object({ once: z.boolean(), thread: z.nullable(z.record(z.string(), text)) })),
  }),
]);
export type PlaceMessage = z.infer<typeof PlaceMessage>;

export const writePlaceMessage = (lesson: PlaceLesson): string =>
  JSON.stringify({ v: 1, kind: 'place', ...lesson });

export type ReadPlaceMessage =
  | { readonly ok: true; readonly message: PlaceMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('place') });

/** Null for what is no such message. */
export function readPlaceMessage(body: string): ReadPlaceMessage | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = PlaceMessage.safeParse(input);
  // While a new version is rolled out, the next try may meet a function that can read it.
  return data
    ? { ok: true, message: data }
    : { ok: false, reason: 'what was learned of a place cannot be read', mayBecomeReadable: true };
}
