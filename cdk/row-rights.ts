import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { FunctionName } from '../lib/config/function-env.ts';
import { BUTTONS_KEY, CANARY_KEY, CLICKS_KEY, LINKS_KEY, PEOPLE_KEY } from '../lib/config/key-names.ts';
import type { tableDefinition } from '../lib/config/table-definition.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';

/**
 * What a function may do with rows. Each of these names the rows it is about, which is what a right is judged by: for
 * one that does not, like Scan, IAM would take the condition for met. `PartiQLInsert` adds a row and never changes one.
 */
export type RowAction =
  | 'GetItem'
  | 'UpdateItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'PartiQLInsert';

export interface RowRight {
  /** The partitions, as `dynamodb:LeadingKeys` has them; of an index, what that is sorted under. */
  readonly rows: readonly string[];
  readonly may: readonly RowAction[];
  readonly index?: (typeof tableDefinition.indexes)[number]['name'];
}

/** The kinds of rows, by how their partitions begin (lib/dynamo/row-keys.ts). */
const ROWS = {
  feeds: 'feed#*',
  /** Cases and threats: that they were seen, what is shown of them, and what was decided. */
  items: 'item#*',
  cases: 'item#*#cases#*',
  threats: 'item#*#threats#*',
  notices: 'notice#*',
  digests: 'digest#*',
  events: 'event#*',
  storms: 'storm#*',
  closed: 'closed#*',
  budgets: 'budget#*',
  /** What is remembered of cases, to count them; and what was decided about them. */
  past: 'past#*',
  outcomes: 'outcome#*',
  /** What the platform said of people and service identities. */
  personas: 'persona#*',
  /** What is muted; and what that hid. */
  mutes: 'mutes#*',
  muted: 'muted#*',
  /** The windows of items that are alike; and what they folded. */
  alike: 'alike#*',
  folded: 'folded#*',
  told: 'told#*',
  health: 'told#health',
  trail: 'audit#*',
  chains: 'chain#*',
  clicks: 'click#*',
  archived: 'archived#*',
  /** What systems sent, each under a key of its own. */
  submitted: 'submitted#*',
  signsOf: (name: string) => `sign#${name}#*`,
  keyOf: (name: string) => `key#${name}`,
  paceOf: (chat: string) => `pace#${chat}#*`,
  channelsOf: (chat: string) => `${chat}#*`,
  restingIn: (queue: string) => `resting#${queue}#*`,
} as const;

const BUTTONS = ROWS.keyOf(BUTTONS_KEY);
const CLICKS = ROWS.keyOf(CLICKS_KEY);
const PEOPLE = ROWS.keyOf(PEOPLE_KEY);
const LINKS = ROWS.keyOf(LINKS_KEY);
const CANARY = ROWS.keyOf(CANARY_KEY);
const readAndWrite = ['GetItem', 'UpdateItem'] as const;

const poll: readonly RowRight[] = [
  { rows: [ROWS.mutes], may: ['GetItem'] },
  { rows: [ROWS.feeds, ROWS.items, ROWS.notices, ROWS.budgets], may: readAndWrite },
  { rows: [ROWS.items, ROWS.events, ROWS.past], may: ['BatchGetItem', 'BatchWriteItem'] },
  { rows: [ROWS.muted], may: ['BatchWriteItem'] },
  { rows: [ROWS.past, ROWS.outcomes], may: ['Query'] },
  { rows: ['*#cases', '*#threats'], may: ['Query'], index: 'due' },
];

/** Where routes post only the first of what is alike. */
const pollAlike: readonly RowRight[] = [
  { rows: [ROWS.alike], may: readAndWrite },
  { rows: [ROWS.folded], may: [...readAndWrite, 'BatchWriteItem'] },
];

/** Faces the internet. */
const action: readonly RowRight[] = [
  { rows: [ROWS.cases, BUTTONS, CLICKS, CANARY, PEOPLE], may: ['GetItem'] },
  { rows: [ROWS.restingIn('verdict'), ROWS.signsOf('action')], may: ['PartiQLInsert'] },
];

/** Where systems decide: under which keys they sent what. */
const actionOfSystems: readonly RowRight[] = [{ rows: [ROWS.submitted], may: ['GetItem', 'PartiQLInsert'] }];

/** Where events hold links to decide by: one function writes them, the other opens them. */
const notifyLinks: readonly RowRight[] = [{ rows: [LINKS], may: readAndWrite }];
const actionOfLinks: readonly RowRight[] = [{ rows: [LINKS], may: ['GetItem'] }];

const verdict: readonly RowRight[] = [
  {
    rows: [
      ...[ROWS.cases, ROWS.notices, ROWS.budgets, ROWS.outcomes, ROWS.mutes, ROWS.restingIn('verdict')],
      ...[BUTTONS, CLICKS, PEOPLE],
    ],
    may: readAndWrite,
  },
  // Threats, the trail and how the bridge is: for commands.
  { rows: [ROWS.cases, ROWS.threats, ROWS.chains, ROWS.trail, ROWS.muted], may: ['Query'] },
  { rows: [ROWS.health], may: ['GetItem'] },
  { rows: [ROWS.restingIn('verdict')], may: ['BatchWriteItem'] },
  { rows: [ROWS.trail, ROWS.clicks], may: ['BatchGetItem'] },
  { rows: [ROWS.trail, ROWS.chains, ROWS.clicks, ROWS.signsOf('verdict')], may: ['PartiQLInsert'] },
];

