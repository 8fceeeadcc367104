import { chatLabel } from '../../config/chats.ts';
import type { NotAllowed } from '../../verdict/authorize.ts';
import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import type { RefusedClick } from '../../verdict/verdict-handler.ts';
import { decisionText, type Sentence } from './decision-text.ts';

const GONE = 'Nothing is known of that decision any more. Decide the case again, if it is still open.';

/** What an analyst reads whose click changed nothing. `withComment`: what the form is called there. */
export function refusalText(refused: RefusedClick, withComment: string): Sentence {
  switch (refused.because) {
    case 'denied':
      return [{ said: refused.why }];
    case 'conflict':
      return refused.current ? alreadyDecided(refused.current) : [GONE];
    case 'own-decision':
      return ['A second person has to approve what you decided.'];
    case 'other-surface':
      return [`It has to be approved where it was decided, by a second person${whereOf(refused.current)}.`];
    case 'comment-required':
      return [`This needs a comment. Nothing was recorded: choose "${withComment}".`];
    case 'too-late':
      return ['It went on meanwhile: the message shows how it stands now.'];
    case 'gone':
      return [GONE];
  }
}

const whereOf = (current: CaseVerdict | null): string =>
  current ? ` in ${chatLabel(current.decision.by.surface)}` : '';

const alreadyDecided = ({ decision }: CaseVerdict): Sentence => [
  'Already decided. ',
  ...decisionText(decision),
];

/** What an analyst reads who may not decide. */
export const notAllowedText = ({ because }: NotAllowed, chat: string): string =>
  NOT_ALLOWED[because](chatLabel(chat));

const NOT_ALLOWED: Readonly<Record<NotAllowed['because'], (chat: string) => string>> = {
  'not-configured': () => 'Deciding cases here is not configured. Nothing was recorded.',
  'other-channel': () => 'Cases can be decided only in the channel they were sent to. Nothing was recorded.',
  'not-named': () => 'You are not among those who may decide cases. Nothing was recorded.',
  'group-unknown': (chat) =>
    `${chat} could not say whether you may decide cases. Nothing was recorded: please try again in a minute.`,
};
