/** One element or action of an Adaptive Card, as it is sent. */
export type CardNode = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Card {
  readonly type: 'AdaptiveCard';
  readonly $schema: string;
  readonly version: '1.5';
  readonly msteams: { readonly width: 'Full'; readonly entities?: readonly object[] };
  readonly body: readonly CardNode[];
  readonly actions?: readonly CardNode[];
}

export interface TeamsMessage {
  /** For notifications; people see the card. */
  readonly summary: string;
  readonly card: Card;
}

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

export const createCard = (body: readonly CardNode[], actions: readonly CardNode[] = []): Card => ({
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.5',
  msteams: { width: 'Full' },
  body,
  ...(actions.length === 0 ? {} : { actions }),
});

/** The activity that shows a message. */
export const activityOf = ({ summary, card }: TeamsMessage) => ({
  type: 'message',
  summary,
  attachments: [{ contentType: CARD_TYPE, content: card }],
});

/** What Teams surely takes: it counts in UTF-16, and refuses somewhere above 100 KB. */
export const MOST_BYTES = 80 * 1024;
/** What a Workflow passes on. */
export const MOST_WORKFLOW_BYTES = 28 * 1024;

/** In whichever encoding it is larger. */
export function bytesOf(message: TeamsMessage): number {
  const text = JSON.stringify(activityOf(message));
  return Math.max(2 * text.length, Buffer.byteLength(text));
}
