import type { MessageKey } from '../wire.ts';

/** What may have changed since the page was last updated. Messages by their keys, the rest as a whole. */
export interface Marks {
  readonly slack: ReadonlyMap<string, MessageKey>;
  readonly teams: ReadonlyMap<string, MessageKey>;
  readonly whole: ReadonlySet<Whole>;
}

export type Whole = 'modal' | 'flow' | 'items' | 'world' | 'health' | 'activity' | 'verdicts' | 'trouble';
export type Chat = 'slack' | 'teams';

/** `everything`: a new snapshot is shorter, or nothing was sent yet. `nothing`: it stayed quiet for the whole wait. */
export type Taken = 'everything' | 'nothing' | Marks;

/** With more marks than this, sending everything visible is shorter. */
const MOST_MARKS = 300;

/**
 * One listening page. It gets changes only when it can take them: a slow one keeps a few marks and then gets the current
 * state, never a backlog.
 */
export function createSubscriber(person: string, mostMarks = MOST_MARKS) {
  let everything = true;
  let messages: Record<Chat, Map<string, MessageKey>> = { slack: new Map(), teams: new Map() };
  let whole = new Set<Whole>();
  let wake = () => {};

  const isQuiet = () => !everything && messages.slack.size + messages.teams.size + whole.size === 0;
  const clear = () => {
    everything = false;
    messages = { slack: new Map(), teams: new Map() };
    whole = new Set();
  };

  function waitForMark(longestMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestMs);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    person,
    /** The last activity that it was sent. */
    lastActivity: 0,
    markMessage(chat: Chat, channel: string, key: string): void {
      if (everything) return;
      messages[chat].set(`${channel}\n${key}`, { channel, key });
      if (messages.slack.size + messages.teams.size > mostMarks) {
        clear();
        everything = true;
      }
      wake();
    },
    mark(one: Whole): void {
      if (everything) return;
      whole.add(one);
      wake();
    },
    /** What was marked so far; waits for the first mark, at most this long. */
    async take(longestMs: number): Promise<Taken> {
      if (isQuiet()) await waitForMark(longestMs);
      if (isQuiet()) return 'nothing';
      const taken = everything ? 'everything' : { ...messages, whole };
      clear();
      return taken;
    },
  };
}

export type Subscriber = ReturnType<typeof createSubscriber>;
