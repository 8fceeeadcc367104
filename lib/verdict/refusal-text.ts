import type { Answer, Decision } from '../case/answer.ts';
import type { Sentence } from '../case/sentence.ts';
import type { Scope } from '../config/authority.ts';
import { chatLabel, rightToAsk } from '../config/chats.ts';
import type { NotAllowed } from './authorize.ts';
import { claimText, decisionText } from './decision-text.ts';
import type { RefusedClick } from './verdict-handler.ts';

const TWO_CHATS =
  'From here the bridge cannot tell you apart from the person who decided, unless `people` in the configuration names you both.';
const GONE = 'That decision is no longer on record. Decide the case again if it is still open.';

const TOO_LATE = 'Too late: the case has moved on. Its message shows where it stands. Nothing was recorded.';

/** What an analyst reads whose click changed nothing. `withComment`: what the form is called there. */
export function refusalText(refused: RefusedClick, withComment: string): Sentence {
  switch (refused.because) {
    case 'denied':
      return [{ said: refused.why }];
    case 'conflict':
      return refused.current?.decision ? alreadyDecided(refused.current.decision) : [GONE];
    case 'claimed': {
      const claim = refused.current?.claim;
      return claim ? [...claimText(claim), '. Press Take over if they agree.'] : [TOO_LATE];
    }
    case 'yours':
      return ['You already have this case. Hand back releases it.'];
    case 'own-decision':
      return ["You can't approve your own decision. It needs a second person."];
    case 'other-surface':
      return [
        `A second person has to approve this${whereOf(refused.current)}, where it was decided. ${TWO_CHATS}`,
      ];
    case 'comment-required':
      return [`This needs a comment. Nothing was recorded. Choose "${withComment}".`];
    case 'too-late':
      return [TOO_LATE];
    case 'stale':
      return ['This button is out of date: the case was reopened. Nothing was recorded.'];
    case 'changed':
      return ['This case changed after you opened the list. Nothing was recorded. Look at it again.'];
    case 'gone':
      return [GONE];
  }
}

const whereOf = (current: Answer | null): string =>
  current?.decision ? ` in ${chatLabel(current.decision.by.surface)}` : '';

const alreadyDecided = (decision: Decision): Sentence => ['Already decided. ', ...decisionText(decision)];

export const OTHER_CHANNEL =
  'You can decide a case only in the channel it was sent to. Nothing was recorded.';

/** What an analyst reads who may not decide. */
export const notAllowedText = ({ because, by }: NotAllowed, chat: string): string =>
  NOT_ALLOWED[because](chatLabel(chat), by ? CASES[by.is](by) : 'cases here', chat);

/** Which cases a rule is about: it says why somebody may decide elsewhere, and not here. */
const CASES: Readonly<Record<Scope['is'], (scope: Scope) => string>> = {
  default: () => 'cases here',
  domain: (scope) => `cases of ${nameIn(scope)}`,
  route: (scope) => `cases from the route ${nameIn(scope)}`,
  destination: (scope) => `cases in ${nameIn(scope)}`,
};

const nameIn = (scope: Scope): string => ('name' in scope ? scope.name : '');

type Words = (chat: string, cases: string, name: string) => string;

const NOT_ALLOWED: Readonly<Record<NotAllowed['because'], Words>> = {
  'not-configured': () => 'Nobody can decide cases here: it is not set up. Nothing was recorded.',
  'other-channel': () => OTHER_CHANNEL,
  'not-named': (_, cases) => `You can't decide ${cases}. Nothing was recorded.`,
  guest: (chat, cases) =>
    `Guests in ${chat} and people from other organizations can't decide ${cases}. Nothing was recorded.`,
  'group-unknown': (chat, cases) =>
    `${chat} did not tell the bridge whether you can decide ${cases}. Nothing was recorded. Try again in a minute.`,
  'group-right': (chat, _, name) =>
    `${chat} does not let the bridge look up who is in a group. Nothing was recorded. An operator has to grant it ${rightToAsk(name, 'groups')}.`,
  'guest-unknown': (chat) =>
    `${chat} did not tell the bridge whether you are a guest. Nothing was recorded. Try again in a minute.`,
  'guest-right': (chat, _, name) =>
    `${chat} does not let the bridge look up whether you are a guest. Nothing was recorded. An operator has to grant it ${rightToAsk(name, 'guests')}.`,
  'channel-unknown': (chat) => `${chat} did not say which channel you pressed this in. Nothing was recorded.`,
};
