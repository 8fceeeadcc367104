import { setTimeout as sleep } from 'node:timers/promises';
import type { PostureApiOptions } from '../../local/posture-api/server.ts';
import { startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { personOf } from '../support/bridge/places.ts';
import { CHATS, type Chat, caseOf, casesNamed, type Seen, watchCases } from './watch-cases.ts';

const LANE = 'soc';

/** When a case was first seen in a chat, in seconds since the API showed it. Null: not while it was waited for. */
export interface Arrival {
  readonly chat: Chat;
  /** In a message of its own. */
  readonly own: number | null;
  /** In any message, the thread of a digest too. */
  readonly anywhere: number | null;
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
  const posted: Seen[] = [];
  watchCases(world, [LANE], { onPost: (one) => posted.push(one) });

  return {
    posted: posted as readonly Seen[],
    open: (fields: object) => world.newCase({ user_email: personOf(LANE), ...fields }),
    raiseThreats: (count: number) =>
      world.api.control('POST', '/threats', { user_email: personOf(LANE), count }),
    /** How many items the poller has handed over, by its own word. */
    handedOver: () => world.lines.reduce((sum, line) => sum + announcedIn(line), 0),
    /** Opens a critical case and waits for it in both chats, for as long as `patienceMs`. */
    async time(patienceMs: number): Promise<Arrival[]> {
      const startedMs = Date.now();
      const id = await world.newCase({ user_email: personOf(LANE), events: [{ severity: 'critical' }] });
      const short = id.slice(0, 8);
      const isOwn = (one: Seen): boolean => caseOf(one) === short;
      const names = ({ text }: Seen): boolean => casesNamed(text).includes(short);
      const seen = (chat: Chat, counts: (one: Seen) => boolean): number | null => {
        const first = posted.find((one) => one.chat === chat && counts(one));
        return first ? (first.atMs - startedMs) / 1_000 : null;
      };
      const arrivals = () =>
        CHATS.map((chat) => ({ chat, own: seen(chat, isOwn), anywhere: seen(chat, names) }));
      while (Date.now() - startedMs < patienceMs && arrivals().some(({ own }) => own === null))
        await sleep(50);
      return arrivals();
    },
    close: () => world.close(),
  };
}

export type UrgentWorld = Awaited<ReturnType<typeof startUrgentWorld>>;

const announcedIn = (line: string): number =>
  line.includes('"event":"polled"') ? Number(/"announced":(\d+)/.exec(line)?.[1] ?? 0) : 0;
