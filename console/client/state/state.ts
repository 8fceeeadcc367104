import type { VerdictFilter } from '../../verdicts/filter-verdicts.ts';
import type { Configuration, Health, OpenCases, Snapshot, Story, Tried, Verdicts } from '../../wire.ts';
import type { Place } from './address.ts';
import type { Room } from './rooms.ts';

export type App = 'slack' | 'teams';

/** What was asked for: nothing yet, on its way, there, or why not. */
export type Asked<T> =
  | { readonly is: 'none' }
  | { readonly is: 'loading'; readonly before: T | null }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly why: string; readonly before: T | null };

export const lastKnown = <T>(asked: Asked<T>): T | null =>
  asked.is === 'there' ? asked.value : asked.is === 'none' ? null : asked.before;

export interface Chat {
  readonly isStandIn: boolean;
  readonly why: string | null;
  readonly rooms: readonly Room[];
}

/** What the running bridge says of itself, with the messages of its chats sorted into rooms. */
export interface Bridge extends Omit<Snapshot, 'atMs' | 'slack' | 'teams'> {
  readonly slack: Chat;
  readonly teams: Chat;
}

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'message';
  readonly text: string;
}

/** `yes`: what the button says that means it. */
export interface Question {
  readonly text: string;
  readonly yes: string;
}

/** What is to be seen, and of that what this page alone knows. */
export interface State {
  readonly nowMs: number;
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly bridge: Bridge | null;
  readonly place: Place;
  readonly wishedPerson: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly notices: readonly Notice[];
  /** Screen readers read it out. */
  readonly news: string;
  /** Asked before a click counts. */
  readonly question: Question | null;
  readonly hintDismissed: boolean;
  /** On a narrow screen there is room for one. */
  readonly app: App;
  /** The open channel of each app; the first unless chosen. */
  readonly openRoom: Readonly<Partial<Record<App, string>>>;
  /** How many messages a channel had when it was last seen, by app and channel. */
  readonly seen: ReadonlyMap<string, number>;
  /** So many messages of each list are drawn: few when a view opens, then more with every frame. */
  readonly drawn: number;
  readonly openThreads: ReadonlySet<string>;
  /** What is being done right now, so that it is not done twice. */
  readonly busy: ReadonlySet<string>;
  /** The case that the buttons under World are about; the latest unless chosen. */
  readonly chosenCase: string | null;
  readonly story: Asked<Story>;
  readonly cases: Asked<OpenCases>;
  readonly verdicts: Asked<Verdicts>;
  readonly verdictFilter: VerdictFilter;
  /** What is looked for among the undecided cases. */
  readonly caseSearch: string;
  readonly configuration: Asked<Configuration>;
  readonly health: Asked<Health>;
  readonly tried: Asked<Tried>;
  /** The item that was chosen to be tried: its key, and its words in the menu. */
  readonly tryChosen: readonly [string, string] | null;
  readonly tryText: string;
  /** The domain that it is of; the first unless chosen. */
  readonly tryDomain: string | null;
}
