import type { Answer, Decision } from '../case/answer.ts';
import type { Sentence } from '../case/sentence.ts';
import type { Scope } from '../config/authority.ts';
import { chatLabel, rightToAsk } from '../config/chats.ts';
import type { NotAllowed } from './authorize.ts';
import { claimText, decisionText } from './decision-text.ts';
import type { RefusedClick } from './verdict-handler.ts';

const TWO_CHATS =
  'Nobody can say here that you are not the one who decided, unless the configuration names you both in `people`.';
const GONE = 'Nothing is known of that decision any more. Decide the case again, if it is still open.';

const TOO_LATE = 'It went on meanwhile: the message shows how it stands now.';

/** What an analyst reads whose click changed nothing. `withComment`: what the form is called there. */
export function refusalText(refused: RefusedClick, withComment: string): Sentence {
  switch (refused.because) {
    case 'denied':
      return [{ said: refused.why }];
    case 'conflict':
      return refused.current?.decision ? alreadyDecided(refused.current.decision) : [GONE];
    case 'claimed': {
      const claim = refused.current?.claim;
      return claim ? [...claimText(claim), '. Take it over if that is agreed.'] : [TOO_LATE];
    }
    case 'own-decision':
      return ['A second person has to approve what you decided.'];
    case 'other-surface':
      return [
        `It has to be approved where it was decided, by a second person${whereOf(refused.current)}. ${TWO_CHATS}`,
      ];
    case 'comment-required':
      return [`This needs a comment. Nothing was recorded: choose "${withComment}".`];
    case 'too-late':
      return [TOO_LATE];
    case 'stale':
      return ['This button is out of date: the case was reopened since. Nothing was recorded.'];
    case 'changed':
      return ['It changed since the list was drawn. Nothing was recorded: look at it again.'];
    case 'gone':
      return [GONE];
  }
}

const whereOf = (current: Answer | null): string =>
  current?.decision ? ` in ${chatLabel(current.decision.by.surface)}` : '';

const alreadyDecided = (decision: Decision): Sentence => ['Already decided. ', ...decisionText(decision)];

/** What an analyst reads who may not decide. */
export const notAllowedText = ({ because, by }: NotAllowed, chat: string): string =>
  NOT_ALLOWED[because](chatLabel(chat), by ? CASES[by.is](by) : 'cases', chat);

/** Which cases a rule is about: it says why somebody may decide elsewhere, and not here. */
const CASES: Readonly<Record<Scope['is'], (scope: Scope) => string>> = {
  default: () => 'cases',
  domain: (scope) => `cases of ${nameIn(scope)}`,
  route: (scope) => `cases that the route ${nameIn(scope)} sends here`,
  destination: (scope) => `cases in ${nameIn(scope)}`,
};

const nameIn = (scope: Scope): string => ('name' in scope ? scope.name : '');

type Words = (chat: string, cases: string, name: string) => string;

const NOT_ALLOWED: Readonly<Record<NotAllowed['because'], Words>> = {
  'not-configured': () => 'Deciding cases here is not configured. Nothing was recorded.',
  'other-channel': () => 'Cases can be decided only in the channel they were sent to. Nothing was recorded.',
  'not-named': (_, cases) => `You are not among those who may decide ${cases}. Nothing was recorded.`,
  guest: (chat, cases) =>
    `You are a guest in ${chat} or belong to another organization, and those may not decide ${cases}. Nothing was recorded.`,
  'group-unknown': (chat, cases) =>
    `${chat} could not say whether you may decide ${cases}. Nothing was recorded: please try again in a minute.`,
  'group-right': (chat, _, name) =>
    `${chat} does not let the bridge ask who is in a group. Nothing was recorded: the operators have to give it ${rightToAsk(name, 'groups')}.`,
  'guest-unknown': (chat) =>
    `${chat} could not say whether you are a guest. Nothing was recorded: please try again in a minute.`,
  'guest-right': (chat, _, name) =>
    `${chat} does not let the bridge ask whether you are a guest. Nothing was recorded: the operators have to give it ${rightToAsk(name, 'guests')}.`,
  'channel-unknown': (chat) => `${chat} did not say in which channel this was clicked. Nothing was recorded.`,
};
