import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1_000));
const about = {
  v: z.literal(1),
  kind: z.literal('channel'),
  team: z.optional(z.nullable(z.object({ id: text, group: z.nullable(text) }))),
  /** It is true of all channels of the team. */
  wholeTeam: z.optional(z.boolean()),
};

/** What Teams said about a channel, on its way to the notifier, which posts there. */
const ChannelMessage = z.discriminatedUnion('is', [
  z.object({
    ...about,
    is: z.literal('forget'),
    channel: text,
    because: z.enum(['removed', 'archived', 'deleted']),
  }),
  z.object({
    ...about,
    is: z.literal('remember'),
    place: z.object({ channel: text, serviceUrl: text, tenantId: text }),
    /** The bot may have been gone from there. */
    back: z.optional(z.boolean()),
    /** `once`: only if the bot has not greeted since it was added. `thread`: where a person asked. */
    hello: z.nullable(z.object({ once: z.boolean(), thread: z.nullable(z.record(z.string(), text)) })),
  }),
]);
export type ChannelMessage = z.infer<typeof ChannelMessage>;
type Forget = Extract<ChannelMessage, { is: 'forget' }>;
type Remember = Extract<ChannelMessage, { is: 'remember' }>;
export type GoneBecause = Forget['because'];
/** Where the bot may post, as Teams said it. */
export type ChannelAddress = Remember['place'];

/** What the bridge has to remember of a channel, or to forget; and whether to greet it. */
export type ChannelNews = Omit<Forget, 'v' | 'kind'> | Omit<Remember, 'v' | 'kind'>;

export const writeChannelMessage = (news: ChannelNews): string =>
  JSON.stringify({ v: 1, kind: 'channel', ...news });

export type ReadChannelMessage =
  | { readonly ok: true; readonly message: ChannelMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('channel') });

/** Null for any other message. */
export function readChannelMessage(body: string): ReadChannelMessage | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = ChannelMessage.safeParse(input);
  return data
    ? { ok: true, message: data }
    : { ok: false, reason: 'what Teams said about a channel cannot be read', mayBecomeReadable: true };
}
