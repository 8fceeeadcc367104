import type { SealOf } from '../../base/seal.ts';
import type { Evidence } from '../../case/evidence.ts';
import { type ChatWriter, writeFitting } from '../document/chat-writer.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { answerWays } from '../document/command-answer-document.ts';
import { createRenderer } from '../document/create-renderer.ts';
import type { Item } from '../document/document.ts';
import { eventItem, shortEventItem } from '../document/evidence-document.ts';
import type { RenderRules } from '../document/outcome-choices.ts';
import { MOST_NOTES } from '../document/thread-documents.ts';
import { caseActions } from './case-actions.ts';
import { LIMITS } from './limits.ts';
import { plainBlocks, type SlackBlock, type SlackMessage } from './message.ts';
import { itemLine, writeDocument } from './write-document.ts';

/** How everything looks in Slack. */
export const createSlackRenderer = (rules: RenderRules) => createRenderer(rules, { ...SLACK, paging });

/** The answer to a command: for one person alone, and not kept up to date. */
export const renderAnswer = (answer: CommandAnswer, sealOf?: SealOf): SlackMessage =>
  writeFitting(
    { write: (document) => withFittingTables(writeDocument(document)), fits },
    answerWays(answer, sealOf),
  );

export const SLACK: ChatWriter<SlackMessage> = {
  surface: 'slack',
  write: (document) => withFittingTables(writeDocument(document, caseActions)),
  fits,
};

/** Slack does not document whether addresses count, so there is some room for them. */
const ADDRESS_ROOM = 1_000;

function fits(message: SlackMessage): boolean {
  return areWithin(plainBlocks(message));
}

/** Without tables, if they do not fit. */
function withFittingTables({ plain, ...message }: SlackMessage): SlackMessage {
  if (plain === undefined) return message;
  return areWithin(message.blocks) ? { ...message, plain } : { ...message, blocks: plain };
}

function areWithin(blocks: readonly SlackBlock[]): boolean {
  const texts = lengthOf(blocks, ['text']);
  const rest = lengthOf(blocks, ['url', 'fallback']);
  return (
    blocks.length <= LIMITS.blocks &&
    texts < LIMITS.blockTexts &&
    texts + rest <= LIMITS.blockTexts + ADDRESS_ROOM
  );
}

/** As far as is known, Slack counts what is written, and not what describes it. */
const lengthOf = (value: unknown, names: readonly string[]): number => {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) =>
      sum + (typeof one === 'string' ? (names.includes(key) ? one.length : 0) : lengthOf(one, names)),
    0,
  );
};

const MOST_LINES = 40;
/** Some room stays for the words around the lines. */
const MOST_TEXT = LIMITS.blockTexts - 1_000;

export function paging(events: readonly Evidence[]): readonly (readonly Item[])[] {
  const first = events.slice(0, MOST_NOTES * MOST_LINES);
  const whole = paged(first.map(eventItem));
  // It matters more that each event is told than how much is told about it.
  return (whole.length <= MOST_NOTES ? whole : paged(first.map(shortEventItem))).slice(0, MOST_NOTES);
}

/** As many items on each page as fit. */
function paged(items: readonly Item[]): readonly (readonly Item[])[] {
  const pages: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const length = itemLine(item).reduce((sum, piece) => sum + JSON.stringify(piece).length, 0);
    const page = pages.at(-1);
    if (page && page.length < MOST_LINES && length <= room) {
      page.push(item);
      room -= length;
    } else {
      pages.push([item]);
      room = MOST_TEXT - length;
    }
  }
  return pages;
}
