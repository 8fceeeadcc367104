import type { Answer, TakenStep } from '../../case/answer.ts';
import { inWords } from '../../platform/text/format.ts';
import type { Sentence } from './decision-text.ts';
import { type TrailNote, unansweredNote } from './plan-thread.ts';

/** A step that was taken because nobody answered, at one place. */
export interface UnansweredStep extends TakenStep {
  /** The case came to this place with it. */
  readonly brought?: boolean | undefined;
}

/** What a place has to be known for to say which steps it tells. */
export interface CameHere {
  readonly key: { readonly destination: string };
  /** When the case came here. */
  readonly handedOverAtMs?: number | undefined;
}

/** The steps that a place tells: those since the case came there, and the one that it came with. */
export function stepsAt(
  { key, handedOverAtMs = 0 }: CameHere,
  answer: Pick<Answer, 'steps'> | null,
): readonly UnansweredStep[] {
  const steps = answer?.steps ?? [];
  const isSince = ({ atMs }: TakenStep) => atMs > handedOverAtMs;
  const brought = steps.findLast((step) => !isSince(step) && step.to.includes(key.destination));
  return [...(brought ? [{ ...brought, brought: true }] : []), ...steps.filter(isSince)];
}

/**
 * What the thread of a case tells of them at a destination, with the case by its id: Slack shows the line in the channel too.
 * Names of the configuration and times only: nothing that an item says. Where a case came with a step, its message says so.
 */
export function unansweredNotes(
  steps: readonly UnansweredStep[],
  { about, destination }: { readonly about: string; readonly destination: string },
): readonly TrailNote[] {
  const sent = new Set([destination]);
  return steps.flatMap(({ n, afterMs, atMs, to, brought }) => {
    const others = to.filter((name) => !sent.has(name));
    for (const name of others) sent.add(name);
    if (brought) return [];
    const silence = ` for ${inWords(afterMs)}`;
    const news: Sentence = ['Nobody answered ', { said: about }, silence, ...sentTo(others)];
    return [
      {
        key: unansweredNote(n),
        news,
        words: [...news, '  ·  ', { atMs }],
        quietNews: [`Nobody answered${silence}`],
        comment: null,
      },
    ];
  });
}

const sentTo = (others: readonly string[]): Sentence =>
  others.length === 0 ? [] : [', so it was sent to ', { said: others.join(', ') }, ' too'];

/** Why a case is at a destination to which no route sends it at once; null for one that is there from the start. */
export function broughtLine(steps: readonly UnansweredStep[]): string | null {
  const step = steps.find(({ brought }) => brought);
  return step ? `Sent here because nobody answered it for ${inWords(step.afterMs)}.` : null;
}
