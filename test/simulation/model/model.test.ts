import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../../support/extent.ts';
import { canonical } from './canonical.ts';
import { check } from './invariants.ts';
import { type Capability, RULES, type State, startOf } from './model.ts';
import { PLANTED_RULES } from './planted-rules.ts';
import { walk } from './walk.ts';

const CAPABILITIES: readonly Capability[] = [
  'lifecycle',
  'severity',
  'mute',
  'window',
  'claim',
  'decision',
  'escalation',
  'forget',
];
const PAIRS = CAPABILITIES.flatMap((one, index) =>
  CAPABILITIES.slice(index + 1).map((other): Capability[] => [one, other]),
);

/** What may happen in a history of a pair. What the platform does, and who dies meanwhile, multiplies all the rest. */
function leftFor(pair: readonly Capability[]): readonly State['left'][] {
  const isAbout = (...some: readonly Capability[]) => pair.some((one) => some.includes(one));
  const crashes = IS_FULL || !isAbout('claim', 'decision') ? 1 : 0;
  if (!isAbout('lifecycle', 'severity')) return [{ platform: 1, time: IS_FULL ? 2 : 1, people: 2, crashes }];
  const once = { platform: 1, time: 1, people: 1, crashes };
  return IS_FULL ? [once, { ...once, platform: 2, crashes: 0 }] : [once];
}
const PLANTED: State['left'] = { platform: 2, time: 1, people: 1, crashes: 1 };
const ALL: State['left'] = { platform: 4, time: 3, people: 3, crashes: 2 };
/** By states and not by seconds: what a run looks at must not depend on the machine. */
const MOST_OF_ALL = IS_FULL ? 100_000 : 4_000;

const told: string[] = [];
const leftIn = ({ left }: State) => Object.values(left);

function walkThrough(capabilities: readonly Capability[], left: State['left'], most: number) {
  const { model, wrongIn } = check(capabilities);
  const start = { ...startOf(new Set(capabilities)), left };
  return walk({ start, canonical, left: leftIn, moves: model.moves, wrongIn, most });
}

describe('the rules of a case', () => {
  it.each(PAIRS)('hold in every history of %s and %s', (...pair) => {
    for (const left of leftFor(pair)) {
      const { states, isWhole, wrong } = walkThrough(pair, left, 1_000_000);
      told.push(`${pair.join(' and ')}: all ${states} states`);
      expect(wrong).toBeNull();
      expect(isWhole).toBe(true);
    }
  });

  it('hold in the histories of all of them together, as deep as there is time for', () => {
    const { states, depth, wrong } = walkThrough(CAPABILITIES, ALL, MOST_OF_ALL);
    told.push(`all together: ${states} states, to depth ${depth}`);
    // What was looked at belongs to the result.
    console.info(told.join('\n'));
    expect(wrong).toBeNull();
  });
});

describe('a wrong rule is found, by the shortest story', () => {
  it.each(PLANTED_RULES)('$name', ({ between, rules, left = PLANTED }) => {
    const { model, wrongIn } = check(between, { ...RULES, ...rules });
    const start = { ...startOf(new Set(between)), left };
    const { wrong } = walk({ start, canonical, left: leftIn, moves: model.moves, wrongIn, most: 60_000 });
    expect(wrong?.story.length ?? Number.POSITIVE_INFINITY).toBeLessThan(17);
  });
});
