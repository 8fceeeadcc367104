import type { OpenCase, OutcomeChoice } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import type { State } from '../state/state.ts';

export const COMMENT = 'case-comment';
export const SEARCH = 'case-search';
export const rowId = (id: string): string => `case-${id}`;

/** As the button in the chat: it asks for words or whether the person is sure, where the rules want that. */
export async function decide(
  item: OpenCase,
  { outcome, label, effect, comment, confirm, approval }: OutcomeChoice,
  state: State,
  actions: Actions,
): Promise<void> {
  if (comment === 'required' && state.caseComment.trim() === '') {
    actions.set({ deciding: outcome });
    document.getElementById(COMMENT)?.focus();
    return;
  }
  const asked = approval ? `${effect}. A second person has to approve it.` : `${effect}.`;
  if (confirm || approval) {
    if (!(await actions.confirm({ text: `${label}?\n\n${asked}`, yes: label }))) return;
  }
  await actions.pressCase(item, { press: 'decide', outcome });
}

/** Claims it, or gives it back if it is theirs already. */
export function claimPress({ presses, isMine }: OpenCase): OpenCase['presses'][number] | null {
  if (presses.includes('claim')) return 'claim';
  if (isMine) return presses.includes('hand-back') ? 'hand-back' : null;
  return presses.includes('take-over') ? 'take-over' : null;
}
