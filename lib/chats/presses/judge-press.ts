import { type AuthorityConfig, dependsOnRoutes } from '../../config/authority.ts';
import type { Log } from '../../platform/log.ts';
import {
  type Authorization,
  type AuthorizeRequest,
  authorize,
  type ChatDirectory,
} from '../../verdict/authorize.ts';
import { notAllowedText } from '../../verdict/refusal-text.ts';
import type { ClickedMessage, MessageOf } from '../../verdict/verdict-message.ts';
import type { ReadTarget, Target } from '../document/button-target.ts';
import { isAboutAClaim, type Press } from '../document/press.ts';
import type { FormAnswer } from '../document/verdict-form.ts';
import type { EndpointParts } from './chat-definition.ts';
import { AMISS_TEXT, findAmiss, isOurs, type PressParts } from './check-press.ts';
import {
  type Accepted,
  type Clicked,
  claimMessage,
  decideMessage,
  deniedMessage,
  secondThoughtMessage,
} from './click-messages.ts';

export interface JudgePressParts extends Pick<EndpointParts, 'routesOf'>, Pick<PressParts, 'lookUp'> {
  readonly config: AuthorityConfig;
  readonly log: Log;
}

/** Who presses, where, and what their chat says about them. */
export type Presser = Pick<
  AuthorizeRequest,
  'person' | 'channelId' | 'isOutsider' | 'namedIn' | 'directory'
> & { readonly channelId: string | null };

/** What a chat read of a press on a case. */
export interface Pressed {
  readonly press: Press;
  readonly read: ReadTarget;
  readonly presser: Presser;
  readonly clicked: Clicked;
}

/** `why`: what the analyst reads. `denied`: what is written down; null for a case of a domain that is not ours. */
export interface RefusedPress {
  readonly is: 'refused';
  readonly why: string;
  readonly denied: MessageOf<'denied'> | null;
}

type Allowed = Extract<Authorization, { is: 'allowed' }>;

/** What becomes of a press on a case, in whichever chat: the chat only reads it, and answers. */
export function createPressJudge({ config, lookUp, routesOf, log }: JudgePressParts) {
  const mayDecide = (presser: Presser, target: Target): Promise<Authorization> =>
    authorize({
      ...presser,
      config,
      domain: target.domain,
      destination: target.destination,
      routes: () => routesOf(target).catch(() => null),
    });

  const refused = (why: string, { press, read: { target }, clicked }: Pressed): RefusedPress => ({
    is: 'refused',
    why,
    denied: isOurs(config, target) ? deniedMessage(why, press, target, clicked) : null,
  });

  return {
    /** Nobody has to be asked who pressed: it counts for nothing. Null when nothing is amiss. */
    async findProblem(pressed: Pressed): Promise<RefusedPress | null> {
      const { person, channelId } = pressed.presser;
      const { surface } = person;
      const amiss = await findAmiss({ config, lookUp }, pressed.read, { surface, channelId });
      if (!amiss) return null;
      log('press refused', { surface, because: amiss, by: person.id, channel: channelId });
      return refused(AMISS_TEXT[amiss], pressed);
    },

    /** What can be said without asking anybody. Who is in a group is asked when a form comes back. */
    isRefusedAtOnce: async (presser: Presser, target: Target): Promise<boolean> =>
      !dependsOnRoutes(config, target.destination) &&
      (await mayDecide({ ...presser, directory: ASKS_NOBODY }, target)).is === 'denied',

    /** Whether this person may. */
    async authorize(pressed: Pressed): Promise<RefusedPress | (Allowed & { readonly accepted: Accepted })> {
      const { presser, clicked, read } = pressed;
      const allowed = await mayDecide(presser, read.target);
      if (allowed.is === 'allowed') return { ...allowed, accepted: { ...clicked, found: allowed.found } };
      return refused(notAllowedText(allowed, clicked.by.surface), pressed);
    },
  };
}

const ASKS_NOBODY: ChatDirectory = { isMember: async () => 'unknown', isOutsider: async () => 'unknown' };

/** What the verdict function is told of an accepted press. `form`: what was entered; an outcome alone is one, too. */
export function pressMessage(
  press: Press,
  form: FormAnswer | null,
  target: Target,
  accepted: Accepted,
): ClickedMessage {
  if (isAboutAClaim(press)) return claimMessage(press.is, target, accepted);
  if (press.is === 'undo' || press.is === 'approve' || press.is === 'decline' || press.is === 'retry') {
    return secondThoughtMessage(press.is, target, accepted);
  }
  const answer =
    form ?? (press.is === 'outcome' ? { outcome: press.outcome, comment: null, eventIds: [] } : null);
  if (!answer) throw new Error('a decision without a form');
  const { outcome, comment, eventIds } = answer;
  const overrides = press.is === 'override' ? (target.decisionId ?? 'none') : null;
  return decideMessage(target, accepted, { outcome, comment, eventIds, overrides });
}
