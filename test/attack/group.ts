import type { Attempt } from './attempt.ts';
import type { PlantedHole } from './plant-in.ts';

/** An attack, or one try of it: fuzzed tries share the name of their attack. */
export interface Attack extends Attempt {
  /** How many requests it took, where it is more than one; asked after the run. */
  readonly times?: () => number;
}

export interface AttackRun {
  readonly seed: number;
  /** How many fuzzed tries a group makes, besides one of each attack with a name. */
  readonly fuzzed: number;
}

/** Attacks on one thing, and what shows that they mean something. */
export interface AttackGroup {
  readonly name: string;
  /** What it attacks. */
  readonly attacks: string;
  /** The checks that keep it out: with any of them taken away, something gets through. */
  readonly checks: readonly PlantedHole[];
  /** Its part of all fuzzed tries; 0 for a group whose attacks are all named. */
  readonly share: number;
  /** The genuine thing is taken: null, or in words why not. Without it a group shows nothing. */
  control(): Promise<string | null>;
  /** They run one after the other, as they are taken; any of them can be left out. */
  tries(run: AttackRun): Iterable<Attack> | AsyncIterable<Attack>;
  /** Ends what `control` or `tries` started. */
  close?(): Promise<void>;
}

export interface Tried {
  readonly name: string;
  readonly gotThrough: boolean;
  /** What got through, in words. */
  readonly detail: string;
  readonly times: number;
}

/** An attack that breaks the bridge got through too: nothing that anybody sends may be an error of ours. */
export async function tryOut({ name, run, times = () => 1 }: Attack): Promise<Tried> {
  let through: string | null;
  try {
    through = await run();
  } catch (error) {
    through = `it broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  return { name, gotThrough: through !== null, detail: through ?? '', times: times() };
}

/** All attacks of a group, or one of so many. */
export async function* triesOf(group: AttackGroup, run: AttackRun, oneOf = 1): AsyncGenerator<Tried> {
  let at = 0;
  for await (const attack of group.tries(run)) if (at++ % oneOf === 0) yield await tryOut(attack);
}
