import { CARD_TYPE, type TeamsMessage } from './message.ts';

/** The body of the answer to an invoke, which is told apart by its `type` and sent with HTTP 200. */
export interface InvokeAnswer {
  readonly statusCode: 200;
  readonly type: string;
  readonly value: unknown;
}

/** Replaces the card, for the analyst who clicked, until everybody's is updated. It is not refreshed once more. */
export const cardAnswer = ({ card: { refresh: _, ...card } }: TeamsMessage): InvokeAnswer => ({
  statusCode: 200,
  type: CARD_TYPE,
  value: card,
});

/**
 * A message to the analyst who clicked; the card stays as it is. Failures are told so too: of an
 * `application/vnd.microsoft.error` Teams shows a general line of its own and not our words.
 */
export const messageAnswer = (text: string): InvokeAnswer => ({
  statusCode: 200,
  type: 'application/vnd.microsoft.activity.message',
  value: text,
});
