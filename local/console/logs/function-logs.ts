import { CLOUD } from '../../cloud/options.ts';
import { type ActivityLog, createActivityLog } from './activity-log.ts';
import { createNarrator, type NarratorOptions } from './narrator.ts';
import { type News, newsOfCloud, newsOfLine } from './news-of-line.ts';
import { type LogLine, type LogLineOf, parseLogLine } from './parse-log-line.ts';

export interface FunctionLogsOptions extends Pick<NarratorOptions, 'secrets' | 'soon'> {
  readonly now: () => number;
  /** Takes the same words for the terminal, with their time. */
  readonly write?: (line: string) => void;
}

/** What functions log while they run, from their first line on: as words for people, and as facts for the console. */
export interface FunctionLogs {
  readonly activity: ActivityLog;
  /** The last one of this domain and feed. */
  lastPoll(domain: string, feed: string): LogLineOf<'polled'> | undefined;
  /** A line of a function, or of the local cloud itself. */
  read(from: string, line: string): void;
  /** News from elsewhere, such as a chat. */
  tell(news: News): void;
  onLine(listener: (line: LogLine) => void): void;
}

export function createFunctionLogs(options: FunctionLogsOptions): FunctionLogs {
  const { now, secrets, soon, write = () => {} } = options;
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
    lastPoll: (domain, feed) => polls.get(keyOf(domain, feed)),
    read(from, text) {
      if (from === CLOUD) return tell(newsOfCloud(text));
      const line = parseLogLine(text);
      if (line === undefined) return;
      if (line.event === 'polled') polls.set(keyOf(line.domain, line.feed), line);
      for (const listener of listeners) listener(line);
      for (const news of newsOfLine(from, line)) tell(news);
    },
    tell,
    onLine: (listener) => void listeners.push(listener),
  };
}
