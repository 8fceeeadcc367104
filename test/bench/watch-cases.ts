import type { BridgeWorld } from '../support/bridge/bridge-world.ts';
import { channelOf, teamsChannelOf } from '../support/bridge/places.ts';

export const CHATS = ['slack', 'teams'] as const;
export type Chat = (typeof CHATS)[number];

/** A message as it stood at that moment. */
export interface Seen {
  readonly chat: Chat;
  readonly atMs: number;
  readonly lane: string;
  /** Of the message, within its channel. */
  readonly id: string;
  readonly isReply: boolean;
  readonly text: string;
}

type Change = Readonly<Record<string, string | null>>;

/** Both chats tell of each message; it is read at that moment, before anything changes it. */
export function watchCases(
  { slack, teams }: Pick<BridgeWorld, 'slack' | 'teams'>,
  lanes: readonly string[],
  { onPost, onChange }: { onPost: (seen: Seen) => void; onChange?: (seen: Seen) => void },
): void {
  const toldTo = (type: string | null | undefined) =>
    type === 'message.posted' ? onPost : type === 'message.changed' ? onChange : undefined;
  const inSlack = new Map(lanes.map((lane) => [channelOf(lane), lane]));
  slack.onChange((change) => {
    const { type, channel, ts } = change as unknown as Change;
    const [tell, lane] = [toldTo(type), inSlack.get(channel ?? '')];
    const message = tell && lane !== undefined && slack.message(channel ?? '', ts ?? '');
    if (!message) return;
    const { thread_ts: threadTs } = message as { readonly thread_ts?: string };
    const isReply = threadTs !== undefined && threadTs !== message.ts;
    const text = message.shown.join('\n');
    tell({ chat: 'slack', atMs: Date.now(), lane, id: message.ts, isReply, text });
  });
  const inTeams = new Map(lanes.map((lane) => [teamsChannelOf(lane), lane]));
  teams.onChange((change) => {
    const { type, channel, id } = change as unknown as Change;
    const [tell, lane] = [toldTo(type), inTeams.get(channel ?? '')];
    const message = tell && lane !== undefined && teams.message(channel ?? '', id ?? '');
    if (!message) return;
    const isReply = message.root !== message.id;
    const text = message.shown.join('\n');
    tell({ chat: 'teams', atMs: Date.now(), lane, id: message.id, isReply, text });
  });
}

/** The cases that a text names, each by the first eight characters of its id. */
export const casesNamed = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\bcase \W*([0-9a-f]{8})/g)].map(([, id = '']) => id)),
];

/** The case whose own message this is. A digest may name cases too, and more than one. */
export function caseOf({ isReply, text }: Pick<Seen, 'isReply' | 'text'>): string | undefined {
  const [id, ...more] = casesNamed(text);
  return isReply || more.length > 0 ? undefined : id;
}
