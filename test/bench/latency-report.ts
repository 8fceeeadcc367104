import { drawTable } from './draw-table.ts';
import { PARTS, partsOf, secondsBetween, type Trip } from './latency-trip.ts';
import { type MachineFigures, whyNotTrusted } from './machine.ts';
import { percentile } from './percentile.ts';
import { CHATS, type Chat } from './watch-cases.ts';

/** How long something took, in seconds. Null: it did not happen while it was waited for. */
export interface Times {
  readonly what: string;
  readonly chat: Chat;
  readonly count: number;
  readonly never: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

export interface PartFigures {
  readonly every: string;
  readonly cases: number;
  readonly minutes: number;
  /** From the API to the message: as a whole, and its parts. */
  readonly message: readonly Times[];
  readonly click: readonly Times[];
}

export interface LatencyFigures {
  readonly parts: readonly PartFigures[];
  readonly machine: MachineFigures;
}

const LABELS: Readonly<Record<Chat, string>> = { slack: 'Slack', teams: 'Teams' };
const other = (chat: Chat): Chat => (chat === 'slack' ? 'teams' : 'slack');
const WHOLE = 'case to message';
const RECORDED = '  to recorded verdict';

function timesOf(what: string, chat: Chat, seconds: readonly (number | null)[]): Times {
  const at = (share: number) => percentile(seconds, share) ?? null;
  const never = seconds.filter((one) => one === null).length;
  return { what, chat, count: seconds.length, never, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function figuresOf(
  trips: readonly Trip[],
  { every, minutes }: Pick<PartFigures, 'every' | 'minutes'>,
): PartFigures {
  const message = CHATS.flatMap((chat) => {
    const whole = trips.map(({ openedMs, arrivals }) => secondsBetween(openedMs, arrivals[chat].postedMs));
    const parts = PARTS.map((what, at) =>
      timesOf(
        `  ${what}`,
        chat,
        trips.map((trip) => partsOf(trip, chat)[at] ?? null),
      ),
    );
    return [timesOf(WHOLE, chat, whole), ...parts];
  });
  const click = CHATS.flatMap((chat) => {
    const clicks = trips.flatMap((trip) => (trip.click?.chat === chat ? [trip.click] : []));
    const since = (what: string, momentOf: (one: (typeof clicks)[number]) => number | undefined) =>
      timesOf(
        what,
        chat,
        clicks.map((one) => secondsBetween(one.clickedMs, momentOf(one))),
      );
    return [
      since('click to answer', ({ answeredMs }) => answeredMs),
      since(RECORDED, ({ recordedMs }) => recordedMs),
      since('  to changed message', ({ shownMs }) => shownMs[chat]),
      since(`  to changed message in ${LABELS[other(chat)]}`, ({ shownMs }) => shownMs[other(chat)]),
    ];
  });
  return { every, cases: trips.length, minutes, message, click };
}

/** p95 to the message at 5-second polls. */
export const BAR_SECONDS = 8;

/** By chat, whether p95 is within the bar; nothing where it was not measured. */
export const barOf = ({ parts }: Pick<LatencyFigures, 'parts'>) =>
  parts
    .filter(({ every }) => every === '5s')
    .flatMap(({ message }) => message.filter(({ what }) => what === WHOLE))
    .map(({ chat, p95 }) => ({ chat, p95, isMet: p95 !== null && p95 <= BAR_SECONDS }));

/** How many verdicts the platform never got. */
export const lostIn = ({ parts }: Pick<LatencyFigures, 'parts'>): number =>
  parts
    .flatMap(({ click }) => click.filter(({ what }) => what === RECORDED))
    .reduce((sum, { never }) => sum + never, 0);

const shown = (seconds: number | null): string => seconds?.toFixed(seconds < 10 ? 2 : 1) ?? 'never';

export function reportPart({ every, cases, minutes, message, click }: PartFigures): string {
  const rows = [...message, ...click].map(({ what, chat, count, never, p50, p95, p99, max }) => [
    what,
    LABELS[chat],
    String(count),
    ...[p50, p95, p99, max].map(shown),
    never > 0 ? `${never} never` : '',
  ]);
  return [
    `Polls every ${every}: ${cases} cases within ${minutes} min, at random moments, each decided once.`,
    drawTable([['seconds', 'chat', 'times', 'p50', 'p95', 'p99', 'max'], ...rows], 2),
  ].join('\n');
}

export function reportAll(figures: LatencyFigures): string {
  const { parts, machine } = figures;
  const { cores, loadBefore, busyShare, stalledMs } = machine;
  const doubts = whyNotTrusted(machine);
  const bars = barOf(figures).map(
    ({ chat, p95, isMet }) =>
      `p95 to the message in ${LABELS[chat]} at 5-second polls: ${shown(p95)} s, at most ${BAR_SECONDS} s: ${isMet ? 'met' : 'missed'}.`,
  );
  return [
    ...parts.flatMap((part) => [reportPart(part), '']),
    ...bars,
    `The machine: ${cores} cores, ${(busyShare * 100).toFixed(0)} % busy, load before ${loadBefore.toFixed(1)}; its longest halt ${stalledMs.max.toFixed(0)} ms.`,
    ...(doubts.length > 0 ? [`Do not trust these figures: ${doubts.join('; ')}.`] : []),
  ].join('\n');
}
