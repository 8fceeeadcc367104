/**
 * Everything that goes between the console's page and its server: types only, so that both sides can use it. What the
 * page sends is in requests.ts. Times are milliseconds since 1970. A refused request is `{ error: sentence }` with a 4xx status.
 *
 *   GET  /events?person=ID          server-sent events: `snapshot` (Snapshot), then `change` (Change), now and then
 *                                   `beat` (nothing in it). Another person is another connection. After a
 *                                   reconnect there is a new snapshot, and nothing else has to be remembered.
 *   GET  /api/items/DOMAIN/FEED/ID  Story
 *   GET  /api/verdicts              Verdicts; also verdicts.csv and verdicts.json, to keep: with the filter of the
 *                                   page as their query (filter-verdicts.ts), only what fits
 *   GET  /api/cases                 OpenCases, with the filter of the page as its query (filter-cases.ts)
 *   POST /api/cases/press           CasePress    -> Acted; refused where the console cannot press for anybody
 *   GET  /api/earlier/CHAT?channel=ID&before=KEY&person=ID   Earlier
 *   GET  /api/config                Configuration
 *   POST /api/slack/click           SlackClick   -> Acted
 *   POST /api/slack/submit          SlackSubmit  -> Acted
 *   POST /api/slack/close           SlackClose   -> Acted
 *   POST /api/slack/command         SlackCommand -> Acted
 *   POST /api/teams/click           TeamsClick   -> Acted
 *   POST /api/teams/write           TeamsWriting -> Acted
 *   POST /api/world                 Scenario     -> Ran
 *   POST /api/try                   TryItem      -> Tried
 *   GET  /api/health                Health
 *   POST /api/act                   Act          -> Planned or Done; refused unless the console was started with --act
 *
 * Every POST is JSON, with `Content-Type: application/json`.
 */
import type { RouteConfig } from '../lib/config/define-bridge.ts';
import type { HealthAnswer, ShownProblem } from '../lib/features/health/health-answer.ts';
import type { RouteExplanation } from '../lib/routing/explain-route.ts';
import type { AuditEntry } from '../lib/verdict/answer-ledger.ts';
import type { CasePress } from './requests.ts';

export type {
  Act,
  CasePress,
  Scenario,
  SlackClick,
  SlackClose,
  SlackCommand,
  SlackSubmit,
  TeamsClick,
  TeamsWriting,
  TryItem,
} from './requests.ts';
export type { HealthAnswer, ShownProblem };

/** The page as it is first drawn. */
export interface Snapshot {
  readonly atMs: number;
  /** Who is looking: the first person if the console does not know the requested one. */
  readonly person: string;
  readonly people: readonly Person[];
  readonly about: About;
  readonly slack: ChatState;
  readonly teams: ChatState;
  /** The form that this person has open in Slack; null if none is. */
  readonly modal: SlackModal | null;
  readonly flow: Flow;
  /** Newest first. */
  readonly items: readonly Item[];
  readonly world: World;
  /** How the bridge is, for the badge on every page. */
  readonly health: HealthAnswer;
  /** Oldest first. */
  readonly activity: readonly Activity[];
  /** A different number if the audit trail may have grown: then `/api/verdicts` has something new. */
  readonly verdicts: number;
  /** Why the bridge could not be read just now: the page shows older data. Null if all is well. */
  readonly trouble: string | null;
}

/** The differences since the last event. Anything absent is unchanged. Of the activity, only what is new. */
export interface Change
  extends Pick<Snapshot, 'atMs'>,
    Partial<
      Pick<Snapshot, 'modal' | 'flow' | 'items' | 'world' | 'health' | 'activity' | 'verdicts' | 'trouble'>
    > {
  readonly slack?: ChatChange;
  readonly teams?: ChatChange;
}

export type PageName = 'cases' | 'chat' | 'verdicts' | 'health' | 'flow' | 'config' | 'world';

export interface About {
  /** Which bridge this is: `posture-bridge in eu-west-1`. */
  readonly bridge: string;
  /** The pages on which this bridge has something to show. */
  readonly pages: readonly PageName[];
  /** This page can act on the bridge. Otherwise it only reads. */
  readonly acts: boolean;
  readonly domains: readonly string[];
  /** Cases have buttons somewhere. */
  readonly decidable: boolean;
  /** The outcomes that this page can decide, in the order of their keys; none where it only shows. */
  readonly outcomes: readonly OutcomeChoice[];
  /** Pages of the other parts. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** Which parts are real and cannot be changed here, in sentences. */
  readonly notes: readonly string[];
}

/** What a button for an outcome says and asks for. */
export interface OutcomeChoice {
  readonly outcome: string;
  readonly label: string;
  /** What it says of the case, and does to it. */
  readonly effect: string;
  readonly comment: 'required' | 'optional';
  readonly confirm: boolean;
  readonly approval: boolean;
}

