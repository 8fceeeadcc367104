import type { SealOf } from '../../base/seal.ts';
import type { Answer } from '../../case/answer.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { ToRender } from '../../outbox/renderer-port.ts';
import type { CaseView } from '../document/case-document.ts';
import { type ChatWriter, firstFitting, writeFitting } from '../document/chat-writer.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { answerWays } from '../document/command-answer-document.ts';
import { createRenderer, renderCaseAlone } from '../document/create-renderer.ts';
import type { Document, Item } from '../document/document.ts';
import { eventItem, shortEventItem } from '../document/evidence-document.ts';
import type { RenderRules } from '../document/outcome-choices.ts';
import { MOST_NOTES } from '../document/thread-documents.ts';
import { bytesOf, MOST_BYTES, type TeamsMessage } from './message.ts';
import { writeDocument } from './write-document.ts';

/** How everything looks in Teams. */
export const createTeamsRenderer = (rules: RenderRules, { mostBytes }: { mostBytes?: number } = {}) =>
  createRenderer(rules, { ...writerFor(mostBytes), paging });

/** The card of a case alone; null for what is no case. */
export const renderCaseCard = (
  rules: RenderRules,
  shown: Pick<ToRender, 'key' | 'content' | 'quiet' | 'record' | 'handedOverAtMs'>,
  answer: Answer | null,
  view: CaseView = {},
): TeamsMessage | null => renderCaseAlone(rules, writerFor(), shown, answer, view);

/** The answer to a command: in the chat of one person with the bot, and not kept up to date. */
export const renderAnswer = (answer: CommandAnswer, sealOf?: SealOf): TeamsMessage =>
  writeFitting(writerFor(), answerWays(answer, sealOf));

/** How many events the form of a case offers, when fewer make the card small enough. */
const EVENT_STEPS = [200, 100, 50, 20, 0];

export function writerFor(mostBytes: number = MOST_BYTES): ChatWriter<TeamsMessage> {
  const fits = (message: TeamsMessage): boolean => bytesOf(message) <= mostBytes;
  return {
    surface: 'teams',
    write(document) {
      const steps = hasForm(document) ? EVENT_STEPS : [0];
      return firstFitting(
        steps.map((most) => () => writeDocument(document, most)),
        fits,
      );
    },
    fits,
  };
}

const hasForm = ({ groups }: Document): boolean =>
  groups.some(({ blocks }) => blocks.some(({ is }) => is === 'controls'));

/** Even when each is as long as it can be, a card of so many stays far below what Teams takes. */
const EVENTS_EACH = 40;
const DETAILED_EACH = 20;

export function paging(events: readonly Evidence[]): readonly (readonly Item[])[] {
  // Many events are told in short: it matters more that each is told than how much is told about it.
  const isMany = events.length > MOST_NOTES * DETAILED_EACH;
  const [each, itemOf] = isMany ? [EVENTS_EACH, shortEventItem] : [DETAILED_EACH, eventItem];
  const count = Math.min(MOST_NOTES, Math.ceil(events.length / each));
  return Array.from({ length: count }, (_, page) => events.slice(page * each, (page + 1) * each).map(itemOf));
}
