import type { CaseFilter } from '../../cases/filter-cases.ts';
import type { VerdictFilter } from '../../verdicts/filter-verdicts.ts';
import type { Configuration, Health, OpenCases, Snapshot, Story, Tried, Verdicts } from '../../wire.ts';
import type { Place } from './address.ts';
import type { Room } from './rooms.ts';

export type App = 'slack' | 'teams';

/** A request: not made yet, on its way, answered, or failed and why. */
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

/** What the running bridge reports, with the messages of its chats sorted into rooms. */
export interface Bridge extends Omit<Snapshot, 'atMs' | 'slack' | 'teams'> {
  readonly slack: Chat;
  readonly teams: Chat;
}

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'message';
  readonly text: string;
}

/** `yes`: the label of the button that agrees. */
export interface Question {
  readonly text: string;
  readonly yes: string;
}

/** What the page shows, including what only this page knows. */
export interface State {
  readonly nowMs: number;
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly bridge: Bridge | null;
  readonly place: Place;
  readonly wishedPerson: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly notices: readonly Notice[];
  /** Announced by screen readers. */
  readonly news: string;
  /** Asked before a click takes effect. */
  readonly question: Question | null;
  readonly hintDismissed: boolean;
  /** A narrow screen has room for one chat. */
  readonly app: App;
  /** The open channel of each app; the first unless chosen. */
  readonly openRoom: Readonly<Partial<Record<App, string>>>;
  /** How many messages a channel had when it was last seen, by app and channel. */
  readonly seen: ReadonlyMap<string, number>;
  /** How many messages of each list are drawn: few when a view opens, then more with every frame. */
  readonly drawn: number;
  readonly openThreads: ReadonlySet<string>;
  /** What is running right now, so that it does not run twice. */
  readonly busy: ReadonlySet<string>;
  /** The case for the buttons under World; the latest unless chosen. */
  readonly chosenCase: string | null;
  readonly story: Asked<Story>;
  readonly cases: Asked<OpenCases>;
  readonly verdicts: Asked<Verdicts>;
  readonly verdictFilter: VerdictFilter;
  readonly caseFilter: CaseFilter;
  /** The case that keys act on. Nothing is chosen until the person does: no key decides by accident. */
  readonly caseAt: string | null;
  /** What the person types beside it, and the outcome that waits for these words. */
  readonly caseComment: string;
  readonly deciding: string | null;
  readonly keysShown: boolean;
  readonly configuration: Asked<Configuration>;
  readonly health: Asked<Health>;
  readonly tried: Asked<Tried>;
  /** The item chosen to be tried: its key, and its label in the menu. */
  readonly tryChosen: readonly [string, string] | null;
  readonly tryText: string;
  /** The domain of the item; the first unless chosen. */
  readonly tryDomain: string | null;
}
