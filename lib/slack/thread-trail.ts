import { nameOf, type Sentence } from '../chat/decision-words.ts';
import { decidedWord } from '../chat/outcome-choices.ts';
import type { TrailEntry } from '../verdict/case-verdict.ts';
import { ROOM } from './limits.ts';
import type { SlackMessage } from './message.ts';
import { quote, richText, said, section } from './render-blocks.ts';
import { fallback, spoken, spokenText } from './words.ts';

/** One message in the thread of a case. Its key is the same as long as it says the same: it is posted once. */
export interface ThreadNote {
  readonly key: string;
  readonly message: SlackMessage;
}

/** What stays true after the message itself has moved on. The steps in between are told there, and only there. */
const TOLD: Readonly<Partial<Record<TrailEntry['what'], (entry: TrailEntry) => Sentence>>> = {
  overridden: (entry) => [...who(entry), ` overrides it: ${decidedWord(entry.outcome)}`],
  approved: (entry) => [...who(entry), ` approved: ${decidedWord(entry.outcome)}`],
  declined: (entry) => [...who(entry), ` declined: ${decidedWord(entry.outcome)}`],
  undone: (entry) => [...who(entry), ` took it back: ${decidedWord(entry.outcome)}`],
  waiting: (entry) => [`Waiting to be recorded: ${decidedWord(entry.outcome)}`, ...answer(entry)],
  recorded: (entry) => [`Recorded: ${decidedWord(entry.outcome)}`, ...answer(entry)],
  failed: (entry) => [`Failed: ${decidedWord(entry.outcome)}`, ...answer(entry)],
};

const who = ({ by }: TrailEntry): Sentence => [{ said: by === null ? 'The bridge' : nameOf(by) }];
const answer = ({ answer }: TrailEntry): Sentence => (answer ? ['. ', { said: answer }] : []);

/** Waiting again is no news. Failing again is. */
const ONCE: ReadonlySet<TrailEntry['what']> = new Set(['waiting']);

export function trailNotes(trail: readonly TrailEntry[]): readonly ThreadNote[] {
  const times = new Map<string, number>();
  return trail.flatMap((entry) => {
    const tell = TOLD[entry.what];
    if (!tell) return [];
    const step = `decision:${entry.decisionId}:${entry.what}`;
    const time = (times.get(step) ?? 0) + 1;
    times.set(step, time);
    if (time > 1 && ONCE.has(entry.what)) return [];
    return [{ key: time === 1 ? step : `${step}:${time}`, message: render(tell(entry), entry) }];
  });
}

const render = (sentence: Sentence, { atMs, comment }: TrailEntry) => ({
  text: fallback([spokenText(sentence)]),
  blocks: richText([
    section([spoken([...sentence, '  ·  ', { atMs }])]),
    ...quote(said(comment, ROOM.fullComment)),
  ]),
});
