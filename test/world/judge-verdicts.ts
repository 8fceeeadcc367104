import type { Judged } from './judged.ts';
import type { Press } from './people.ts';
import type { PlatformCase } from './platform.ts';
import type { Surroundings } from './surroundings.ts';

/** The platform got each verdict once, another one only knowingly, and what was decided reached it. */
export function judgeVerdicts(
  { one, name, own }: Judged,
  { world, people, systems }: Surroundings,
): string[] {
  const found: string[] = [];
  // A case that a storm put into the thread of its digest is pressed there.
  const isAbout = ({ first }: Press['post']) => JSON.stringify(first?.buttons ?? []).includes(one.id);
  const pressed = people.presses.filter(({ post }) => own.includes(post) || isAbout(post));
  const bulks = people.bulks.filter(({ person }) => person === one.plan.person);
  const sent = systems.submitted.filter((each) => each.one === one);
  // From the digest of a storm as well; those who fill in forms may all decide.
  const isInForm = bulks.some(({ who }) => who !== 'eve') || people.bulkForms.length > 0;
  const isElsewhere = sent.length > 0 || isInForm;
  const outcomes = one.verdicts.map(({ outcome }) => outcome);
  const again = pressed.filter(({ verb }) => /override|retry/.test(verb)).length;
  const reopened = one.log.filter(({ what }) => what === 'reopen' || what === 'return').length;
  if (outcomes.length > 1 + again + reopened) found.push(`the first verdict wins: ${name} got ${outcomes}`);
  if (outcomes.length > 0 && !isElsewhere && pressed.every(({ who }) => who === 'eve'))
    found.push(`nobody decides who may not: ${name} got ${outcomes}`);
  if (outcomes.length > 0 && !isElsewhere && pressed.every((press) => isStale(press, one)))
    found.push(`an old button decides nothing: ${name} got ${outcomes}`);
  const [only] = pressed;
  // What the platform did not take says so, and can be tried again.
  const isFailed = own.some(({ buttons }) => buttons.some(({ verb }) => /retry/.test(verb)));
  if (
    only &&
    pressed.length === 1 &&
    !isElsewhere &&
    counts(only, one, world.has('approval')) &&
    outcomes.length === 0 &&
    !isFailed
  )
    found.push(`what was decided reaches the platform: ${name}, ${only.verb} by ${only.who}`);
  return found;
}

/** It was put there before the case was opened again. */
const isStale = ({ old, post, atMs }: Press, { log }: PlatformCase): boolean =>
  old && log.some((one) => one.what === 'reopen' && one.atMs > post.postedAtMs && one.atMs < atMs);

/** It was taken, by somebody who may, of a case that nothing happened to around that. */
const counts = (
  { verb, who, old, isTaken, atMs }: Press,
  { log, isGone }: PlatformCase,
  approval: boolean,
): boolean =>
  isTaken &&
  !old &&
  who !== 'eve' &&
  !isGone &&
  (approval ? /^verdict:(SAFE|FALSE_POSITIVE)$/ : /^verdict:[A-Z_]+$/).test(verb) &&
  !log.some(({ what, atMs: at }) => at > atMs - 200_000 && what !== 'created' && what !== 'decided');
