import { type OpsNoticeParts, sendOpsNotice } from '../queues/ops-notice.ts';
import type { Closed } from './closed.ts';
import type { TellOps } from './doors.ts';

const WHAT_TO_DO: Readonly<Record<Closed['kind'], string>> = {
  credentials: 'Put a valid token or password into its parameter, or give the app the right that it lacks.',
  place: 'Invite the app to the channel, or name another channel in the configuration.',
  unclear: 'Look at the channel and at the app in it.',
  unreachable: 'Nothing has to be done if the chat is down.',
};

/** Tells the operators that a destination is closed and that it is open again, unless it is theirs. */
export const createClosedNotice =
  (parts: OpsNoticeParts): TellOps =>
  async (destination, { kind, reason, sinceMs }, now) => {
    if (parts.config.ops?.to === destination) return true;
    const domain = Object.keys(parts.config.domains)[0] ?? '';
    const since = new Date(sinceMs).toISOString().slice(0, 16).replace('T', ' ');
    return sendOpsNotice(parts, {
      domain,
      id: `${now}-${destination}-${sinceMs}`,
      ...(now === 'closed'
        ? {
            code: 'destination_closed',
            title: `${destination}: nothing can be shown there`,
            text: `${reason}. ${WHAT_TO_DO[kind]} What is for it waits, and is shown when it works again; it is tried every few minutes.`,
          }
        : {
            code: 'destination_open',
            title: `${destination}: works again`,
            text: `Nothing could be shown there since ${since} UTC. What waited is being shown now.`,
          }),
    });
  };
