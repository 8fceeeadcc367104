import { canonical } from './canonical.ts';
import { check } from './invariants.ts';
import { type Capability, RULES, type State, startOf } from './model.ts';
import { PLANTED_RULES, type PlantedRule } from './planted-rules.ts';
import { walk } from './walk.ts';

export const CAPABILITIES: readonly Capability[] = [
  'lifecycle',
  'severity',
  'mute',
  'window',
  'claim',
  'decision',
  'escalation',
  'forget',
];
export const PAIRS = CAPABILITIES.flatMap((one, index) =>
  CAPABILITIES.slice(index + 1).map((other): Capability[] => [one, other]),
);

/** What may happen in a history of a pair. What the platform does, and who dies meanwhile, multiplies all the rest. */
function leftFor(pair: readonly Capability[], isFar: boolean): readonly State['left'][] {
  const isAbout = (...some: readonly Capability[]) => pair.some((one) => some.includes(one));
  const crashes = isFar || !isAbout('claim', 'decision') ? 1 : 0;
  if (!isAbout('lifecycle', 'severity')) return [{ platform: 1, time: isFar ? 2 : 1, people: 2, crashes }];
  const once = { platform: 1, time: 1, people: 1, crashes };
  return isFar ? [once, { ...once, platform: 2, crashes: 0 }] : [once];
}
const PLANTED: State['left'] = { platform: 2, time: 1, people: 1, crashes: 1 };
const ALL: State['left'] = { platform: 4, time: 3, people: 3, crashes: 2 };
/** More than a pair has. */
const MOST_OF_PAIR = 1_000_000;
/** By states and not by seconds: what a run looks at must not depend on the machine. */
const mostOfAll = (isFar: boolean): number => (isFar ? 100_000 : 4_000);
/** A story that is longer was not found by looking for the shortest. */
const LONGEST_STORY = 16;

const leftIn = ({ left }: State) => Object.values(left);

function walkThrough(capabilities: readonly Capability[], left: State['left'], most: number) {
  const { model, wrongIn } = check(capabilities);
  const start = { ...startOf(new Set(capabilities)), left };
  return walk({ start, canonical, left: leftIn, moves: model.moves, wrongIn, most });
}

/** `isFar`: as `npm run simulate -- --model` does, which takes some minutes. */
export const walkPair = (pair: readonly Capability[], isFar = false) =>
  leftFor(pair, isFar).map((left) => walkThrough(pair, left, MOST_OF_PAIR));

export const walkAll = (isFar = false) => walkThrough(CAPABILITIES, ALL, mostOfAll(isFar));

export function isFound({ between, rules, left = PLANTED }: PlantedRule): boolean {
  const { model, wrongIn } = check(between, { ...RULES, ...rules });
  const start = { ...startOf(new Set(between)), left };
  const { wrong } = walk({ start, canonical, left: leftIn, moves: model.moves, wrongIn, most: 60_000 });
  return wrong !== null && wrong.story.length <= LONGEST_STORY;
}

/** All of it, in figures. */
export function checkModel() {
  const pairs = PAIRS.flatMap((pair) => walkPair(pair, true));
  const all = walkAll(true);
  const states = [...pairs, all].reduce((sum, one) => sum + one.states, 0);
  const wrong = [...pairs, all].filter((one) => one.wrong !== null).length;
  const found = PLANTED_RULES.filter(isFound).length;
  return { states, depth: all.depth, pairs: PAIRS.length, planted: PLANTED_RULES.length, found, wrong };
}
