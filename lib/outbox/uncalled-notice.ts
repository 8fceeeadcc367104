import { DAY_MS } from '../base/time.ts';
import type { Mention } from '../config/mentions.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../routing/ops-notice.ts';

/** Says to the operators that a chat does not show a message that calls these people. */
export type TellUncalled = (destination: string, called: readonly Mention[], reason: string) => Promise<void>;

const MOST_NAMED = 10;

/** Once a day for each destination, unless it is theirs. */
export const createUncalledNotice =
  (parts: OpsNoticeParts): TellUncalled =>
  async (destination, called, reason) => {
    const { config, clock } = parts;
    if (config.ops?.to === destination) return;
    const ids = called.slice(0, MOST_NAMED).map(({ id }) => id);
    await sendOpsNotice(parts, {
      domain: Object.keys(config.domains)[0] ?? '',
      id: `uncalled-${destination}-${Math.floor(clock.now() / DAY_MS)}`,
      code: 'nobody_called',
      title: `${destination}: a message was posted without its mentions`,
      text: `The chat refuses a message that mentions ${ids.join(', ')} (${reason}). One of them may be gone, mistyped, or from another workspace or team. Check mention in the routes to ${destination}. Until then cases are posted there without mentions.`,
    });
  };
