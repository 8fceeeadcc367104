import type { CardNode } from './message.ts';

/** Asks for the card as it stands now. Teams sends it when one of `userIds` looks at the card. */
export const REFRESH_VERB = 'case:refresh';

export const refreshAction = (target: string): { readonly action: CardNode } => ({
  action: { type: 'Action.Execute', title: 'Refresh', verb: REFRESH_VERB, data: { target } },
});
