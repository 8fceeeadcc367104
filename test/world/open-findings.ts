import type { History } from './history.ts';

/** What the bridge does wrong today, by name. To mend one is to delete it here. */
export interface OpenFinding {
  readonly name: string;
  /** What the judge says of it. */
  readonly line: RegExp;
  readonly when?: (history: History) => boolean;
}

const out = (what: string) => (history: History) =>
  history.capabilities.includes('outages') && history.outages.some((one) => one.what === what);

export const OPEN_FINDINGS: readonly OpenFinding[] = [
  {
    name: 'a card is posted twice in Teams: that a team could not be asked for once is remembered for good',
    line: /^nothing twice: .*(at duty|at 19:duty)/,
    when: out('teams'),
  },
  {
    name: 'a case that closed before the poller saw it is never told to be closed',
    line: /^a system hears that a case is closed: .* before it was seen/,
  },
  {
    name: 'what ended before a place got it arrives there with buttons',
    line: /^what ended has no buttons: /,
  },
  {
    name: 'a case that is folded or muted and becomes worse is posted nowhere',
    line: /^a severe open case stands by itself: .* not at (soc|duty)/,
    when: ({ moves }) => moves.some(({ to }) => to === 'worse'),
  },
];
