import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { SlackOptions } from '../slack/settings.ts';

/** The same people in every chat. */
export const NAMES = ['Ada Winter', 'Bo Larsen', 'Cleo Marsh'];

/** The workspace that a configuration speaks of: its channels, those who may decide, and at least one who may not. */
export function inventWorkspace({ destinations, verdicts }: BridgeConfig) {
  const allow = typeof verdicts?.allow === 'object' ? verdicts.allow : undefined;
  const ids: readonly (string | undefined)[] = allow?.slackUsers ?? [];
  const count = Math.max(NAMES.length, ids.length + 1);
  const users = Array.from({ length: count }, (_, at) => {
    const realName = NAMES[at] ?? `Analyst ${at + 1}`;
    // The stand-in counts in the same shape, so what is made up here has to look different.
    const id = ids[at] ?? `U0INVENTED${at + 1}`;
    return { id, realName, name: realName.toLowerCase().replaceAll(' ', '.') };
  });
  return {
    users,
    // Groups that may decide have in them whoever comes first and was not named anyway.
    groups: (allow?.slackGroups ?? []).map((id, at) => ({
      id,
      handle: `group-${at + 1}`,
      users: users.slice(ids.length, ids.length + 1).map((one) => one.id),
    })),
    channels: channelsOf(destinations).map(([id, name]) => ({ id, name })),
  } satisfies SlackOptions;
}

export const channelsOf = (destinations: BridgeConfig['destinations']): (readonly [string, string])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    one.type === 'slack' ? [[one.channel, name] as const] : [],
  );
