import { setTimeout as sleep } from 'node:timers/promises';
import type { PostureApiOptions } from '../../local/posture-api/server.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { channelOf, personOf, teamsChannelOf } from '../support/bridge/places.ts';

export const CHATS = ['slack', 'teams'] as const;
export type Chat = (typeof CHATS)[number];

const LANE = 'soc';

/** When a case was first seen in a chat, in seconds since the API showed it. Null: not while it was waited for. */
export interface Arrival {
  readonly chat: Chat;
  /** In a message of its own. */
  readonly own: number | null;
  /** In any message, the thread of a digest too. */
  readonly anywhere: number | null;
}

interface Posted {
  readonly chat: Chat;
  readonly atMs: number;
  readonly isReply: boolean;
  readonly text: string;
}

/** The bridge with one channel in each chat that takes every case and threat, at the chats' real rates. */
export async function startUrgentWorld(api: PostureApiOptions = {}) {
  const world = await startBridgeWorld(
    { both: [LANE], threats: [LANE] },
    {
      api,
      slack: { rates: true },
      teams: { rates: true },
      config: { poll: { every: '5s', feeds: ['cases', 'threats'] } },
    },
  );
  const posted: Posted[] = [];
  watchChannels(world, (one) => posted.push(one));

  return {
    posted: posted as readonly Posted[],
    open: (fields: object) => world.newCase({ user_email: personOf(LANE), ...fields }),
    raiseThreats: (count: number) =>
      world.api.control('POST', '/threats', { user_email: personOf(LANE), count }),
    /** How many items the poller has handed over, by its own word. */
    handedOver: () => world.lines.reduce((sum, line) => sum + announcedIn(line), 0),
    /** Opens a critical case and waits for it in both chats, for as long as `patienceMs`. */
    async time(patienceMs: number): Promise<Arrival[]> {
      const startedMs = Date.now();
      const id = await world.newCase({ user_email: personOf(LANE), events: [{ severity: 'critical' }] });
      const seen = (chat: Chat, counts: (one: Posted) => boolean): number | null => {
        const first = posted.find((one) => one.chat === chat && isAbout(one, id) && counts(one));
        return first ? (first.atMs - startedMs) / 1_000 : null;
      };
      const arrivals = () =>
        CHATS.map((chat) => ({ chat, own: seen(chat, isOwn), anywhere: seen(chat, () => true) }));
      while (Date.now() - startedMs < patienceMs && arrivals().some(({ own }) => own === null))
        await sleep(50);
      return arrivals();
    },
    close: () => world.close(),
  };
}

export type UrgentWorld = Awaited<ReturnType<typeof startUrgentWorld>>;

/** Both chats tell of each post; it is read at that moment, before anything changes it. */
function watchChannels({ slack, teams }: BridgeWorld, note: (posted: Posted) => void): void {
  slack.onChange((change) => {
    const { type, channel, ts, thread_ts } = change as unknown as Readonly<Record<string, string | null>>;
    if (type !== 'message.posted' || channel !== channelOf(LANE)) return;
    const shown = slack.message(channel, ts ?? '')?.shown ?? [];
    note({ chat: 'slack', atMs: Date.now(), isReply: thread_ts !== null, text: shown.join('\n') });
  });
  teams.onChange((change) => {
    const { type, channel, id, root } = change as unknown as Readonly<Record<string, string>>;
    if (type !== 'message.posted' || channel !== teamsChannelOf(LANE)) return;
    const shown = teams.message(channel, id ?? '')?.shown ?? [];
    note({ chat: 'teams', atMs: Date.now(), isReply: root !== id, text: shown.join('\n') });
  });
}

const casesIn = (text: string): Set<string> => new Set(text.match(/\bcase [0-9a-f]{8}/g));
const isAbout = ({ text }: Posted, caseId: string): boolean =>
  casesIn(text).has(`case ${caseId.slice(0, 8)}`);
/** A digest may name cases too, and more than one. */
const isOwn = ({ isReply, text }: Posted): boolean => !isReply && casesIn(text).size === 1;

const announcedIn = (line: string): number =>
  line.includes('"event":"polled"') ? Number(/"announced":(\d+)/.exec(line)?.[1] ?? 0) : 0;
