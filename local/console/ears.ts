import type { Happening } from '../start/happenings.ts';
import { createNarrator } from '../start/narrator.ts';
import { type ActivityLog, createActivityLog } from './activity-log.ts';
import { type Heard, hear } from './hear.ts';

export interface EarsOptions {
  readonly now: () => number;
  /** Never shown, whoever says them. */
  readonly secrets: readonly string[];
  /** Calls back a moment later, when what belongs together has arrived. */
  readonly soon: (then: () => void) => void;
}

export type LastPoll = Extract<Heard, { kind: 'polled' }>;

/** What functions say while they run, from their first line on. Only the last of each kind is kept. */
export interface Ears {
  readonly activity: ActivityLog;
  /** By domain and feed. */
  lastPoll(domain: string, feed: string): LastPoll | undefined;
  line(line: string): void;
  happening(happening: Happening): void;
  listen(listener: (heard: Heard) => void): void;
}

export function createEars({ now, secrets, soon }: EarsOptions): Ears {
  const activity = createActivityLog(now);
  const narrator = createNarrator({
    write: (_, text) => activity.add(text),
    now: () => new Date(now()),
    secrets,
    soon,
  });
  const polls = new Map<string, LastPoll>();
  const listeners: ((heard: Heard) => void)[] = [];
  const keyOf = (domain: string, feed: string) => JSON.stringify([domain, feed]);
  return {
    activity,
    lastPoll: (domain, feed) => polls.get(keyOf(domain, feed)),
    line(line) {
      const heard = hear(line);
      if (!heard) return;
      if (heard.kind === 'polled') polls.set(keyOf(heard.domain, heard.feed), heard);
      for (const listener of listeners) listener(heard);
    },
    happening: narrator.tell,
    listen: (listener) => void listeners.push(listener),
  };
}
