import type { OpenCase } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { itemKey } from '../state/address.ts';
import { lastKnown, type State } from '../state/state.ts';
import { type CaseCommand, commandOf } from './case-keys.ts';
import { claimPress, decide, rowId, SEARCH } from './decide.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** Enter belongs to what is focused; only a case, or nothing, leaves it to the list. */
const isTaken = (key: string, target: EventTarget | null): boolean =>
  key === 'Enter' && target instanceof HTMLElement && target.matches('button, a, summary');

/** Keys work without a click, but never while somebody types, in a dialog, or with a key that belongs to the browser. */
export function useCaseKey(event: KeyboardEvent, state: State, actions: Actions): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || state.place.view !== 'cases' || state.place.item) return;
  if (document.querySelector('dialog[open]') || isTaken(key, target)) return;
  const fromSearch = target instanceof HTMLElement && target.id === SEARCH && key === 'ArrowDown';
  if (isTyping(target) && !fromSearch) return;
  // The arrows of tabs lead to other tabs, and those of a list scroll it only where nothing is chosen.
  if (target instanceof HTMLElement && target.matches('[role=tab]') && /^(Arrow|Home|End)/.test(key)) return;
  const cases = lastKnown(state.cases)?.cases ?? [];
  const at = cases.findIndex((one) => itemKey(one) === state.caseAt);
  const outcomes = state.bridge?.about.outcomes.length ?? 0;
  const command = fromSearch
    ? intoList(at, cases.length)
    : commandOf(key, { at, count: cases.length, outcomes });
  if (command === null) return;
  event.preventDefault();
  carryOut(command, at, state, actions);
}

/** From the search to the case that is chosen, or else to the first. */
const intoList = (at: number, count: number): CaseCommand | null =>
  count === 0 ? null : { is: 'select', at: Math.max(at, 0) };

function carryOut(command: CaseCommand, at: number, state: State, actions: Actions): void {
  const known = lastKnown(state.cases);
  if (command.is === 'search') document.getElementById(SEARCH)?.focus();
  if (command.is === 'help') actions.set({ keysShown: true });
  if (command.is === 'select') {
    const next = known?.cases[command.at];
    // The row of a long list may not be drawn yet.
    if (next) actions.selectCase(itemKey(next));
    if (next) document.getElementById(rowId(next.id))?.focus();
  }
  if (known && command.is === 'next-page' && (known.page + 1) * known.pageSize < known.total)
    actions.filterCases({ page: known.page + 1 });
  if (known && command.is === 'previous-page' && known.page > 0)
    actions.filterCases({ page: known.page - 1 });
  const item = known?.cases[at];
  if (item) actOn(item, command, state, actions);
}

function actOn(item: OpenCase, command: CaseCommand, state: State, actions: Actions): void {
  const outcomes = state.bridge?.about.outcomes ?? [];
  if (command.is === 'open') actions.openStory(item);
  if (command.is === 'claim') {
    const press = claimPress(item);
    if (press && outcomes.length > 0) void actions.pressCase(item, { press });
  }
  const choice = command.is === 'decide' ? outcomes[command.nth] : undefined;
  if (choice && item.presses.includes('decide')) void decide(item, choice, state, actions);
}
