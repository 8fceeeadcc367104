import { CHANNELS, DEDUPE_S, type Destination } from './config.ts';
import { SEVERITIES, type Severity, TROUBLE_S } from './history.ts';
import { judgeCalls } from './judge-calls.ts';
import { judgeTrail } from './judge-trail.ts';
import { judgeVerdicts } from './judge-verdicts.ts';
import { judgeRequests, judgeWebhook } from './judge-webhook.ts';
import { PEOPLE, type PlatformCase } from './platform.ts';
import type { Surroundings } from './play.ts';
import type { Shown } from './shown.ts';
import type { World } from './world.ts';

/** A case with all that people see of it. */
export interface Judged {
  readonly one: PlatformCase;
  readonly name: string;
  readonly isOpen: boolean;
  readonly isSevere: boolean;
  /** Its own messages at a destination. */
  readonly at: (destination: Destination) => readonly Shown[];
  readonly own: readonly Shown[];
  readonly all: readonly Shown[];
}

/** The platform listed it for less than this, so nobody may have seen it. */
const UNSEEN_MS = 240_000;
/** A case is called gone after three looks over a quarter of an hour, and a look may fail. */
const GONE_MS = 1_200_000;

/** What is wrong with what people see in the end, each line with the name of its rule. */
export async function judge(around: Surroundings): Promise<string[]> {
  const { world, platform } = around;
  const { has } = world;
  const forgotten = around.operators.forgotten.map(({ email }) => email);
  const cases = platform.cases
    .filter((one) => wasListed(one, world.time.nowMs))
    // Of whom is forgotten nothing is told any more.
    .filter(({ plan }) => !forgotten.includes(PEOPLE[plan.person] ?? ''))
    .map((one) => judgedOf(one, around));
  return [
    ...cases.flatMap((one) => [...judgePlaces(one, around), ...judgeMessages(one, around)]),
    ...cases.flatMap((one) => judgeVerdicts(one, around)),
    ...judgeCalls(cases, around),
    ...(isTold(world, 'webhook') ? cases.flatMap((one) => judgeWebhook(one, around)) : []),
    ...(await judgeTrail(cases, around)),
    ...(has('webhook') ? judgeRequests(around) : []),
    ...(has('threats') ? judgeThreats(around) : []),
    ...judgeForgotten(around),
    ...(has('canary') ? judgeCanaries(around) : []),
    ...judgeQueues(around),
  ];
}

/** An earlier version that does not know a destination need not have sent there what came while it ran. */
const isTold = ({ has, history }: World, where: 'teams' | 'webhook'): boolean =>
  has(where) && !(has('rolling') && history.rollout.lacks === where);

function wasListed(one: PlatformCase, nowMs: number): boolean {
  const gone = one.log.findLast(({ what }) => what === 'vanish');
  return !one.isGone || !gone || (gone.atMs - one.createdMs > UNSEEN_MS && nowMs - gone.atMs > GONE_MS);
}

function judgedOf(one: PlatformCase, { platform, slack, teams }: Surroundings): Judged {
  const name = platform.briefOf(one);
  const posts = [...slack.posts, ...teams.posts].filter((post) => !post.isDeleted);
  const own = posts.filter(
    ({ thread, first, channel }) => thread === null && first?.text.includes(name) && channel !== CHANNELS.ops,
  );
  return {
    ...{ one, name, own, isOpen: platform.isOpen(one) },
    isSevere: one.severity === 'high' || one.severity === 'critical',
    at: (destination) => own.filter(({ channel }) => channel === CHANNELS[destination]),
    all: posts.filter(({ first, text }) =>
      [first?.text ?? '', text].some((said) => said.includes(name) || said.includes(one.id)),
    ),
  };
}

/** It stands where the routes send it now, once; or what was withheld is listed. */
function judgePlaces({ one, name, isOpen, isSevere, at, all }: Judged, around: Surroundings): string[] {
  const teams = isTold(around.world, 'teams');
  const isWithheld = mayBeWithheld(one, around);
  const wanted: Destination[] = [
    'soc',
    ...(teams ? (['duty'] as const) : []),
    ...(one.severity === 'critical' ? (['lead'] as const) : []),
  ];
  const found: string[] = [];
  for (const place of wanted) {
    const isListed = all.some(({ channel }) => channel === CHANNELS[place] || channel === CHANNELS.ops);
    if (isOpen && isSevere && !isWithheld && at(place).length === 0)
      found.push(`a severe open case stands by itself: ${name} (${one.severity}) not at ${place}`);
    else if (!isListed)
      found.push(`nothing is lost: ${name} (${one.severity}) neither at ${place} nor listed`);
  }
  for (const place of ['soc', 'duty', 'lead'] as const)
    if (at(place).length > 1)
      found.push(`nothing twice: ${name} stands ${at(place).length} times at ${place}`);
  return found;
}