/** A person that the page can act as. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** According to the configuration; `operator`: the one whose AWS credentials this console has. */
  readonly role: 'analyst' | 'second analyst' | 'not allowed' | 'operator';
}

// Chat

/** A chat as this person sees it. */
export interface ChatState {
  /** False for a real chat, whose messages are those of the items; and for none, and then `why` says so. */
  readonly isStandIn: boolean;
  readonly why?: string;
  readonly channels: readonly Channel[];
  /** The latest messages of each channel, with their replies; flat, oldest first. */
  readonly messages: readonly Message[];
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  /** How many messages it has, without replies. May be more than are sent at first. */
  readonly total: number;
  /** This person's chat with the bot, which nobody else reads. */
  readonly isPersonal?: boolean;
}

export interface MessageKey {
  readonly channel: string;
  /** Slack's `ts` or Teams's `id`. */
  readonly key: string;
}

/** A message that is sent again replaces the first. */
export interface Message extends MessageKey {
  readonly atMs: number;
  readonly author: string;
  /** From our app, not from a person. */
  readonly bot: boolean;
  readonly edited: boolean;
  /** Only this person sees it. */
  readonly onlyYou: boolean;
  /** The key of the message that it replies to, if it is in a thread. */
  readonly root: string | null;
  /** Also shown in the channel, although it is in a thread. */
  readonly broadcast: boolean;
  /** How many replies it has. */
  readonly replies: number;
  /** In one line of plain text. */
  readonly text: string;
  /**
   * Slack's blocks, rendered and escaped: safe as HTML. Every button has data-action, data-block, data-value, data-option
   * and data-confirm (a question to ask first, with data-yes on its button; each may be empty). Menus are details.menu.
   */
  readonly html?: string;
  /** Teams's Adaptive Card as this person sees it. */
  readonly card?: Readonly<Record<string, unknown>>;
}

/** Messages of a channel before another one, with their replies; oldest first. */
export interface Earlier {
  readonly messages: readonly Message[];
}

export interface ChatChange {
  readonly messages?: readonly Message[];
  readonly removed?: readonly MessageKey[];
}

/** A form in front of everything. Inputs are named after their blocks; those in [data-many] take several values.
 * [data-dispatch] names an action: the app is told at once what is chosen in such an input. */
export interface SlackModal {
  /** Stays the same while the app changes it: typed text stays. */
  readonly viewId: string;
  readonly title: string;
  readonly submit: string | null;
  readonly close: string;
  /** Rendered and escaped, with errors as p.error. */
  readonly html: string;
}

/** What the person was told at once. Changes arrive through the events. */
export interface Acted {
  readonly told: readonly { readonly kind: 'error' | 'message'; readonly text: string }[];
}

// Flow

export interface Flow {
  readonly functions: readonly FunctionState[];
  readonly queues: readonly QueueState[];
  readonly feeds: readonly FeedState[];
  readonly budgets: readonly Budget[];
  /** Destinations that accept nothing at the moment. */
  readonly closed: readonly ClosedDestination[];
  /** Webhooks, and the user's own queues and event buses. */
  readonly endpoints: readonly EndpointState[];
  /** How many items mutes that are on hide, and open dedupe windows stand for; `more`: at least so many. */
  readonly withheld: { readonly muted: number; readonly deduped: number; readonly more: boolean };
}

export interface EndpointState {
  readonly destination: string;
  readonly kind: 'webhook' | 'sqs' | 'eventbridge';
  /** Null while it accepts events. */
  readonly closed: { readonly reason: string; readonly sinceMs: number } | null;
  /** Events that it still has to get, and those that were given up. Counted up to a hundred. */
  readonly waiting: number;
  readonly givenUp: number;
  /** Events about the listed items that it accepted, latest first. */
  readonly told: readonly { readonly type: string; readonly atMs: number; readonly id: string }[];
}

export interface ClosedDestination {
  readonly destination: string;
  /** `slack` or `teams`. */
  readonly chat: string;
  readonly reason: string;
  readonly sinceMs: number;
}

export interface FunctionState {
  /** `poll`, `notify-slack`, `notify-teams`, `action`, `verdict`. */
  readonly id: string;
  /** Null if nobody counts: for a deployed bridge CloudWatch knows, but every request to it costs. */
  readonly counts: {
    readonly invocations: number;
    readonly errors: number;
    /** Invocations at this moment. */
    readonly busy: number;
  } | null;
}

