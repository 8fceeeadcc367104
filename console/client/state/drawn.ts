import { lastKnown, type State } from './state.ts';

/** How many messages a screen shows at first, and how many more are added with each frame. */
export const FIRST_DRAWN = 3;
const MORE_DRAWN = 9;
/** Rows are this many times smaller than messages. */
const ROWS = 3;

export const drawnRows = ({ drawn }: Pick<State, 'drawn'>): number => ROWS * drawn;

/** The longest of all lists, in messages. */
function longestList({ bridge, cases, verdicts }: State): number {
  if (bridge === null) return 0;
  const messages = [...bridge.slack.rooms, ...bridge.teams.rooms].map((room) => room.messages.length);
  const rows = [bridge.items, bridge.activity, lastKnown(cases)?.cases, lastKnown(verdicts)?.rows];
  return Math.max(...messages, ...rows.map((list = []) => Math.ceil(list.length / ROWS)));
}

/** A view appears at once, and its long lists grow with each frame; null once all are complete. */
export const drawnNext = (state: State): number | null =>
  state.drawn < longestList(state) ? state.drawn + MORE_DRAWN : null;
