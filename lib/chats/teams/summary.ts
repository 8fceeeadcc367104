import type { Sentence } from '../../case/sentence.ts';
import { cleanWithin, withLookAlikes } from '../../platform/text/clean-text.ts';
import { ROOM } from '../shared/message-limits.ts';
import { sentenceLine } from '../shared/summary.ts';

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
export const plainWords = (sentence: Sentence): string =>
  sentenceLine(sentence, (text) => plainSaid(text, ROOM.reason));

/** The one line for notifications. Its parts are harmless already. */
export const summaryOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part).join(' · ');
