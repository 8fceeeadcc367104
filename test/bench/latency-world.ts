import { randomUUID } from 'node:crypto';
import { NOT_TAKEN } from '../../lib/chats/document/texts.ts';
import type { Result } from '../../local/stand-in-kit/deliver.ts';
import { nameOf } from '../soak/soak-world.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, BO } from '../support/bridge/people.ts';
import { channelOf, personOf, teamsChannelOf } from '../support/bridge/places.ts';
import { says } from '../support/bridge/posted-case.ts';
import { untilTaken } from '../support/bridge/until-taken.ts';
import { pick } from '../support/random.ts';
import type { Click, Trip } from './latency-trip.ts';
import { CHATS, type Chat, caseOf, type Seen, watchCases } from './watch-cases.ts';

/** As many channels as a company with several teams has. */
export const LANES = Array.from({ length: 10 }, (_, number) => `team${number}`);
const SEVERITIES = ['low', 'low', 'medium', 'medium', 'high', 'critical'];
const MOST_EVENTS = 3;
const OUTCOMES = ['TRUE_POSITIVE', 'FALSE_POSITIVE'];
const RECORDED = /, recorded /;

/** The bridge with ten channels in each chat, at the chats' real rates, and the times of every case in it. */
export async function startLatencyWorld(every: '5s' | '60s', random: () => number) {
  const trips = new Map<string, Trip>();
  const unread = new Set<Trip>();
  const world = await startBridgeWorld(
    { both: LANES, threats: LANES },
    {
      api: { cases: 0, threats: 0 },
      slack: { rates: true, answerTimeoutMs: 3_000 },
      teams: { rates: true, answerTimeoutMs: 10_000 },
      // What an analyst may take back is recorded so much later: that is a choice, and not what is measured.
      config: {
        poll: { every, feeds: ['cases', 'threats'] },
        verdicts: { allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] }, undoSeconds: 0 },
      },
      onApiAnswer: (name, body) => {
        if (name !== 'GET /cases') return;
        for (const trip of unread) {
          if (!body.includes(trip.caseId)) continue;
          trip.readMs = Date.now();
          unread.delete(trip);
        }
      },
    },
  );
  let onShown = (_trip: Trip, _seen: Seen): void => {};
  const tripOf = (seen: Seen): Trip | undefined => trips.get(caseOf(seen) ?? '');
  function showsVerdict(seen: Seen): void {
    const { click } = tripOf(seen) ?? {};
    if (click && RECORDED.test(seen.text)) click.shownMs[seen.chat] ??= seen.atMs;
  }
  watchCases(world, LANES, {
    onPost(seen) {
      const trip = tripOf(seen);
      if (!trip || trip.arrivals[seen.chat].postedMs !== undefined) return;
      trip.arrivals[seen.chat].postedMs = seen.atMs;
      // The other chat was quicker to show it, and an analyst to decide it.
      showsVerdict(seen);
      onShown(trip, seen);
    },
    onChange: showsVerdict,
  });
  watchQueues(world, trips);

  return {
    trips,
    /** Told when a case is first shown in a chat. */
    onShown(listener: typeof onShown): void {
      onShown = listener;
    },
    /** Opens a case for one of the channels. */
    async open(): Promise<void> {
      const lane = pick(random, LANES) ?? '';
      const events = Array.from({ length: Math.ceil(random() * MOST_EVENTS) }, () => ({
        severity: pick(random, SEVERITIES),
      }));
      // With an id of ours, so that the poller cannot be quicker than the answer.
      const caseId = randomUUID();
      const trip: Trip = { caseId, lane, openedMs: Date.now(), arrivals: { slack: {}, teams: {} } };
      trips.set(caseId.slice(0, 8), trip);
      unread.add(trip);
      await world.newCase({ case_id: caseId, user_email: personOf(lane), events });
    },
    /** An analyst decides on a case where they see it. */
    async decide(trip: Trip, { chat, id }: Pick<Seen, 'chat' | 'id'>): Promise<void> {
      const click: Click = { chat, clickedMs: Date.now(), presses: 0, shownMs: {} };
      trip.click = click;
      const press = pressing(world, { chat, id, lane: trip.lane, random });
      const { outcome } = await untilTaken(
        () => {
          click.presses++;
          return press();
        },
        (result) => wasNotTaken(world, trip.lane, result),
      );
      if (outcome.kind === 'answered' && outcome.ok) click.answeredMs = Date.now();
    },
    /** When the platform took each verdict. */
    async readVerdicts(): Promise<void> {
      type Received = { readonly case_id: string; readonly received_at: string };
      const { verdicts } = await world.api.control<{ verdicts: Received[] }>('GET', '/verdicts');
      for (const { case_id, received_at } of verdicts) {
        const { click } = trips.get(case_id.slice(0, 8)) ?? {};
        if (click) click.recordedMs ??= Date.parse(received_at);
      }
    },
    close: () => world.close(),
  };
}

export type LatencyWorld = Awaited<ReturnType<typeof startLatencyWorld>>;

/** One person who presses one button, as often as it takes. */
function pressing(
  { slack, teams }: BridgeWorld,
  { chat, id, lane, random }: { chat: Chat; id: string; lane: string; random: () => number },
): () => Promise<Result> {
  const verdict = `verdict:${pick(random, OUTCOMES)}`;
  const userId = pick(random, chat === 'slack' ? [ANNA, BEN] : [ADA, BO]) ?? '';
  return chat === 'slack'
    ? () => slack.click({ channel: channelOf(lane), ts: id, userId, actionId: verdict })
    : () => teams.click({ channel: teamsChannelOf(lane), id, userId, verb: verdict });
}

/** What the person is told in either chat: that there was no answer, or that it did not go through. */
function wasNotTaken({ slack }: BridgeWorld, lane: string, { outcome, seen }: Result): boolean {
  if (outcome.kind === 'timeout' || outcome.kind === 'unreachable') return true;
  if (outcome.kind === 'answered' && outcome.body.includes(NOT_TAKEN)) return true;
  const told = seen.filter(({ what }) => what === 'ephemeral').map(({ detail }) => detail);
  return [ANNA, BEN]
    .flatMap((userId) => slack.ephemeral(userId))
    .some((one) => one.channel === channelOf(lane) && told.includes(one.ts) && says(one).includes(NOT_TAKEN));
}

interface Handed {
  readonly Records?: readonly {
    readonly body: string;
    readonly attributes: Readonly<Record<string, string | undefined>>;
  }[];
}

/** When messages about cases came into the queue of a chat, and when its notifier was handed them. */
function watchQueues({ cloud }: BridgeWorld, trips: ReadonlyMap<string, Trip>): void {
  for (const one of cloud.functions) {
    const chat = CHATS.find((name) => name === nameOf(one));
    if (!chat) continue;
    one.onInvoke(() => {
      const { Records = [] } = (one.busy.at(-1)?.event ?? {}) as Handed;
      for (const { body, attributes } of Records) {
        for (const id of body.match(/[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g) ?? []) {
          const arrival = trips.get(id)?.arrivals[chat];
          if (!arrival || arrival.takenMs !== undefined) continue;
          arrival.takenMs = Date.now();
          arrival.queuedMs = Number(attributes.SentTimestamp);
        }
      }
    });
  }
}
