import {
  BUTTONS_KEY,
  CANARY_KEY,
  CLICKS_KEY,
  FORGOTTEN_LIST,
  type KeyName,
  LINKS_KEY,
  PEOPLE_KEY,
  type StoredName,
} from '../base/key-names.ts';
import { canBeDecided } from './authority.ts';
import type { Display } from './chats/chat-schema.ts';
import { CHATS, type ChatName } from './chats.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { followsCases } from './follows-cases.ts';
import type { FunctionName } from './function-env.ts';
import { hasLinks } from './webhooks.ts';

/** For the stack, which knows keys only by their names. */
export { keyParameter } from '../base/key-names.ts';

export interface KeyRights {
  readonly reads: readonly StoredName[];
  /** Those it makes where there is none yet. It cannot replace one. */
  readonly makes: readonly KeyName[];
}

/** Which keys of the bridge each function reads and makes: all that the stack grants. */
export function keyReaders(config: BridgeConfig): Readonly<Record<FunctionName, KeyRights>> {
  const decides = canBeDecided(config);
  const links: readonly KeyName[] = hasLinks(config.destinations) ? [LINKS_KEY] : [];
  const canary: readonly KeyName[] = decides && config.canary ? [CANARY_KEY] : [];
  const isPseudonymous = Object.values(config.destinations).some(
    (destination) => (destination as Display).show === 'pseudonym',
  );
  const people: readonly KeyName[] = isPseudonymous ? [PEOPLE_KEY] : [];
  const both = (...names: KeyName[]): KeyRights => ({ reads: names, makes: names });
  const follows = Object.keys(config.domains).some((domain) => followsCases(config, domain));
  /** Whoever asks the platform for cases leaves out those who were forgotten. Nobody but an operator adds to the list. */
  const asksPlatform: KeyRights = { reads: [FORGOTTEN_LIST], makes: [] };
  return {
    poll: asksPlatform,
    archive: both(),
    // It faces the internet, and makes none.
    action: { reads: [BUTTONS_KEY, CLICKS_KEY, CANARY_KEY, ...people, ...links], makes: [] },
    verdict: { reads: [BUTTONS_KEY, CLICKS_KEY, FORGOTTEN_LIST, ...people], makes: [BUTTONS_KEY, ...people] },
    // Makes the key of clicks before the first one comes, and need not know it.
    reconcile: {
      reads: [...(follows ? asksPlatform.reads : []), ...canary],
      makes: decides ? [CLICKS_KEY, ...canary] : [],
    },
    'notify-webhook': both(...people, ...links),
    ...(Object.fromEntries(
      CHATS.map((chat) => [`notify-${chat}`, both(BUTTONS_KEY, ...people)] as const),
    ) as Record<`notify-${ChatName}`, KeyRights>),
  };
}
