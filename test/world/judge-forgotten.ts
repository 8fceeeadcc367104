import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unpack } from '../../lib/dynamo/packed-value.ts';
import type { OfForgotten } from './judged.ts';
import { unseenMs } from './life.ts';
import type { Forgotten } from './operators.ts';
import { PEOPLE, type PlatformCase } from './platform.ts';
import type { Surroundings } from './surroundings.ts';
import { START } from './world.ts';

/** Null for a case of others, and for one that came when its person was forgotten: it is told as any other. */
export function forgottenOf(one: PlatformCase, around: Surroundings): OfForgotten | null {
  const { operators } = around;
  const mine = operators.forgotten.find(({ email }) => email === PEOPLE[one.plan.person]);
  if (!mine || one.createdMs > endOfMinute(mine.doneAtMs ?? Number.POSITIVE_INFINITY)) return null;
  return { ...mine, isEarlier: wasKnown(one, mine, around) };
}

/** The list of who is forgotten is written in minutes, and rounds up. */
const endOfMinute = (ms: number): number => Math.ceil(ms / 60_000) * 60_000;

/** The bridge had it when its person was forgotten. Of what was withheld it knew nothing that names anybody. */
function wasKnown(
  one: PlatformCase,
  { atMs }: Forgotten,
  { platform, slack, teams, world }: Surroundings,
): boolean {
  const name = platform.briefOf(one);
  return (
    one.createdMs < atMs - unseenMs(world) &&
    [...slack.posts, ...teams.posts].some(
      ({ first, postedAtMs }) => postedAtMs < atMs && first?.text.includes(name),
    )
  );
}

/**
 * Who is forgotten is in no row but the trail, and in no message that the bridge can change. What comes later is told as
 * before, and names them by itself alone.
 */
export function judgeForgotten(around: Surroundings): string[] {
  const { operators, world } = around;
  return operators.forgotten.flatMap((one) => {
    // What waits for approval may wait for a day.
    if (one.doneAtMs === null)
      return world.has('approval') ? [] : [`who is to be forgotten is: ${one.email} was not`];
    return [...judgeRows(one, around), ...judgePosts(one, around)];
  });
}

/** What of the person a text may name: what came later than they were forgotten, or about then. */
function since(forgotten: Forgotten, around: Surroundings) {
  const { email, atMs } = forgotten;
  const { platform, world } = around;
  const theirs = platform.cases.filter(({ plan }) => PEOPLE[plan.person] === email);
  const earlier = theirs.filter((one) => wasKnown(one, forgotten, around));
  const later = theirs.filter((one) => !earlier.includes(one));
  const threats = email === PEOPLE[0] ? platform.threats : [];
  return {
    /** What only the earlier ones say. */
    briefs: earlier.map(platform.briefOf),
    laterIds: [
      ...later.flatMap((one) => [one.id, platform.briefOf(one)]),
      ...threats
        .filter(({ createdMs }) => createdMs >= atMs - unseenMs(world))
        .flatMap(({ id, title }) => [id, title]),
    ],
  };
}

function judgeRows(one: Forgotten, around: Surroundings): string[] {
  const { briefs, laterIds } = since(one, around);
  return [...around.table.rows].flatMap(([key, row]) => {
    if (key.startsWith('audit#')) return [];
    const said = `${key} ${saidIn(row)}`;
    const brief = briefs.find((text) => said.includes(text));
    // What the platform says of somebody is asked for again where another case needs it. A digest says who its items are
    // about, and not which they are.
    const isAskedAgain = /^(persona|digest)#/.test(key) && laterIds.length > 0;
    const isLater =
      isAskedAgain || laterIds.some((id) => said.includes(id)) || isTypedLater(key, one, around);
    if (brief) return [`who is forgotten stays forgotten: ${brief} is in ${key}`];
    return said.includes(one.email) && !isLater
      ? [`who is forgotten stays forgotten: ${one.email} is in ${key}`]
      : [];
  });
}

/** All that a row says, also what is packed. */
const saidIn = (row: Row): string =>
  Object.values(row)
    .map(({ B, ...plain }) => (B ? JSON.stringify(unpack(B)) : JSON.stringify(plain)))
    .join(' ');
type Row = Readonly<Record<string, AttributeValue>>;

/** Somebody muted the person later, or asked for them. */
function isTypedLater(key: string, { email, atMs }: Forgotten, { world }: Surroundings): boolean {
  const { has, history } = world;
  const isLate = (atS: number) => START + atS * 1000 > atMs - 60_000;
  const person = PEOPLE.indexOf(email);
  return (
    (has('mutes') &&
      /mute/.test(key) &&
      history.mutes.some((mute) => mute.what === person && isLate(mute.atS))) ||
    (has('bulk') && history.bulks.some((bulk) => bulk.person === person && isLate(bulk.atS)))
  );
}

const isDigest = (text: string): boolean => /\d new (?:case|threat)s?.*(?:to decide|no cases)/s.test(text);

/** What stands in a thread cannot be changed. */
function judgePosts(one: Forgotten, around: Surroundings): string[] {
  const { slack, teams } = around;
  const { briefs, laterIds } = since(one, around);
  const { doneAtMs } = one;
  return [...slack.posts, ...teams.posts].flatMap(({ text, first, thread, postedAtMs, channel, id }) => {
    const isNew = doneAtMs !== null && postedAtMs > doneAtMs + SAID_MS;
    const said = [...(thread === null ? [text] : []), ...(isNew ? [first?.text ?? ''] : [])].join(' ');
    // The operators are told who is muted.
    const isLater =
      laterIds.some((name) => said.includes(name) || isDigest(said)) || isTypedLater(said, one, around);
    const name = briefs.find((brief) => said.includes(brief)) ?? (isLater ? undefined : one.email);
    return name !== undefined && said.includes(name)
      ? [
          `who is forgotten stays forgotten: ${name} is at ${channel} as ${id}${isNew ? ', posted afterwards' : ''}`,
        ]
      : [];
  });
}
const SAID_MS = 30_000;
