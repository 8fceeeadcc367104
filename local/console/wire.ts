/**
 * Everything that goes between the console's page and its server. Types only, and nothing imported, so that both
 * sides can use it. Times are milliseconds since 1970. A refused request is `{ error: sentence }` with a 4xx status.
 *
 *   GET  /events?person=ID          server-sent events: `snapshot` (Snapshot), then `change` (Change), now and then
 *                                   `beat` (nothing in it). Another person is another connection. After a
 *                                   reconnect there is a new snapshot, and nothing else has to be remembered.
 *   GET  /api/items/DOMAIN/FEED/ID  Story
 *   GET  /api/verdicts              Verdicts; also verdicts.csv and verdicts.json, to keep
 *   GET  /api/config                Configuration
 *   POST /api/slack/click           SlackClick   -> Acted
 *   POST /api/slack/submit          SlackSubmit  -> Acted
 *   POST /api/slack/close           SlackClose   -> Acted
 *   POST /api/teams/click           TeamsClick   -> Acted
 *   POST /api/world                 Scenario     -> Ran
 *   POST /api/try                   TryItem      -> Tried
 *
 * Every POST is JSON, with `Content-Type: application/json`.
 */

/** The page as it should be drawn at first. */
export interface Snapshot {
  readonly atMs: number;
  /** Who is looking. Whoever comes first, when the person asked for is not known. */
  readonly person: string;
  readonly people: readonly Person[];
  readonly about: About;
  readonly slack: SlackState;
  readonly teams: TeamsState;
  readonly flow: Flow;
  readonly items: readonly Item[];
  readonly world: World;
  readonly activity: readonly Activity[];
  /** Another number when the audit trail may have grown: then `/api/verdicts` says something new. */
  readonly verdicts: number;
}

/** What is different since the last one. What is not in it is as it was. */
export interface Change {
  readonly atMs: number;
  readonly slack?: SlackChange;
  readonly teams?: TeamsChange;
  readonly flow?: Flow;
  /** All of them, newest first. */
  readonly items?: readonly Item[];
  readonly world?: World;
  /** Only those that are new, oldest first. */
  readonly activity?: readonly Activity[];
  readonly verdicts?: number;
}

export interface About {
  readonly domains: readonly string[];
  /** Cases have buttons somewhere. */
  readonly decidable: boolean;
  /** How many times as fast as real schedules run. */
  readonly speed: number;
  /** Pages of the other parts. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** What cannot be played here, in sentences: a real API, a real Slack. */
  readonly notes: readonly string[];
}

/** Somebody one can be. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** As the configuration says it. */
  readonly role: 'analyst' | 'second analyst' | 'not allowed';
  readonly inSlack: boolean;
  readonly inTeams: boolean;
}

// Chat: Slack

export interface SlackState {
  /** False when a real Slack is used, or none: then the rest is empty and `why` says it. */
  readonly isStandIn: boolean;
  readonly why?: string;
  readonly channels: readonly Channel[];
  /** Of each channel the latest, with their replies; flat, oldest first. */
  readonly messages: readonly SlackMessage[];
  /** What this person has open. */
  readonly modal: SlackModal | null;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  /** Messages in it, without replies. More than are sent at first, once there are many. */
  readonly total: number;
}

/** Known by `channel` and `ts`; one that is sent again stands in place of the first. */
export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly atMs: number;
  readonly author: string;
  /** By our app, and not by a person. */
  readonly bot: boolean;
  readonly edited: boolean;
  /** Only this person sees it. */
  readonly onlyYou: boolean;
  /** The message it answers to, when it is in a thread. */
  readonly threadTs: string | null;
  /** Shown in the channel too, although it is in a thread. */
  readonly broadcast: boolean;
  /** How many answer to it. */
  readonly replies: number;
  /**
   * The blocks, drawn and escaped: safe as innerHTML. Every button has data-action, data-block, data-value,
   * data-option and data-confirm (a question to ask first; each may be empty). Menus are details.menu.
   */
  readonly html: string;
  /** In one line of plain text. */
  readonly text: string;
}

/** A form in front of everything. Inputs are named after their blocks; those in [data-many] take several values. */
export interface SlackModal {
  readonly viewId: string;
  /** Another one when the app has changed it: what was typed stays. */
  readonly hash: string;
  readonly title: string;
  readonly submit: string | null;
  readonly close: string;
  /** Drawn and escaped, with what is wrong as p.error. */
  readonly html: string;
}

export interface SlackChange {
  readonly messages?: readonly SlackMessage[];
  readonly removed?: readonly { readonly channel: string; readonly ts: string }[];
  /** Null: it was closed. */
  readonly modal?: SlackModal | null;
}

