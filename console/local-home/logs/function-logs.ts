import { CLOUD } from '../../../local/cloud/options.ts';
import { createActivityLog } from '../../events/activity-log.ts';
import { createNarrator, type NarratorOptions } from './narrator.ts';
import { type ChatOf, newsOfCloud, newsOfLine } from './news-of-line.ts';
import { type LogLine, type LogLineOf, parseLogLine } from './parse-log-line.ts';

export interface FunctionLogsOptions extends Pick<NarratorOptions, 'secrets' | 'soon'> {
  readonly now: () => number;
  /** Gets the same words for the terminal, with their time. */
  readonly write?: (line: string) => void;
  readonly chatOf?: ChatOf;
}

/** What functions log while they run, from the first line on: as words for people, and as facts for the console. */
export function createFunctionLogs(options: FunctionLogsOptions) {
  const { now, secrets, soon, write = () => {}, chatOf = () => undefined } = options;
  const activity = createActivityLog(now);
  const { tell } = createNarrator({
    write: (line, text) => {
      write(line);
      activity.add(text);
    },
    now: () => new Date(now()),
    secrets,
    soon,
  });
  const polls = new Map<string, LogLineOf<'polled'>>();
  const listeners: ((line: LogLine) => void)[] = [];
  const keyOf = (domain: string, feed: string) => JSON.stringify([domain, feed]);
  return {
    activity,
    /** The last poll of this domain and feed. */
    lastPoll: (domain: string, feed: string) => polls.get(keyOf(domain, feed)),
    /** Reads a line of a function, or of the local cloud itself. */
    read(from: string, text: string) {
      if (from === CLOUD) return tell(newsOfCloud(text));
      const line = parseLogLine(text);
      if (line === undefined) return;
      if (line.event === 'polled') polls.set(keyOf(line.domain, line.feed), line);
      for (const listener of listeners) listener(line);
      for (const news of newsOfLine(from, line, chatOf)) tell(news);
    },
    /** News from elsewhere, such as a chat. */
    tell,
    onLine: (listener: (line: LogLine) => void) => void listeners.push(listener),
  };
}

export type FunctionLogs = ReturnType<typeof createFunctionLogs>;
