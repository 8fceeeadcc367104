import type { Actions } from '../actions.ts';
import type { Bridge, State } from '../state/state.ts';

/** What every view renders. */
export interface ViewProps {
  readonly bridge: Bridge;
  readonly state: State;
  readonly actions: Actions;
}
