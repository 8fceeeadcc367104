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

/** What may happen in a history of a pair: as much as the machine has time for. */
const PAIR: State['left'] = IS_FULL
  ? { platform: 3, time: 2, people: 2, crashes: 1 }
  : { platform: 2, time: 1, people: 1, crashes: 1 };
const ALL: State['left'] = { platform: 4, time: 3, people: 3, crashes: 2 };
/** By states and not by seconds: what a run looks at must not depend on the machine. */
const MOST = IS_FULL ? { pair: 30_000, all: 100_000 } : { pair: 2_000, all: 4_000 };

const told: string[] = [];

function walkThrough(capabilities: readonly Capability[], left: State['left'], most: number) {
  const { model, wrongIn } = check(capabilities);
  const start = { ...startOf(new Set(capabilities)), left };
  return walk({ start, canonical, moves: model.moves, wrongIn, most });
}

describe('the rules of a case', () => {
  it.each(PAIRS)('hold in every history of %s and %s', (...pair) => {
    const { states, depth, isWhole, wrong } = walkThrough(pair, PAIR, MOST.pair);
    told.push(`${pair.join(' and ')}: ${states} states, ${isWhole ? 'all of them' : `to depth ${depth}`}`);
    expect(wrong).toBeNull();
  });

  it('hold in the histories of all of them together, as deep as there is time for', () => {
    const { states, depth, wrong } = walkThrough(CAPABILITIES, ALL, MOST.all);
    told.push(`all together: ${states} states, to depth ${depth}`);
    // What was looked at belongs to the result.
    console.info(told.join('\n'));
    expect(wrong).toBeNull();
  });
});

describe('a wrong rule is found, by the shortest story', () => {
  it.each(PLANTED_RULES)('$name', ({ between, rules, left = PAIR }) => {
    const { model, wrongIn } = check(between, { ...RULES, ...rules });
    const start = { ...startOf(new Set(between)), left };
    const { wrong } = walk({ start, canonical, moves: model.moves, wrongIn, most: 60_000 });
    expect(wrong?.story.length ?? Number.POSITIVE_INFINITY).toBeLessThan(17);
  });
});