export interface SlackClick {
  readonly person: string;
  readonly channel: string;
  readonly ts: string;
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly value?: string | undefined;
  /** Of a menu: the value of the option. */
  readonly option?: string | undefined;
  /** The answer to the question of data-confirm. */
  readonly confirm?: boolean | undefined;
}

export interface SlackSubmit {
  readonly person: string;
  readonly viewId: string;
  readonly values: Readonly<Record<string, string | readonly string[] | null>>;
}

export interface SlackClose {
  readonly person: string;
  readonly viewId: string;
}

/** What the person was told at once. What changed arrives by the events. */
export interface Acted {
  readonly told: readonly { readonly kind: 'error' | 'message'; readonly text: string }[];
}

// Chat: Teams

export interface TeamsState {
  readonly isStandIn: boolean;
  readonly why?: string;
  readonly channels: readonly Channel[];
  readonly messages: readonly TeamsMessage[];
}

/** Known by `channel` and `id`. */
export interface TeamsMessage {
  readonly channel: string;
  readonly id: string;
  readonly atMs: number;
  readonly author: string;
  readonly bot: boolean;
  readonly edited: boolean;
  /** The message that began the thread, when it is not this one. */
  readonly root: string | null;
  readonly replies: number;
  readonly text: string;
  /** The Adaptive Card as this person sees it. */
  readonly card: Readonly<Record<string, unknown>> | null;
  /** It took the place of the one that everybody sees, for this person only. */
  readonly onlyYou: boolean;
}

export interface TeamsChange {
  readonly messages?: readonly TeamsMessage[];
  readonly removed?: readonly { readonly channel: string; readonly id: string }[];
}

/** All that is given has to fit one button of the card. */
export interface TeamsClick {
  readonly person: string;
  readonly channel: string;
  readonly id: string;
  readonly verb?: string | undefined;
  readonly actionId?: string | undefined;
  readonly title?: string | undefined;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
}

// Flow

export interface Flow {
  readonly functions: readonly FunctionState[];
  readonly queues: readonly QueueState[];
  readonly feeds: readonly FeedState[];
  readonly budgets: readonly Budget[];
}

export interface FunctionState {
  /** `poll`, `notify-slack`, `notify-teams`, `action`, `verdict`. */
  readonly id: string;
  readonly invocations: number;
  readonly errors: number;
  /** Invocations at this moment. */
  readonly busy: number;
  readonly processes: number;
}

export interface QueueState {
  /** `slack`, `teams`, `verdict`; the name of the destination for a queue of the user's own. */
  readonly id: string;
  /** The function that takes from it. */
  readonly consumer: string | null;
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** In its dead-letter queue. */
  readonly dead: number;
}

export interface FeedState {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
  /** What the pages so far say. Null until something was read. */
  readonly order: 'unknown' | 'newest-first' | 'oldest-first' | 'unordered' | null;
  readonly lastPollMs: number | null;
  /** How the last poll went: `polled`, `failed`, ... */
  readonly lastOutcome: string | null;
  /** How long the oldest item that is known has waited to be handed over. */
  readonly lagMs: number | null;
  /** The first walk has ended. */
  readonly started: boolean;
  /** The newest `created_at` that was handed over. */
  readonly watermarkMs: number | null;
  readonly paused: {
    readonly because: 'not_ready' | 'unauthorized';
    readonly sinceMs: number;
    readonly untilMs: number;
  } | null;
  /** A queue did not take something yet. */
  readonly unfinished: boolean;
}

/** Requests of the last minute against what one key may. */
export interface Budget {
  readonly domain: string;
  readonly kind: 'read' | 'write';
  readonly used: number;
  readonly limit: number;
  readonly closedUntilMs: number | null;
}

/** An item on its way, known by domain, feed and id. Newest first; the latest hundred. */
export interface Item {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  /** When it last moved. */
  readonly atMs: number;
}

/** `queued`: on its way to a chat, to one of them at least. `parked`: could not be shown. `waiting`: for approval, undo or the platform. */
export type Stage = 'queued' | 'shown' | 'parked' | 'waiting' | 'posting' | 'recorded' | 'failed';

/** All that happened to an item, in order, from the ledger. */
export interface Story {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly effects: readonly Effect[];
}

export interface Effect {
  /** Null where the ledger keeps no time, and of what is awaited. */
  readonly atMs: number | null;
  /** One for each kind of effect, to draw it by. */
  readonly kind: 'created' | 'queued' | 'awaited' | 'shown' | 'note' | 'doubt' | 'parked' | 'verdict';
  /** `Shown in soc`, `Ada Winter asked for TRUE_POSITIVE`. */
  readonly text: string;
  readonly detail: string | null;
}

/** Something that happened, in words; the ids rise. */
export interface Activity {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
}

// World

