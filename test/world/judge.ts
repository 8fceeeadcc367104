import { deliveryIdOf } from '../../lib/case/delivery-id.ts';
import { markId } from '../../lib/chats/teams/message.ts';
import { CHANNELS, DEDUPE_S, type Destination, DOMAIN } from './config.ts';
import { SEVERITIES, type Severity, TROUBLE_S } from './history.ts';
import { judgeCalls } from './judge-calls.ts';
import { forgottenOf, judgeForgotten } from './judge-forgotten.ts';
import { judgeMessages } from './judge-messages.ts';
import { judgePersonas } from './judge-personas.ts';
import { judgeTrail } from './judge-trail.ts';
import { judgeVerdicts } from './judge-verdicts.ts';
import { judgeRequests, judgeWebhook } from './judge-webhook.ts';
import { isTold, type Judged } from './judged.ts';
import { severityAt, unseenMs } from './life.ts';
import { UNAPPROVED } from './people.ts';
import { PEOPLE, type PlatformCase } from './platform.ts';
import type { Shown } from './shown.ts';
import type { Surroundings } from './surroundings.ts';
import { START } from './world.ts';

/** The platform listed it for less than this, so nobody may have seen it. */
const UNSEEN_MS = 240_000;
/** A case is called gone after three looks over a quarter of an hour, and a look may fail. */
const GONE_MS = 1_200_000;

/** What is wrong with what people see in the end, each line with the name of its rule. */
export async function judge(around: Surroundings): Promise<string[]> {
  const { world, platform } = around;
  const { has } = world;
  const cases = platform.cases
    .filter((one) => wasListed(one, world.time.nowMs))
    .map((one) => judgedOf(one, around));
  return [
    ...cases.flatMap((one) => [...judgePlaces(one, around), ...judgeMessages(one, around)]),
    ...cases.flatMap((one) => judgePersonas(one, around)),
    ...cases.flatMap((one) => judgeVerdicts(one, around)),
    ...judgeCalls(cases, around),
    ...(has('webhook') ? cases.flatMap((one) => judgeWebhook(one, around)) : []),
    ...(await judgeTrail(cases, around)),
    ...(has('webhook') ? judgeRequests(around) : []),
    ...(has('threats') ? judgeThreats(around) : []),
    ...judgeForgotten(around),
    ...(has('canary') ? judgeCanaries(around) : []),
    ...judgeQueues(around),
  ];
}

function wasListed(one: PlatformCase, nowMs: number): boolean {
  const gone = one.log.findLast(({ what }) => what === 'vanish');
  return !one.isGone || !gone || (gone.atMs - one.createdMs > UNSEEN_MS && nowMs - gone.atMs > GONE_MS);
}

function judgedOf(one: PlatformCase, around: Surroundings): Judged {
  const { platform, slack, teams } = around;
  const name = platform.briefOf(one);
  const posts = [...slack.posts, ...teams.posts].filter((post) => !post.isDeleted);
  // What is posted of somebody who is forgotten is known by its mark, or by what can be pressed.
  const marks = Object.keys(CHANNELS)
    .map((destination) => deliveryIdOf({ domain: DOMAIN, feed: 'cases', id: one.id, destination }))
    .flatMap((mark) => [mark, markId(mark)]);
  // A digest has a button for all that stand under it.
  const isAbout = (buttons: Shown['buttons'] = []) => {
    const pressed = JSON.stringify(buttons);
    return platform.cases.every(({ id }) => pressed.includes(id) === (id === one.id));
  };
  const own = posts.filter(
    ({ thread, first, channel, mark }) =>
      thread === null &&
      channel !== CHANNELS.ops &&
      (first?.text.includes(name) || marks.some((one) => mark.includes(one)) || isAbout(first?.buttons)),
  );
  return {
    ...{ one, name, own, isOpen: platform.isOpen(one), forgotten: forgottenOf(one, around) },
    isSevere: one.severity === 'high' || one.severity === 'critical',
    at: (destination) => own.filter(({ channel }) => channel === CHANNELS[destination]),
    all: posts.filter(({ first, text }) =>
      [first?.text ?? '', text].some((said) => said.includes(name) || said.includes(one.id)),
    ),
  };
}

/** It became worse and ended before anybody looked: what is over is sent nowhere else. */
const hasEndedUnseen = ({ log }: PlatformCase): boolean => {
  const worse = log.findLast(({ what }) => what === 'worse');
  const end = log.findLast(({ what }) => ['close', 'enforce', 'vanish', 'decided'].includes(what));
  return worse !== undefined && end !== undefined && end.atMs - worse.atMs < UNSEEN_MS;
};