export interface QueueState {
  /** `slack`, `teams`, `verdict`, `ticks`; the name of the destination for the user's own queue. */
  readonly id: string;
  /** The function that consumes it. */
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
  /** The last poll that the poller reported: it reports uneventful ones once a minute. */
  readonly lastPollMs: number | null;
  /** How the last poll went: `polled`, `failed`, ... */
  readonly lastOutcome: string | null;
  /** How long the oldest known item has waited to be sent. */
  readonly lagMs: number | null;
  /** The newest `created_at` that was sent. */
  readonly watermarkMs: number | null;
  readonly paused: { readonly because: 'not_ready' | 'unauthorized'; readonly untilMs: number } | null;
}

/** Requests of the last minute, and the limit of one key. */
export interface Budget {
  readonly domain: string;
  readonly kind: 'read' | 'write';
  readonly used: number;
  readonly limit: number;
  readonly closedUntilMs: number | null;
}

export interface ItemKey {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
  readonly id: string;
}

/** An item on its way. Newest first; the latest hundred. */
export interface Item extends ItemKey {
  readonly title: string;
  readonly stage: Stage;
  /** When it last moved. */
  readonly atMs: number;
  /** Why it goes nowhere, or not everywhere. */
  readonly why?: string;
  /** The messages that the bridge posted about it in chats. */
  readonly messages?: readonly ShownMessage[];
}

/** A message in a chat, as the ledger knows it. */
export interface ShownMessage {
  readonly chat: 'slack' | 'teams';
  readonly destination: string;
  readonly atMs: number | null;
  /** What became of the case, in a sentence. */
  readonly says: string | null;
  readonly replies: number;
}

/**
 * `queued`: on its way to at least one chat. `told`: covered by other messages: that of its case, a digest, or one about
 * several threats. `withheld`: muted or deduped everywhere. `unrouted`: no route sends it anywhere. `parked`: could not be shown. `waiting`: for approval, undo or
 * the platform.
 */
export type Stage =
  | 'unrouted'
  | 'queued'
  | 'shown'
  | 'told'
  | 'withheld'
  | 'parked'
  | 'waiting'
  | 'posting'
  | 'recorded'
  | 'failed';

/** Everything that happened to an item, in order, from the ledger. */
export interface Story extends ItemKey {
  readonly title: string;
  readonly stage: Stage;
  readonly facts: readonly Fact[];
  /** The events of a case, the most telling first. */
  readonly events: readonly StoryEvent[];
  readonly effects: readonly Effect[];
  /** Opens it in the platform. */
  readonly link?: string | null;
}

