import { lastKnown, type State } from './state.ts';

/** What a screen shows of a list of messages, and so many more with each frame. */
export const FIRST_DRAWN = 3;
const MORE_DRAWN = 9;
/** Rows are this much smaller than messages. */
const ROWS = 3;

export const drawnRows = ({ drawn }: Pick<State, 'drawn'>): number => ROWS * drawn;

/** Of all lists, in messages. */
function longestList({ bridge, cases, verdicts }: State): number {
  if (bridge === null) return 0;
  const messages = [...bridge.slack.rooms, ...bridge.teams.rooms].map((room) => room.messages.length);
  const rows = [bridge.items, bridge.activity, lastKnown(cases)?.cases, lastKnown(verdicts)?.rows];
  return Math.max(...messages, ...rows.map((list = []) => Math.ceil(list.length / ROWS)));
}

/** A view is there at once, and its long lists grow with each frame; null when all of them are whole. */
export const drawnNext = (state: State): number | null =>
  state.drawn < longestList(state) ? state.drawn + MORE_DRAWN : null;
