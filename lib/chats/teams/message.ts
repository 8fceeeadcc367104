import { createHash } from 'node:crypto';

/** One element or action of an Adaptive Card, as it is sent. */
export type CardNode = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Card {
  readonly type: 'AdaptiveCard';
  readonly $schema: string;
  readonly version: '1.5';
  readonly msteams: { readonly width: 'Full'; readonly entities?: readonly object[] };
  /** Lets Teams ask for the card as it stands now, when one of them looks at it. */
  readonly refresh?: { readonly action: CardNode; readonly userIds?: readonly string[] };
  /** What a client shows that knows no card of this version. */
  readonly fallbackText?: string;
  readonly body: readonly CardNode[];
  readonly actions?: readonly CardNode[];
}

export interface TeamsMessage {
  /** For notifications; people see the card. */
  readonly summary: string;
  readonly card: Card;
}

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

export const createCard = (
  body: readonly CardNode[],
  actions: readonly CardNode[] = [],
  fallbackText = '',
): Card => ({
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.5',
  msteams: { width: 'Full' },
  ...(fallbackText === '' ? {} : { fallbackText }),
  body,
  ...(actions.length === 0 ? {} : { actions }),
});

/**
 * The mark of a card is the id of its first element, which people do not see, and which Graph returns with the card. It is
 * hashed, so that it always has the same length and tells nothing.
 */
export const markId = (mark: string): string =>
  `bridge-${createHash('sha256').update(mark).digest('base64url').slice(0, MARK_LENGTH)}`;
const MARK_LENGTH = 32;

const marked = (card: Card, mark: string): Card => {
  const [first, ...rest] = card.body;
  return first ? { ...card, body: [{ ...first, id: markId(mark) }, ...rest] } : card;
};

/** The activity that shows a message. */
export const activityOf = ({ summary, card }: TeamsMessage, mark?: string) => ({
  type: 'message',
  summary,
  attachments: [{ contentType: CARD_TYPE, content: mark === undefined ? card : marked(card, mark) }],
});

/** Teams counts in UTF-16: it advises 80 KB, and refuses somewhere above 100. */
export const MOST_BYTES = 80 * 1024;
/** What a Workflow passes on. */
export const MOST_WORKFLOW_BYTES = 28 * 1024;

/** As Teams counts them, with the mark that every post has. */
export const bytesOf = (message: TeamsMessage): number => 2 * JSON.stringify(activityOf(message, '')).length;
