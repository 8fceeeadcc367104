import { expect } from 'vitest';
import type { Outcome } from '../../../lib/posture/schemas/verdict-schema.ts';
import type { InspectedMessage } from '../../../local/slack/show-message.ts';
import type { ShownMessage } from '../../../local/teams/show-message.ts';
import { waitFor } from '../wait-for.ts';
import { decide, openForm, press, privateWord, submit } from './analyst.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { ADA, ANNA, BEN, BO, CLEO, DORA, EMIL, EVE } from './people.ts';
import {
  buttonsOf,
  type ChatView,
  messageOf,
  messageSaying,
  type PostedCase,
  postCase,
  postInTeams,
  type Shown,
  SLACK,
  seenBy,
  TEAMS,
  verbsOf,
} from './posted-case.ts';
import { answerTo, decideInTeams, expectCardAnswer, pressCard } from './teams-analyst.ts';

interface Person {
  readonly id: string;
  /** As messages call them. */
  readonly name: string;
}

interface Click {
  readonly outcome: { readonly kind: string };
}

type Posted = PostedCase<Shown>;

/** What people see and do in a chat, so that the same test plays in each. */
export interface Hands {
  readonly name: 'Slack' | 'Teams';
  readonly view: ChatView<Shown>;
  /** What the buttons of an open case are called. */
  readonly choices: readonly string[];
  readonly first: Person;
  readonly second: Person;
  /** For forms in a test beside others: a person has one form open at a time. */
  readonly third: Person;
  readonly fourth: Person;
  /** May not decide. */
  readonly stranger: Person;
  /** A lane of this chat, where both have one. */
  lane(name: string): string;
  post(world: BridgeWorld, lane: string, fields?: object): Promise<Posted>;
  /** What can be pressed on the message of a case. */
  offers(world: BridgeWorld, posted: Posted): Promise<string[]>;
  /** The same of any message. */
  actionsOn(message: Shown): string[];
  decide(world: BridgeWorld, posted: Posted, outcome: Outcome, who: Person): Promise<Click>;
  press(world: BridgeWorld, posted: Posted, action: string, who: Person): Promise<Click>;
  override(world: BridgeWorld, posted: Posted, who: Person, filled: Filled): Promise<Click>;
  /** Nobody but who clicked is told this. */
  told(world: BridgeWorld, posted: Posted, who: Person, click: Click, words: string): Promise<unknown>;
  /** Who clicked sees at once what became of it. */
  seesAtOnce(world: BridgeWorld, click: Click, words: string): void;
  /** The words stand where who decided sees them first, beside a way to take it back. */
  seesUndo(world: BridgeWorld, posted: Posted, who: Person, words: string): Promise<void>;
  /** What a second click for the same is told. */
  toldAgain(world: BridgeWorld, posted: Posted, who: Person, answer: Response): Promise<unknown>;
  /** What the chat sent to the bridge, to be sent once more. */
  deliveries(world: BridgeWorld): readonly { readonly url: string; readonly body: string }[];
}

interface Filled {
  readonly outcome: Outcome;
  readonly comment?: string;
}

const slack: Hands = {
  name: 'Slack',
  view: SLACK,
  choices: [
    'verdict:TRUE_POSITIVE',
    'verdict:FALSE_POSITIVE',
    'verdict:ESCALATED',
    'verdict:more',
    'claim:claim',
  ],
  first: { id: ANNA, name: 'Anna Berg' },
  second: { id: BEN, name: 'Ben Okoro' },
  third: { id: DORA, name: 'Dora Kim' },
  fourth: { id: EMIL, name: 'Emil Roth' },
  stranger: { id: EVE, name: 'Eve Stone' },
  lane: (name) => `s${name}`,
  post: postCase,
  offers: async (world, posted) => buttonsOf(await messageOf(world, posted as PostedCase)),
  actionsOn: (message) => buttonsOf(message as InspectedMessage),
  decide: (world, posted, outcome, { id }) =>
    decide(world, posted as PostedCase, outcome, id, { confirm: true }),
  press: (world, posted, action, { id }) => press(world, posted as PostedCase, action, id),
  async override(world, posted, { id }, filled) {
    await openForm(world, id, () => press(world, posted as PostedCase, 'decision:override', id));
    return submit(world, id, { ...filled });
  },
  told: (world, posted, { id }, _, words) => privateWord(world, posted as PostedCase, id, words),
  // The message changes for everybody instead.
  seesAtOnce: (_, { outcome }) => expect(outcome).toMatchObject({ status: 200 }),
  async seesUndo(world, posted, _, words) {
    const message = await messageSaying(world, posted as PostedCase, words);
    expect(buttonsOf(message)).toEqual(['decision:undo']);
  },
  toldAgain: (world, posted, { id }) => privateWord(world, posted as PostedCase, id, 'Already decided'),
  deliveries: (world) => world.slack.deliveries(),
};

type Card = PostedCase<ShownMessage>;
type CardClick = Awaited<ReturnType<typeof pressCard>>;

const teams: Hands = {
  name: 'Teams',
  view: TEAMS,
  choices: [
    'verdict:TRUE_POSITIVE',
    'verdict:FALSE_POSITIVE',
    'verdict:ESCALATED',
    'verdict:form',
    'claim:claim',
  ],
  first: { id: ADA, name: 'Ada Winter' },
  second: { id: BO, name: 'Bo Larsen' },
  third: { id: ADA, name: 'Ada Winter' },
  fourth: { id: BO, name: 'Bo Larsen' },
  stranger: { id: CLEO, name: 'Cleo Marsh' },
  lane: (name) => `t${name}`,
  post: postInTeams,
  offers: async (world, posted) => verbsOf(await messageOf(world, posted as Card)),
  actionsOn: (message) => verbsOf(message as ShownMessage),
  decide: (world, posted, outcome, { id }) => decideInTeams(world, posted as Card, outcome, id),
  press: (world, posted, action, { id }) => pressCard(world, posted as Card, action, id),
  override: (world, posted, { id }, filled) =>
    pressCard(world, posted as Card, 'decision:override', id, { inputs: { ...filled } }),
  told: async (world, _, __, click, words) => expect(answerTo(world, click as CardClick)).toContain(words),
  seesAtOnce: (world, click, words) => expectCardAnswer(world, click as CardClick, words),
  // On the card that the click was answered with, before everybody has it.
  seesUndo: (world, posted, { id }, words) =>
    waitFor(async () => expect(await seenBy(world, posted as Card, id)).toContain(words)),
  toldAgain: async (_, __, ___, answer) =>
    expect(JSON.stringify(await answer.json())).toMatch(/Ada Winter|Got it\./),
  deliveries: (world) => world.teams.deliveries(),
};

export const CHATS: readonly Hands[] = [slack, teams];

/** The lanes of both chats for tests that play in each. */
export const lanesOfEach = (names: readonly string[]) => ({
  slack: names.map(slack.lane),
  teams: names.map(teams.lane),
});
