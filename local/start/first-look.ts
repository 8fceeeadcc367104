import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Happening } from './happenings.ts';

/** A long history is read for longer than anybody should wait. */
const LONGEST_MS = 10_000;

/** Done when every list has been looked at once, successfully or not. */
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
    note(happening: Happening): void {
      if (happening.kind === 'state') open.delete(happening.about);
      if (open.size === 0) {
        clearTimeout(timer);
        finish();
      }
    },
  };
}
