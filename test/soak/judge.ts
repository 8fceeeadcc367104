import { channelOf, teamsChannelOf } from '../support/bridge/places.ts';
import type { Press } from '../support/kill/desks.ts';
import { caseIn, type Post, readChannel } from './read-channel.ts';
import { insist, LATE, type OpenedCase, type SoakWorld } from './soak-world.ts';

interface ChatView {
  readonly name: Press['chat'];
  channelOf(lane: string): string;
  posts(channel: string): Post[];
}

export interface Judgement {
  readonly shown: Readonly<Record<Press['chat'], number>>;
  /** `slack 1a2b3c4d`: cases that belong in a channel and are not there. */
  readonly lost: readonly string[];
  /** There more than once, as cases or as replies. */
  readonly repeated: readonly string[];
  /** In Teams, where a bot cannot look whether a post arrived: the bridge says in its log that it had to post again. */
  readonly postedAgain: readonly string[];
  /** Recorded by the platform more than once. */
  readonly recordedTwice: readonly string[];
  readonly clicks: {
    readonly taken: number;
    /** Of cases that were clicked. */
    readonly recorded: number;
    readonly failed: number;
    readonly told: number;
    /** Neither recorded nor told no. */
    readonly withoutEnd: readonly string[];
  };
  readonly deadLetters: Readonly<Record<string, number>>;
}

type Judged = Pick<SoakWorld, 'slack' | 'teams' | 'api' | 'opened' | 'deadLetters' | 'lines'>;

const POSTED_AGAIN = /"posted again without being able to look".*"feed":"cases","id":"([0-9a-f]{8})/;

/** Two decisions of one case may fail alike, and each is told. */
const FAILED_DECISION =
  /"event":"verdict.changed".*"caseId":"([0-9a-f]{8})[^"]*","decisionId":"(\w+)".*"state":"failed"/;

/** What came of everything, from what stands in the channels and at the platform. */
export async function judge(
  world: Judged,
  { presses, must }: { presses: readonly Press[]; must: (one: OpenedCase) => boolean },
): Promise<Judgement> {
  const chats = viewsOf(world);
  const lost: string[] = [];
  const repeated: string[] = [];
  const postedAgain: string[] = [];
  const shown = { slack: 0, teams: 0 };
  const failedShown = new Set<string>();
  const excuses = world.lines.flatMap((line) => POSTED_AGAIN.exec(line)?.[1] ?? []);
  const failedDecisions = world.lines.flatMap((line) => {
    const [, id, decision] = FAILED_DECISION.exec(line) ?? [];
    return id === undefined ? [] : [{ id, decision }];
  });
  const failures = (under: string) =>
    new Set(failedDecisions.filter(({ id }) => id === under).map(({ decision }) => decision)).size;
  const isExcused = (chat: ChatView, id: string, times: number) =>
    chat.name === 'teams' && excuses.filter((one) => one === id).length >= times;

  for (const chat of chats) {
    const lanes = [...new Set(world.opened.map(({ lane }) => lane))];
    const readings = new Map(lanes.map((lane) => [lane, readChannel(chat.posts(chat.channelOf(lane)))]));
    for (const one of world.opened) {
      const short = one.id.slice(0, 8);
      const reading = readings.get(one.lane);
      const times = reading?.shownAtMs.get(short) ?? [];
      if (times.length > 0 || reading?.named.has(short)) shown[chat.name]++;
      else if (must(one)) lost.push(`${chat.name} ${short}`);
      if (reading?.failed.has(short)) failedShown.add(short);
      if (times.length > 1) {
        const excused = isExcused(chat, short, times.length - 1);
        (excused ? postedAgain : repeated).push(`${chat.name} ${short}`);
      }
    }
    for (const { twice } of readings.values()) {
      for (const { text, under } of twice) {
        const alike = twice.filter((one) => one.under === under && one.text === text).length;
        if (text.startsWith('Not recorded as ') && alike < failures(under)) continue;
        const excused = isExcused(chat, under, 1);
        (excused ? postedAgain : repeated).push(`${chat.name} ${under}: ${text.slice(0, 60)}`);
      }
    }
  }
  const recorded = await recordedIn(world);
  return {
    shown,
    lost,
    repeated,
    postedAgain,
    recordedTwice: [...recorded].filter(([, count]) => count > 1).map(([id]) => id.slice(0, 8)),
    clicks: judgeClicks(
      world,
      presses,
      new Set([...recorded.keys()].map((id) => id.slice(0, 8))),
      failedShown,
    ),
    deadLetters: await world.deadLetters(),
  };
}

