import type { LogLine } from '../../console/local-home/logs/parse-log-line.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';

/** Reading a long history takes longer than people should wait. */
const LONGEST_MS = 10_000;

/** Done when the poller has looked at every list once, successfully or not. */
export function createFirstLook({ domains, poll }: BridgeConfig, longestMs = LONGEST_MS) {
  const open = new Set(
    Object.keys(domains).flatMap((domain) => poll.feeds.map((feed) => `${domain}/${feed}`)),
  );
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timer = setTimeout(finish, longestMs);
  timer.unref();
  return {
    done,
    note(line: LogLine): void {
      if (line.event === 'polled' || line.event === 'poll failed') open.delete(`${line.domain}/${line.feed}`);
      if (open.size === 0) {
        clearTimeout(timer);
        finish();
      }
    },
  };
}
