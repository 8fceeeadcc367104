import type { Log } from '../base/log.ts';
import type { AuthorityConfig } from '../config/authority.ts';
import type { NamedLists, NamedPeople } from '../config/chats/chat-section.ts';
import { authorize, type ChatDirectory } from './authorize.ts';
import { isCanaryPerson } from './canary-person.ts';
import { notAllowedText } from './refusal-text.ts';
import type { ClickedMessage } from './verdict-message.ts';

export interface ReauthorizeClickParts {
  readonly config: AuthorityConfig;
  /** The people whom a rule names in a chat; undefined for a chat that this configuration does not have. */
  readonly namedInOf: (chat: string) => ((allow: NamedLists) => NamedPeople) | undefined;
  readonly routesOf: (about: {
    readonly domain: string;
    readonly caseId: string;
    readonly destination: string;
  }) => Promise<readonly string[] | null>;
  readonly log: Log;
}

/**
 * Judges once more what the action function accepted, by this function's own configuration: in words why it is denied,
 * null when it is not. What a chat says about people comes with the click: the function that holds the key of the API
 * cannot ask one, and repeats of a click are all judged alike. What cannot be judged here counts as accepted: functions
 * may have different configurations for some minutes.
 */
export function createReauthorizeClick({ config, namedInOf, routesOf, log }: ReauthorizeClickParts) {
  return async function whyDenied(message: ClickedMessage): Promise<string | null> {
    const { domain, caseId, channelId, found } = message;
    const { by: person, place: destination } = message.kind === 'decide' ? message.request : message;
    // It has a handler of its own, where nothing can be decided. Here it would be somebody who cannot be judged.
    if (isCanaryPerson(person)) return 'a canary decides nothing';
    const namedIn = namedInOf(person.surface);
    const isKnown = Object.hasOwn(config.domains, domain) && Object.hasOwn(config.destinations, destination);
    const unjudged = (because: string) => {
      log('verdict.not-judged', { kind: message.kind, domain, caseId, because });
      return null;
    };
    if (!namedIn || !isKnown) return unjudged('not-configured-here');
    const judged = await authorize({
      config,
      person,
      domain,
      destination,
      channelId,
      routes: () => routesOf({ domain, caseId, destination }).catch(() => null),
      namedIn,
      directory: saidWith(found),
    });
    if (judged.is === 'allowed') return null;
    return judged.is === 'unknown' ? unjudged(judged.because) : notAllowedText(judged, person.surface);
  };
}

/** A group that the action function did not find somebody in is none of theirs. */
export const saidWith = (found: ClickedMessage['found']): ChatDirectory => ({
  async isMember(groupId) {
    if (!found) return 'unknown';
    return found.groups.some((id) => id.toLowerCase() === groupId.toLowerCase()) ? 'yes' : 'no';
  },
  async isOutsider() {
    if (!found || found.outsider === null) return 'unknown';
    return found.outsider ? 'yes' : 'no';
  },
});