export interface StoryEvent {
  readonly id: string;
  readonly title: string;
  readonly severity: string | null;
  readonly source: string | null;
  readonly atMs: number | null;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface Effect {
  /** Null if the ledger keeps no time, and for what is awaited. */
  readonly atMs: number | null;
  /** The kind of event, which determines how it is drawn. */
  readonly kind:
    | 'created'
    | 'queued'
    | 'awaited'
    | 'shown'
    | 'told'
    | 'withheld'
    | 'note'
    | 'doubt'
    | 'parked'
    | 'escalation'
    | 'claim'
    | 'verdict';
  /** `Shown in soc`, `Ada Winter decided: true positive`. */
  readonly text: string;
  readonly detail: string | null;
}

/** Something that happened, in words; the ids increase. */
export interface Activity {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
}

// World

export interface World {
  readonly api: {
    /** False with the real API: then none of this can be changed. */
    readonly isStandIn: boolean;
    /** The domains of the reference server. The others use the real API. */
    readonly domains: readonly string[];
    readonly state: 'well' | 'not-ready' | 'slow' | 'failing';
    readonly order: string | null;
    readonly orders: readonly string[];
  };
  readonly slack: { readonly isStandIn: boolean; readonly up: boolean };
  readonly teams: World['slack'];
  /** `armed`: it will be killed in the middle of its next run. */
  readonly functions: readonly { readonly id: string; readonly armed: boolean }[];
}

export interface Ran {
  /** What was done, in a sentence. */
  readonly said: string;
  /** The page World shows it by itself. */
  readonly isShown?: true;
  /** The cases that were created. */
  readonly caseIds?: readonly string[];
}

// Cases

/**
 * `unclear`: the bridge cannot tell whether the platform has the decision. `on-its-way`: decided, and the bridge records it.
 * A case whose decision the platform refused is undecided again.
 */
export type CaseStanding = 'undecided' | 'awaiting-approval' | 'unclear' | 'on-its-way';

/** An open case that is not recorded. */
export interface OpenCase extends ItemKey {
  readonly title: string;
  readonly type: string | null;
  /** Whom it is about. */
  readonly person: string | null;
  readonly severity: string | null;
  readonly createdAtMs: number;
  /** Since when it waits for somebody: when it came, became worse, was reopened or was left. */
  readonly waitsSinceMs: number;
  readonly standing: CaseStanding;
  /** The decision that stands, or that the platform did not accept. */
  readonly decided: { readonly outcome: string; readonly by: string; readonly hasFailed: boolean } | null;
  /** It was just decided, and nothing was sent to the platform. */
  readonly canUndo: boolean;
  readonly claimedBy: string | null;
  /** The person who looks has claimed it. */
  readonly isMine: boolean;
  /** The destinations that have it. */
  readonly places: readonly string[];
  /** `muted in soc`: where it was not shown, and why. */
  readonly withheld: readonly string[];
  /** Opens it in the platform. */
  readonly link: string | null;
  /** What its message in the chats offers now. */
  readonly presses: readonly CasePress['press'][];
}

/** The open cases that match the filter: what waits longest at the highest severity first, one page of them. */
export interface OpenCases {
  readonly cases: readonly OpenCase[];
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** How many match, and how many are open. */
  readonly total: number;
  readonly all: number;
  /** How many are still to be read: until then, filters may not find them. */
  readonly reading: number;
  /** Rows that another version of the bridge wrote, and this one does not understand. */
  readonly unreadable: number;
  /** Types and people that open cases have, the most frequent first. */
  readonly types: readonly string[];
  readonly people: readonly string[];
  readonly figures: ShiftFigures;
}

/** How the shift goes. */
export interface ShiftFigures {
  /** Open cases by how long they have waited, the newest first. */
  readonly byAge: readonly {
    readonly label: string;
    readonly severities: Readonly<Record<string, number>>;
  }[];
  /** The last day by the hour, oldest first: cases that are open or decided, and decisions that were recorded. */
  readonly hours: readonly { readonly atMs: number; readonly arrived: number; readonly decided: number }[];
  /** From the case to the record, of the last day. */
  readonly medianMs: number | null;
}

// Verdicts

export interface Verdicts {
  /** Newest first. */
  readonly rows: readonly VerdictRow[];
  /** There are more, which are left out here and in the exports. */
  readonly more: boolean;
  /** How far back they were searched, and the maximum number of rows. */
  readonly within: { readonly days: number; readonly rows: number };
}

type Entry = Pick<
  AuditEntry,
  'atMs' | 'domain' | 'caseId' | 'n' | 'what' | 'outcome' | 'place' | 'comment' | 'answer'
>;

/** One entry of the audit trail. */
export interface VerdictRow extends Entry {
  /** One name for a person in two chats, if they are known to be the same. */
  readonly by: string | null;
  readonly byId: string | null;
  /** The same for every account of one human. */
  readonly person: string | null;
  /** Who requested the decision that this is a step of. */
  readonly decidedBy: string | null;
  /** `slack` or `teams`. */
  readonly surface: string | null;
  /** The decision, or the click that came to nothing. */
  readonly decisionId: string;
  readonly threatType: string | null;
  /** For a recorded decision: the time since the case was created. */
  readonly toVerdictMs: number | null;
}

// Configuration

export interface Configuration {
  readonly routes: readonly (Pick<RouteConfig, 'name' | 'when' | 'to' | 'final' | 'shadow' | 'broadcast'> & {
    /** What else it does: one sentence each. */
    readonly does: readonly string[];
  })[];
  /** Everything else, in words. */
  readonly parts: readonly {
    readonly title: string;
    readonly note?: string;
    readonly rows: readonly Fact[];
  }[];
}

export interface Tried {
  readonly kind: 'case' | 'threat';
  readonly domain: string;
  readonly title: string;
  readonly goesTo: readonly string[];
  readonly routes: readonly RouteExplanation[];
  /** All of it as one text. */
  readonly text: string;
}

// Health

/** How the bridge is, and its destinations and queues in detail. */
export interface Health {
  readonly atMs: number;
  readonly answer: HealthAnswer;
  readonly destinations: readonly DestinationState[];
  readonly queues: readonly QueueState[];
  /** Oldest first: what the console saw in the last hour, while a page was open. */
  readonly samples: readonly HealthSample[];
  /** On AWS nobody tells the console of each run. */
  readonly errorsAre: 'failed runs' | 'dead letters';
}

export interface HealthSample {
  readonly atMs: number;
  /** Of the feed that is furthest behind. */
  readonly lagMs: number;
  readonly waiting: number;
  readonly errors: number;
}

export interface DestinationState {
  readonly destination: string;
  readonly type: string;
  readonly closed: {
    readonly kind: string;
    readonly reason: string;
    readonly sinceMs: number;
    readonly nextTryMs: number;
    readonly tries: number;
  } | null;
  /** What still has to be shown or sent there; `more`: at least this many. */
  readonly waiting: number;
  readonly more: boolean;
}

// Acting on the bridge

/** What would be done. Sending it back with the same request agrees to it. */
export interface Planned {
  readonly plan: string;
}

export interface Done {
  readonly said: string;
}