function judgeClicks(
  { slack }: Judged,
  presses: readonly Press[],
  recorded: ReadonlySet<string>,
  failed: ReadonlySet<string>,
): Judgement['clicks'] {
  const taken = presses.filter(({ answer }) => answer === 'taken');
  const answers = new Set<string>();
  // Teams tells in the answer to the click or not at all, Slack in a message that only that person sees: one for each click.
  const wasTold = ({ chat, channel, userId, atMs }: Press): boolean => {
    const nameOf = ({ ts }: { readonly ts: string }) => `${userId} ${channel} ${ts}`;
    const answer = slack
      .ephemeral(userId)
      .find(
        (told) => told.channel === channel && Number(told.ts) * 1_000 >= atMs && !answers.has(nameOf(told)),
      );
    if (chat !== 'slack' || !answer) return false;
    answers.add(nameOf(answer));
    return true;
  };
  const open = taken
    .filter((press) => !recorded.has(caseOf(press)) && !failed.has(caseOf(press)))
    .toSorted((a, b) => a.atMs - b.atMs);
  const pressed = new Set(taken.map(caseOf));
  const told = open.filter(wasTold);
  return {
    taken: taken.length,
    recorded: [...pressed].filter((id) => recorded.has(id)).length,
    failed: [...pressed].filter((id) => failed.has(id) && !recorded.has(id)).length,
    told: told.length,
    withoutEnd: open
      .filter((press) => !told.includes(press))
      .map((press) => `${press.chat} ${caseOf(press)}`),
  };
}

const caseOf = ({ text }: Press): string => caseIn(text) ?? '';

const linesOf = ({ shown }: { readonly shown: readonly string[] }): string => shown.join('\n');

const viewsOf = ({ slack, teams }: Judged): readonly ChatView[] => [
  {
    name: 'slack',
    channelOf,
    posts: (channel) =>
      slack.messages(channel).map((main) => ({
        atMs: Number(main.ts) * 1_000,
        text: linesOf(main),
        replies: slack
          .thread(channel, main.ts)
          .map((reply) => ({ atMs: Number(reply.ts) * 1_000, text: linesOf(reply) })),
      })),
  },
  {
    name: 'teams',
    channelOf: teamsChannelOf,
    posts: (channel) =>
      teams.messages(channel).map((main) => ({
        atMs: main.at,
        text: linesOf(main),
        replies: teams.thread(channel, main.id).map((reply) => ({ atMs: reply.at, text: linesOf(reply) })),
      })),
  },
];

/** How often the platform recorded a verdict, by case. */
async function recordedIn({ api }: Judged): Promise<ReadonlyMap<string, number>> {
  const { verdicts } = await insist(() =>
    api.control<{ verdicts: { case_id: string }[] }>('GET', '/verdicts'),
  );
  const counts = new Map<string, number>();
  for (const { case_id } of verdicts) counts.set(case_id, (counts.get(case_id) ?? 0) + 1);
  return counts;
}

/** A case of the late lane belongs there only while every poller knows the lane. */
export const belongs =
  (surelyLate: ReadonlySet<string>) =>
  ({ id, lane }: OpenedCase): boolean =>
    lane !== LATE || surelyLate.has(id);