/** It stands where the routes send it now, once; or what was withheld is listed. */
function judgePlaces(judged: Judged, around: Surroundings): string[] {
  const { one, name, isOpen, isSevere, at, all, forgotten } = judged;
  const isWithheld = mayBeWithheld(one, around);
  const wanted: Destination[] = [
    'soc',
    ...(isTold(around.world, 'teams', one.createdMs) ? (['duty'] as const) : []),
    ...(one.severity === 'critical' && (isOpen || !hasEndedUnseen(one)) ? (['lead'] as const) : []),
  ];
  const found: string[] = [];
  // What a queue had not taken, or becomes worse later, goes nowhere else once its person is forgotten.
  for (const place of forgotten ? [] : wanted) {
    const isListed = all.some(({ channel }) => channel === CHANNELS[place] || channel === CHANNELS.ops);
    if (isOpen && isSevere && !isWithheld && at(place).length === 0)
      found.push(`a severe open case stands by itself: ${name} (${one.severity}) not at ${place}`);
    else if (!isListed)
      found.push(`nothing is lost: ${name} (${one.severity}) neither at ${place} nor listed`);
  }
  const { world } = around;
  const isCalm = !['faults', 'crashes', 'outages', 'purges'].some((it) => world.has(it as never));
  if (forgotten?.isEarlier && isCalm && !isWithheld && isSevere && isOpen && at('soc').length === 0)
    found.push(`what is forgotten still stands there: ${name} not at soc`);
  for (const place of ['soc', 'duty', 'lead'] as const)
    if (at(place).length > 1)
      found.push(`nothing twice: ${name} stands ${at(place).length} times at ${place}`);
  return found;
}

/** Of what nobody approved, nothing is hidden. People also press what asks them to approve a mute. */
const isApproved = (what: number, { people }: Surroundings): boolean =>
  what !== UNAPPROVED || people.presses.some(({ verb }) => verb.startsWith('proposal:mute'));

/** A mute that two people wanted hides what is not critical; and one that is alike and at least as severe may stand for it, unless it became worse. */
function mayBeWithheld(one: PlatformCase, around: Surroundings): boolean {
  const { world, platform } = around;
  const { has, history } = world;
  const { person, type } = one.plan;
  const muting = history.mutes.filter(
    ({ what }) => (what === person && isApproved(what, around)) || (what >= 3 && type === 1),
  );
  const mayHide = muting.some(({ what }) => one.severity !== 'critical' || what === UNAPPROVED);
  if (has('verdicts') && has('mutes') && mayHide) return true;
  if (!has('dedupe')) return false;
  const seenMs = unseenMs(world);
  // It is judged when it comes, as it is then, and once more when it is opened again. Whatever is worse later stands by itself.
  const judgedAt = one.log.filter(({ what }) => ['created', 'reopen', 'return'].includes(what));
  const worseMs = one.log.findLast(({ what }) => what === 'worse')?.atMs ?? 0;
  const moments = judgedAt
    .map(({ atMs }) => ({ fromMs: Math.max(atMs, worseMs), untilMs: atMs + seenMs }))
    .filter(({ fromMs, untilMs }) => fromMs <= untilMs);
  const wasAsSevere = (other: PlatformCase, fromMs: number, untilMs: number): boolean =>
    [fromMs, ...other.log.map(({ atMs }) => atMs).filter((at) => at > fromMs && at <= untilMs)].some(
      (at) => rankOf(severityAt(other, at)) >= rankOf(severityAt(one, untilMs)),
    );
  return moments.some(({ fromMs, untilMs }) =>
    platform.cases.some(
      (other) =>
        other !== one &&
        other.plan.person === person &&
        other.plan.type === type &&
        other.createdMs <= untilMs &&
        untilMs - other.createdMs < DEDUPE_S * 1000 + 2 * seenMs &&
        wasAsSevere(other, fromMs - seenMs, untilMs),
    ),
  );
}
const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** A threat is told by a message of its own, by its case, or in a list. */
function judgeThreats({ platform, slack, operators, world }: Surroundings): string[] {
  // All of them are about the same person.
  if (operators.forgotten.some(({ email }) => email === PEOPLE[0])) return [];
  const posts = slack.posts.filter(({ channel }) => channel === CHANNELS.soc || channel === CHANNELS.ops);
  // What was there before the history, nobody is told; what was deleted, perhaps.
  const listed = platform.threats.filter(
    (one) => one.listed.deletedAtMs === null && one.listed.visibleAtMs >= START,
  );
  return listed.flatMap(({ id, title, ofCase, createdMs }) => {
    // By when it was created: what is older than the first look at its feed is history, however late it is listed.
    if (!isTold(world, 'threats', createdMs - unseenMs(world))) return [];
    const names = [title, id, ...(ofCase ? [platform.briefOf(ofCase), ofCase.id] : [])];
    const isShown = posts.some(({ text, first }) =>
      names.some((name) => text.includes(name) || first?.text.includes(name)),
    );
    return isShown ? [] : [`nothing is lost: the threat ${title}`];
  });
}

/** A canary came back, once that trouble was over. */
function judgeCanaries({ world: { counts, atS } }: Surroundings): string[] {
  return atS() > TROUBLE_S && (counts['canary came back'] ?? 0) === 0
    ? ['a canary comes back: none did']
    : [];
}

function judgeQueues({ queues }: Surroundings): string[] {
  return Object.entries(queues).flatMap(([name, { held, dead }]) => [
    ...held.map(({ body }) => `the queues are empty in the end: ${name} holds ${body.slice(0, 120)}`),
    ...dead.map(({ body, reason }) => `nothing is parked: ${name} ${reason}: ${body.slice(0, 120)}`),
  ]);
}
