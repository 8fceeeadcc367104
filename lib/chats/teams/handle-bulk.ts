import { teams as section } from '../../config/chats/teams.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { BULK_VERBS } from '../document/bulk-form.ts';
import { BULK } from '../document/bulk-words.ts';
import { readCaseList } from '../document/case-list.ts';
import { plainAnswer } from '../document/command-answer.ts';
import type { Presser } from '../presses/judge-press.ts';
import { pressedAtMs } from '../presses/pressed-at.ts';
import { type BulkParts, createTakeBulk } from '../presses/take-bulk.ts';
import type { CardClick } from './activity.ts';
import { cardAnswer, type InvokeAnswer, messageAnswer } from './answers.ts';
import { renderBulkAnswer, renderBulkForm } from './bulk-card.ts';
import { clickIdOf } from './click-id.ts';
import { personOf } from './clicker.ts';
import { bulkEntries } from './read-press.ts';

export interface BulkHandlerParts extends BulkParts {
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly isForeign: (click: CardClick) => boolean;
  readonly clock: Clock;
}

const NOBODY = 'Teams did not say who you are. Nothing was recorded.';

/** The card in which several cases are decided at once: shown to the analyst who asked for it, in the place of the other. */
export function createBulkForm(parts: BulkHandlerParts) {
  const { buttonSeal, clock, log } = parts;
  const take = createTakeBulk(parts);
  async function answer(click: CardClick): Promise<InvokeAnswer> {
    const seal = await buttonSeal();
    const list = readCaseList(click.entries.target, seal);
    const by = personOf(click.user);
    if (by === null) return messageAnswer(NOBODY);
    if (!list || !seal) {
      log('press refused', { surface: 'teams', because: 'altered', by: by.id, channel: click.channel });
      return messageAnswer(BULK.altered);
    }
    const presser: Presser = {
      person: by,
      channelId: click.channel,
      isOutsider: parts.isForeign(click),
      namedIn: section.namedIn,
      directory: parts.directoryAt(click.origin.serviceUrl),
    };
    if (click.verb === BULK_VERBS.open) {
      const offered = await take.offer(list, presser);
      const form = offered.is === 'form' ? renderBulkForm(offered, seal.of) : null;
      const none = offered.is === 'none' ? offered.answer : plainAnswer(BULK.none);
      return cardAnswer(form ?? renderBulkAnswer(none, list, seal.of));
    }
    const taken = await take.decide(list, bulkEntries(click.entries), presser, {
      by,
      reply: replyTo(click),
      clickId: clickIdOf(click),
      atMs: pressedAtMs(click.sentAtMs ?? null, clock.now()),
      channelId: click.channel,
    });
    if (taken.is === 'none') return cardAnswer(renderBulkAnswer(taken.answer, list, seal.of));
    const problems = [taken.cases, taken.outcome, taken.comment];
    return messageAnswer(problems.filter((problem) => problem !== null).join(' '));
  }

  return {
    isAbout: ({ verb }: CardClick): boolean => verb === BULK_VERBS.open || verb === BULK_VERBS.decide,
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
