import type { Person } from '../../case/answer.ts';
import { teams as section } from '../../config/chats/teams.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { readCaseList } from '../shared/case-list.ts';
import { pressedAtMs } from '../shared/pressed-at.ts';
import { readSeveral, SEVERAL_VERBS, severalChoices, severalCommentRoom } from '../shared/several-form.ts';
import { SEVERAL, severalAnswer } from '../shared/several-words.ts';
import { createTakeSeveral, type Presser, type SeveralParts } from '../shared/take-several.ts';
import type { CardClick } from './activity.ts';
import { cardAnswer, type InvokeAnswer, messageAnswer } from './answers.ts';
import { clickIdOf } from './click-id.ts';
import { severalEntries } from './read-press.ts';
import { renderSeveralAnswer, renderSeveralForm } from './several-card.ts';

export interface SeveralHandlerParts extends SeveralParts {
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly isForeign: (click: CardClick) => boolean;
  readonly clock: Clock;
}

const NOBODY = 'Teams did not say who you are. Nothing was recorded.';

/** The card in which several cases are decided at once: shown to the analyst who asked for it, in the place of the other. */
export function createSeveralForm(parts: SeveralHandlerParts) {
  const { config, buttonSeal, clock, log } = parts;
  const take = createTakeSeveral(parts);
  const choices = config.verdicts ? severalChoices(config.verdicts) : [];

  const presserOf = (click: CardClick, person: Person): Presser => ({
    person,
    channelId: click.channel,
    isOutsider: parts.isForeign(click),
    namedIn: section.namedIn,
    directory: parts.directoryAt(click.origin.serviceUrl),
  });

  async function answer(click: CardClick): Promise<InvokeAnswer> {
    const seal = await buttonSeal();
    const list = readCaseList(click.entries.target, seal);
    const { aadObjectId, name } = click.user;
    if (aadObjectId === null) return messageAnswer(NOBODY);
    if (!list || !seal) {
      log('press refused', { surface: 'teams', because: 'altered', by: aadObjectId, channel: click.channel });
      return messageAnswer(SEVERAL.altered);
    }
    const by: Person = { surface: 'teams', id: aadObjectId, name: name.slice(0, 200) };
    const presser = presserOf(click, by);
    if (click.verb === SEVERAL_VERBS.open) {
      const { open, leftOut } = await take.offer(list, presser);
      const cases = open.map(({ one }) => one);
      const form = renderSeveralForm(
        {
          list: { ...list, cases },
          stories: open.map(({ story }) => story),
          choices,
          room: severalCommentRoom(by, cases, choices),
        },
        seal.of,
      );
      if (open.length > 0 && form) return cardAnswer(form);
      const none = { ...severalAnswer('SAFE', 0, leftOut), title: [SEVERAL.none] };
      return cardAnswer(renderSeveralAnswer(none, list, seal.of));
    }
    const room = severalCommentRoom(by, list.cases, choices);
    const read = readSeveral(severalEntries(click.entries), { cases: list.cases, choices, room });
    if (read.is === 'errors') {
      const problems = [read.cases, read.outcome, read.comment];
      return messageAnswer(problems.filter((problem) => problem !== null).join(' '));
    }
    const decided = await take.decide(list, read, presser, {
      by,
      reply: replyTo(click),
      clickId: clickIdOf(click),
      atMs: pressedAtMs(click.sentAtMs ?? null, clock.now()),
      channelId: click.channel,
    });
    return cardAnswer(renderSeveralAnswer(decided, list, seal.of));
  }

  return {
    isAbout: ({ verb }: CardClick): boolean => verb === SEVERAL_VERBS.open || verb === SEVERAL_VERBS.decide,
    answer,
  };
}

/** In a channel nobody can be told later; in the chat with the bot, they can. */
const replyTo = ({ conversation, messageId, personal, origin, user }: CardClick) => ({
  surface: 'teams' as const,
  ...(personal === undefined
    ? { conversation, activity: messageId }
    : { conversation: personal, serviceUrl: origin.serviceUrl }),
  userId: user.aadObjectId,
});