/** A mute hides what is not critical; and one that is alike and at least as severe may stand for it, unless it became worse. */
function mayBeWithheld(one: PlatformCase, { world, platform }: Surroundings): boolean {
  const { has, history } = world;
  const { person, type } = one.plan;
  const isMuted = history.mutes.some(({ what }) => what === person || (what >= 3 && type === 1));
  if (has('verdicts') && has('mutes') && isMuted && one.severity !== 'critical') return true;
  // What became worse before anybody saw it came as it is.
  const isCalm = !['faults', 'crashes', 'outages'].some((name) =>
    history.capabilities.includes(name as never),
  );
  const unseenMs = isCalm ? 65_000 : UNSEEN_MS;
  const isWorse = one.log.some(({ what, atMs }) => what === 'worse' && atMs - one.createdMs > unseenMs);
  return (
    has('dedupe') &&
    !isWorse &&
    platform.cases.some(
      (other) =>
        other !== one &&
        other.plan.person === person &&
        other.plan.type === type &&
        other.createdMs <= one.createdMs + 60_000 &&
        one.createdMs - other.createdMs < DEDUPE_S * 1000 + 120_000 &&
        Math.max(...[other.severity, other.plan.severity].map(rankOf)) >= rankOf(one.severity),
    )
  );
}
const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Our verdict ended it, and it was opened or closed again before a look could see that: nobody knows that it was not ours. */
const MOVES_SEEN_LATE: readonly string[] = ['reopen', 'close'];
export const wasMovedUnseen = ({ log }: PlatformCase): boolean =>
  log.some(({ what, atMs }, index) => {
    const decided = log.slice(0, index).findLast((one) => one.what === 'decided');
    return MOVES_SEEN_LATE.includes(what) && decided !== undefined && atMs - decided.atMs < UNSEEN_MS;
  });

const UNSEEN: readonly string[] = ['vanish', 'return'];
const ENDS: readonly string[] = ['close', 'enforce', 'vanish'];

/** What its messages show is true. */
function judgeMessages({ one, name, isOpen, own }: Judged, { slack, teams, people }: Surroundings): string[] {
  const found: string[] = [];
  const ends = one.log.findLast(({ what }) => ENDS.includes(what))?.atMs ?? 0;
  // Closed while its decision was under way without an answer: the bridge takes it for its own.
  const mayBeOurs = people.presses.some((press) => own.includes(press.post) && ends - press.atMs < UNSEEN_MS);
  for (const post of own) {
    const where = `${name} at ${post.channel}`;
    // What our own verdict ended can be corrected, also where the platform did not list it for a while.
    const isOurs =
      mayBeOurs ||
      wasMovedUnseen(one) ||
      one.log.findLast(({ what }) => one.isGone || !UNSEEN.includes(what))?.what === 'decided';
    const buttons = post.buttons
      .map(({ verb }) => verb)
      .filter((verb) => !(isOurs && verb === 'decision:override'));
    const isLate =
      post.postedAtMs >
      (one.log.findLast(({ what }) => ENDS.includes(what))?.atMs ?? Number.POSITIVE_INFINITY);
    if (!isOpen && buttons.length > 0)
      found.push(`what ended has no buttons: ${where}${isLate ? ', posted afterwards,' : ''} has ${buttons}`);
    if (isOpen && post.buttons.length === 0)
      found.push(`what is open can be decided: ${where} has no buttons`);
    const severity = one.severity[0]?.toUpperCase() + one.severity.slice(1);
    if (!post.text.includes(severity))
      found.push(`a message shows how severe it is now: ${where} is ${severity}`);
    const notes = [...slack.posts, ...teams.posts].filter(
      ({ thread, channel }) => thread === post.id && channel === post.channel,
    );
    for (const { text, postedAtMs } of notes)
      if (/does not list it any more/.test(text) && !wasGone(one, postedAtMs))
        found.push(`only what is gone is said to be gone: ${where}`);
    const end = one.state === 'enforced' || one.state === 'closed' ? one.state : null;
    const isOwn = one.isGone || end === null || one.log.at(-1)?.what === 'decided';
    const texts = [post, ...notes].map(({ text }) => text).join(' ');
    // A decision that waits for approval is what the message says instead.
    if (!isOwn && !/action was taken|closed|recorded|resolved|waits for a second person/i.test(texts))
      found.push(`people learn how a case stands: ${where} is ${end}`);
    const said = notes.map(({ mark }) => mark);
    for (const mark of new Set(said.filter((one, index) => said.indexOf(one) !== index)))
      found.push(
        `nothing twice: under ${where} stands twice ${notes.find((note) => note.mark === mark)?.text.slice(0, 80)}`,
      );
  }
  return found;
}