export interface World {
  readonly api: {
    /** False with the real API: none of this can be played then. */
    readonly isStandIn: boolean;
    /** Those that are standIns. The API of the others is the real one. */
    readonly domains: readonly string[];
    readonly state: 'well' | 'not-ready' | 'slow' | 'failing';
    readonly order: string | null;
    readonly orders: readonly string[];
  };
  readonly slack: { readonly isStandIn: boolean; readonly up: boolean };
  readonly teams: { readonly isStandIn: boolean; readonly up: boolean };
  /** `armed`: it will be killed in the middle of its next run. */
  readonly functions: readonly { readonly id: string; readonly armed: boolean }[];
}

export type Scenario =
  | {
      readonly do: 'open-cases';
      /** 1 unless given, at most 500. */
      readonly count?: number | undefined;
      /** `late`: listed only `lateByMs` after it was created. */
      readonly kind?: 'plain' | 'severe' | 'late' | undefined;
      /** 20,000 unless given, at most ten minutes. */
      readonly lateByMs?: number | undefined;
      /** Events that come with it: 2 unless given, at most 20. */
      readonly events?: number | undefined;
      readonly domain?: string | undefined;
    }
  | { readonly do: 'attach-event'; readonly domain: string; readonly caseId: string }
  | { readonly do: 'close-case'; readonly domain: string; readonly caseId: string }
  | { readonly do: 'set-api'; readonly state: World['api']['state'] }
  | { readonly do: 'set-order'; readonly order: string }
  | { readonly do: 'set-slack'; readonly up: boolean }
  | { readonly do: 'set-teams'; readonly up: boolean }
  /** At once when it runs, in the middle of its next run otherwise. */
  | { readonly do: 'kill'; readonly function: string };

export interface Ran {
  /** What was done, in a sentence. */
  readonly said: string;
  /** The cases that were made. */
  readonly caseIds?: readonly string[];
}

// Verdicts

export interface Verdicts {
  /** Newest first. */
  readonly rows: readonly VerdictRow[];
  /** There are more, which are left out here and in the exports. */
  readonly more: boolean;
  /** How far back they were looked for, and how many of them are given at most. */
  readonly within: { readonly days: number; readonly rows: number };
  /** Over all rows. For some of them, `summarize` in verdicts/summarize.ts gives the same. */
  readonly summary: Summary;
}

/** One entry of the audit trail. */
export interface VerdictRow {
  readonly atMs: number;
  readonly domain: string;
  readonly caseId: string;
  /** Counts the entries of a case; 0 for what changed nothing. */
  readonly n: number;
  /** `requested`, `approved`, `recorded`, `denied`, ... */
  readonly what: string;
  readonly outcome: string | null;
  readonly by: string | null;
  /** `slack` or `teams`. */
  readonly surface: string | null;
  /** The destination where it was clicked. */
  readonly place: string | null;
  readonly comment: string | null;
  readonly answer: string | null;
  /** The decision, or the click that became none. */
  readonly decisionId: string;
  readonly threatType: string | null;
  /** Of a recorded one: since the case was created. */
  readonly toVerdictMs: number | null;
}

export interface Summary {
  readonly recorded: number;
  /** Of those whose time is known. Null when there are none. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Recorded outcomes, the most frequent type first. */
  readonly byThreatType: readonly {
    readonly threatType: string;
    readonly outcomes: Readonly<Record<string, number>>;
  }[];
}

// Configuration

export interface Configuration {
  readonly routes: readonly Route[];
  readonly destinations: readonly {
    readonly name: string;
    readonly type: string;
    /** The channel, queue or host. */
    readonly where: string;
  }[];
  readonly domains: readonly { readonly name: string; readonly baseUrl: string }[];
  /** Everything else worth knowing, in words. */
  readonly settings: readonly { readonly label: string; readonly text: string }[];
}

export interface Route {
  readonly name: string;
  /** As written. Empty: everything. */
  readonly when: unknown;
  readonly to: readonly string[];
  readonly final: boolean;
  readonly shadow: boolean;
  readonly broadcast: boolean;
}

/** Either what was pasted, or one that the bridge has seen. */
export type TryItem =
  | { readonly item: unknown; readonly domain?: string | undefined }
  | { readonly domain: string; readonly feed: 'cases' | 'threats'; readonly id: string };

export interface Tried {
  readonly kind: 'case' | 'threat';
  readonly domain: string;
  readonly title: string;
  /** The item as it was understood. */
  readonly item: unknown;
  readonly goesTo: readonly string[];
  readonly routes: readonly {
    readonly route: string;
    readonly outcome: 'matched' | 'no-match' | 'skipped';
    readonly because: string;
    readonly to: readonly string[];
    readonly final: boolean;
    readonly shadow: boolean;
  }[];
  /** All of it as one text to read. */
  readonly text: string;
}
