import { cleanWithin, withLookAlikes } from '../../base/text/clean-text.ts';
import type { Summary } from '../document/document.ts';
import { ROOM } from '../document/message-limits.ts';
import { sentenceLine } from '../document/push-text.ts';

/**
 * Text from outside where no TextRun can be: in the line for notifications and in short answers. Nobody documents how
 * these are read, so nothing is left in it that means anything to Markdown or HTML, and no address comes alive.
 */
export const plainSaid = (text: string | null, maxLength: number = ROOM.fallbackPart): string =>
  withLookAlikes(cleanWithin(text ?? '', maxLength), /[<>&*_~`[\]{}#|\\]/g).replace(
    /[@:/.](?=\S|$)/g,
    '\u2060$&\u2060',
  );

/** A sentence on one line, with times in UTC. */
export const plainWords = (sentence: Summary[number]): string =>
  sentenceLine(sentence, (text, room = ROOM.reason) => plainSaid(text, room));

/** In words alone: how a command is written has signs that would mean something here. */
export const titleLine = (title: Summary[number]): string =>
  plainSaid(
    sentenceLine(title, (text) => text),
    ROOM.reason,
  );

/** The one line for notifications. Its parts are harmless already. */
export const summaryOf = (parts: readonly string[]): string => parts.filter((part) => part).join(' · ');