/** A threat is told by a message of its own, by its case, or in a list. */
function judgeThreats({ platform, slack, operators, world }: Surroundings): string[] {
  if (operators.forgotten.length > 0 || (world.has('rolling') && world.history.rollout.lacks === 'threats'))
    return [];
  const posts = slack.posts.filter(({ channel }) => channel === CHANNELS.soc || channel === CHANNELS.ops);
  return platform.threats.flatMap(({ id, title, ofCase }) => {
    const names = [title, id, ...(ofCase ? [platform.briefOf(ofCase), ofCase.id] : [])];
    const isTold = posts.some(({ text, first }) =>
      names.some((name) => text.includes(name) || first?.text.includes(name)),
    );
    return isTold ? [] : [`nothing is lost: the threat ${title}`];
  });
}

/** Who is forgotten is in no row but the trail, and in no message that the bridge can change. */
function judgeForgotten({ operators, table, slack, teams, platform, world }: Surroundings): string[] {
  return operators.forgotten.flatMap(({ email, doneAtMs }) => {
    // What waits for approval may wait for a day.
    if (doneAtMs === null)
      return world.has('approval') ? [] : [`who is to be forgotten is: ${email} was not`];
    // What comes afterwards is told as before.
    const isBack = platform.cases.some(
      ({ plan, createdMs, updatedMs }) =>
        PEOPLE[plan.person] === email && Math.max(createdMs, updatedMs) > doneAtMs - BEFORE_MS,
    );
    if (isBack || platform.threats.length > 0 || world.has('mutes')) return [];
    const rows = [...table.rows].filter(
      ([key, row]) =>
        !key.startsWith('audit#') && !key.startsWith('persona#') && JSON.stringify(row).includes(email),
    );
    const posts = [...slack.posts, ...teams.posts].filter(
      ({ text, thread, postedAtMs }) => thread === null && postedAtMs > doneAtMs && text.includes(email),
    );
    return [
      ...rows.map(([key]) => `who is forgotten stays forgotten: ${email} is in ${key}`),
      ...posts.map(
        ({ channel, id }) => `who is forgotten stays forgotten: ${email} is posted to ${channel} as ${id}`,
      ),
    ];
  });
}
const BEFORE_MS = 240_000;

/** A canary came back, once that trouble was over. */
function judgeCanaries({ world: { counts, atS } }: Surroundings): string[] {
  return atS() > TROUBLE_S && (counts['canary came back'] ?? 0) === 0
    ? ['a canary comes back: none did']
    : [];
}

/** For a quarter of an hour, and a look may have been a little before that. */
const wasGone = ({ log }: PlatformCase, atMs: number): boolean =>
  log.some(
    ({ what, atMs: goneMs }, index) =>
      what === 'vanish' &&
      atMs - goneMs > 14 * 60_000 &&
      !log.slice(index).some((later) => later.what === 'return' && later.atMs < atMs - 120_000),
  );

function judgeQueues({ queues }: Surroundings): string[] {
  return Object.entries(queues).flatMap(([name, { held, dead }]) => [
    ...held.map(({ body }) => `the queues are empty in the end: ${name} holds ${body.slice(0, 120)}`),
    ...dead.map(({ body, reason }) => `nothing is parked: ${name} ${reason}: ${body.slice(0, 120)}`),
  ]);
}
