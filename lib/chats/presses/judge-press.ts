import type { Log } from '../../base/log.ts';
import { type AuthorityConfig, dependsOnRoutes } from '../../config/authority.ts';
import {
  type Authorization,
  type AuthorizeRequest,
  authorize,
  type ChatDirectory,
} from '../../verdict/authorize.ts';
import { notAllowedText } from '../../verdict/refusal-text.ts';
import type { ClickedMessage, MessageOf } from '../../verdict/verdict-message.ts';
import type { Target } from '../document/button-target.ts';
import { isAboutAClaim, type Press } from '../document/press.ts';
import type { FormAnswer } from '../document/read-form.ts';
import type { EndpointParts } from './chat-definition.ts';
import { findPressProblem, isOurs, PRESS_PROBLEMS, type PressParts } from './check-press.ts';
import type { Click, PressRequest } from './click.ts';
import {
  type AcceptedClick,
  claimMessage,
  decideMessage,
  deniedMessage,
  secondThoughtMessage,
} from './click-messages.ts';
import { identify } from './identify.ts';

export interface JudgePressParts
  extends Pick<EndpointParts, 'routesOf'>,
    Pick<PressParts, 'lookUp'>,
    Pick<AuthorizeRequest, 'namedIn'> {
  readonly config: AuthorityConfig;
  readonly log: Log;
}

/** `why`: what the analyst reads. `denied`: what is written down; null for a case of a domain that is not ours. */
export interface RefusedPress {
  readonly is: 'refused';
  readonly why: string;
  readonly denied: MessageOf<'denied'> | null;
}

type Pressed = Pick<PressRequest, 'press' | 'read'>;
type Allowed = Extract<Authorization, { is: 'allowed' }>;

/** Judges presses on cases, for every chat. */
export function createPressJudge({ config, lookUp, routesOf, namedIn, log }: JudgePressParts) {
  const mayDecide = (
    { by, channelId, isOutsider, directory }: Click,
    target: Target,
  ): Promise<Authorization> =>
    authorize({
      ...{ config, person: by, channelId, isOutsider, directory, namedIn },
      domain: target.domain,
      destination: target.destination,
      routes: () => routesOf(target).catch(() => null),
    });

  const refused = (why: string, click: Click, { press, read: { target } }: Pressed): RefusedPress => ({
    is: 'refused',
    why,
    denied: isOurs(config, target) ? deniedMessage(why, press, target, click) : null,
  });

  return {
    /** What is wrong with the press itself. Nobody has to be asked about the person then. */
    async findProblem(click: Click, pressed: Pressed): Promise<RefusedPress | null> {
      const { by, channelId } = click;
      const { surface } = by;
      const problem = await findPressProblem({ config, lookUp }, pressed.read, { surface, channelId });
      if (!problem) return null;
      log('press refused', { surface, because: problem, by: by.id, channel: channelId });
      return refused(PRESS_PROBLEMS[problem], click, pressed);
    },

    /** What can be said without asking the chat. Who is in a group is asked when a form comes back. */
    isRefusedAtOnce: async (click: Click, target: Target): Promise<boolean> =>
      !dependsOnRoutes(config, target.destination) &&
      (await mayDecide({ ...click, directory: ASKS_NOBODY }, target)).is === 'denied',

    /** Whether this person may decide the case. */
    async authorize(
      click: Click,
      pressed: Pressed,
    ): Promise<RefusedPress | (Allowed & { readonly accepted: AcceptedClick })> {
      const identified = identify(click, config);
      const allowed = await mayDecide(click, pressed.read.target);
      const by = await identified;
      if (allowed.is === 'allowed') return { ...allowed, accepted: { ...click, by, found: allowed.found } };
      return refused(notAllowedText(allowed, by.surface), { ...click, by }, pressed);
    },
  };
}

const ASKS_NOBODY: ChatDirectory = { isMember: async () => 'unknown', isOutsider: async () => 'unknown' };

/** What the verdict function is told of an accepted press. `form`: what was entered, where the press needs a form. */
export function pressMessage(
  press: Press,
  form: FormAnswer | null,
  target: Target,
  accepted: AcceptedClick,
): ClickedMessage {
  if (isAboutAClaim(press)) return claimMessage(press.is, target, accepted);
  if (press.is === 'undo' || press.is === 'approve' || press.is === 'decline' || press.is === 'retry') {
    return secondThoughtMessage(press.is, target, accepted);
  }
  if (!form) throw new Error('a decision without a form');
  const { outcome, comment, eventIds } = form;
  const overrides = press.is === 'override' ? (target.decisionId ?? 'none') : null;
  return decideMessage(target, accepted, { outcome, comment, eventIds, overrides });
}