const reconcile: readonly RowRight[] = [
  {
    rows: [ROWS.items, ROWS.notices, ROWS.digests, ROWS.told, ROWS.restingIn('*')],
    may: readAndWrite,
  },
  { rows: [ROWS.closed], may: ['GetItem'] },
  { rows: [ROWS.feeds, ROWS.budgets], may: ['BatchGetItem'] },
  { rows: [ROWS.restingIn('*')], may: ['Query'] },
  { rows: ['deliver#*', 'resting#*'], may: ['Query'], index: 'todo' },
  // To list what was folded, also where no route folds any more.
  { rows: [ROWS.folded], may: [...readAndWrite, 'Query'] },
  { rows: ['folded'], may: ['Query'], index: 'todo' },
];
/** Where cases can be decided. */
const reconcileVerdicts: readonly RowRight[] = [
  { rows: [CLICKS], may: readAndWrite },
  { rows: [ROWS.mutes], may: readAndWrite },
  // What was decided: to propose mutes.
  { rows: [ROWS.muted, ROWS.trail], may: ['Query'] },
  { rows: ['verdict#*', 'signs'], may: ['Query'], index: 'todo' },
];

/** Where something is done about cases that nobody answers. */
const reconcileWaits: readonly RowRight[] = [{ rows: ['waiting#*'], may: ['Query'], index: 'todo' }];

/** Where cases are followed through the platform. */
const reconcileLives: readonly RowRight[] = [
  { rows: [ROWS.budgets], may: readAndWrite },
  // Where a case was sent, and what is muted: one that becomes worse may belong elsewhere.
  { rows: [ROWS.cases], may: ['BatchGetItem', 'BatchWriteItem'] },
  { rows: [ROWS.mutes], may: ['GetItem'] },
  { rows: ['life#*'], may: ['Query'], index: 'todo' },
];

/** Where cases are decided or followed: all that is known of one. */
const reconcileCases: readonly RowRight[] = [{ rows: [ROWS.cases], may: ['Query'] }];
/** Where threads tell who cases are about. */
const reconcilePersonas: readonly RowRight[] = [{ rows: [ROWS.personas], may: readAndWrite }];

/** Where canaries go by themselves: it presses them. */
const reconcileCanaries: readonly RowRight[] = [{ rows: [CANARY], may: readAndWrite }];

/** Where the trail is archived. */
const reconcileArchive: readonly RowRight[] = [{ rows: ['signs#archive'], may: ['Query'], index: 'todo' }];

/** Reads the trail, and adds what it has archived. It changes nothing. */
const archive: readonly RowRight[] = [
  { rows: [ROWS.trail, ROWS.chains, ROWS.archived], may: ['Query'] },
  { rows: [ROWS.archived, ROWS.signsOf('archive')], may: ['PartiQLInsert'] },
];

function notifier(chat: ChatName, personas: boolean): readonly RowRight[] {
  const channels = sectionOf(chat).requests.newsOfChannels ? [ROWS.channelsOf(chat)] : [];
  const shown = [ROWS.items, ROWS.notices, ROWS.digests, ROWS.storms, ROWS.closed];
  const resting = ROWS.restingIn(chat);
  return [
    { rows: [...shown, ROWS.paceOf(chat), resting, BUTTONS, PEOPLE, ...channels], may: readAndWrite },
    { rows: [ROWS.events], may: ['GetItem'] },
    ...(personas ? [{ rows: [ROWS.personas], may: ['GetItem'] } as const] : []),
    { rows: [ROWS.events, resting], may: ['BatchWriteItem'] },
    { rows: ['deliver#*'], may: ['Query'], index: 'todo' },
  ];
}

/** Tells webhooks. It reads what else an endpoint was told of an item. */
const notifyWebhook: readonly RowRight[] = [
  {
    rows: [ROWS.items, ROWS.notices, ROWS.closed, ROWS.restingIn(WEBHOOK), PEOPLE],
    may: readAndWrite,
  },
  { rows: [ROWS.items, ROWS.notices], may: ['Query'] },
  { rows: [ROWS.restingIn(WEBHOOK)], may: ['BatchWriteItem'] },
  { rows: ['deliver#*'], may: ['Query'], index: 'todo' },
];

/** Who may do what with which rows: all that the stack grants on the table. */
export function rowRightsOf(
  name: FunctionName,
  {
    decides = true,
    systems = true,
    links = true,
    waits = true,
    follows = true,
    personas = true,
    archives = true,
    canaries = true,
    folds = true,
  } = {},
): readonly RowRight[] {
  const others: Readonly<Record<string, readonly RowRight[]>> = {
    poll: [...poll, ...(folds ? pollAlike : [])],
    action: [...action, ...(systems ? actionOfSystems : []), ...(links ? actionOfLinks : [])],
    verdict,
    archive,
    [`notify-${WEBHOOK}`]: [...notifyWebhook, ...(links ? notifyLinks : [])],
    reconcile: [
      ...reconcile,
      ...(decides ? reconcileVerdicts : []),
      ...(decides && waits ? reconcileWaits : []),
      ...(follows ? reconcileLives : []),
      ...(decides || follows ? reconcileCases : []),
      ...(personas ? reconcilePersonas : []),
      ...(archives ? reconcileArchive : []),
      ...(canaries ? reconcileCanaries : []),
    ],
  };
  return others[name] ?? notifier(name.replace(/^notify-/, '') as ChatName, personas);
}
