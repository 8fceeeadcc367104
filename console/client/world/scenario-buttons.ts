import type { Item, Scenario, World } from '../../wire.ts';
import type { Bridge } from '../state/state.ts';

/** A button that makes something happen in the world around the bridge. */
export interface ScenarioButton {
  readonly id: string;
  readonly label: string;
  /** What will happen, and what to watch. */
  readonly says: string;
  readonly scenario: Scenario;
  /** The world is already in this state. */
  readonly on?: boolean;
}

export interface ButtonGroup {
  readonly title: string;
  readonly buttons: readonly ScenarioButton[];
}

const NEW_CASES: readonly ScenarioButton[] = [
  {
    id: 'one',
    label: 'Make a case',
    says: 'The next poll finds it. Watch it appear in the chat within a few seconds.',
    scenario: { do: 'open-cases' },
  },
  {
    id: 'severe',
    label: 'Make a severe case',
    says: 'A compromised account with critical events. Watch how its message stands out.',
    scenario: { do: 'open-cases', kind: 'severe', events: 4 },
  },
  {
    id: 'burst',
    label: 'Make 200 at once',
    says: 'A storm. Watch the items wait under Flow, and the channels get a digest with the cases in its thread, as fast as Slack (one a second) and Teams (one in two) let us.',
    scenario: { do: 'open-cases', count: 200, events: 0 },
  },
  {
    id: 'late',
    label: 'Make a late case',
    says: 'The API lists it only 20 seconds after it was created. Watch that it is still found.',
    scenario: { do: 'open-cases', kind: 'late' },
  },
];

const caseButtons = ({ domain, id: caseId }: Pick<Item, 'domain' | 'id'>): readonly ScenarioButton[] => [
  {
    id: 'attach',
    label: 'Attach an event',
    says: 'The case grows. Watch its message change in place, and the news in its thread.',
    scenario: { do: 'attach-event', domain, caseId },
  },
  {
    id: 'investigate',
    label: 'Investigate it in the platform',
    says: 'Only the lists of the API know the state of a case. Watch its message say so within two minutes.',
    scenario: { do: 'move-case', domain, caseId, state: 'investigating' },
  },
  {
    id: 'enforce',
    label: 'Act on it in the platform',
    says: 'Watch its message lose its buttons and say why, and its thread tell of it.',
    scenario: { do: 'move-case', domain, caseId, state: 'enforced' },
  },
  {
    id: 'close',
    label: 'Close it in the platform',
    says: 'As if an analyst had decided elsewhere. Watch what the message says, and its buttons go.',
    scenario: { do: 'move-case', domain, caseId, state: 'closed' },
  },
  {
    id: 'delete',
    label: 'Delete it in the platform',
    says: 'It is no longer in any list. After a quarter of an hour its message says so.',
    scenario: { do: 'delete-case', domain, caseId },
  },
];

const API_STATES = [
  [
    'not-ready',
    'Not ready',
    'It answers 423. Decide a case now: watch the verdict wait, and be recorded once the API is well. The feeds pause.',
  ],
  [
    'slow',
    'Slow',
    'Every answer takes seconds. Watch clicks stay quick, and verdicts arrive a little later.',
  ],
  [
    'failing',
    'Failing',
    'It answers 503. Decide a case now: nobody can know whether the API recorded it, so the bridge looks it up and does not send it twice.',
  ],
  ['well', 'Well', 'It answers as it should. Watch what waited go through by itself.'],
] as const;

const apiButtons = (api: World['api']): readonly ScenarioButton[] =>
  API_STATES.map(([state, label, says]) => ({
    id: `api-${state}`,
    label,
    says,
    scenario: { do: 'set-api', state },
    on: api.state === state,
  }));

/** One toggle button: its label says what it does now. */
const chatButton = (name: 'Slack' | 'Teams', up: boolean): ScenarioButton => ({
  id: `turn-${name.toLowerCase()}`,
  label: up ? `Take ${name} down` : `Bring ${name} back`,
  says: up
    ? `Everything it is asked fails. Make a few cases then: watch them wait under Flow, where the ledger keeps them.`
    : 'It is down. What waits arrives by itself once it is back.',
  scenario: { do: name === 'Slack' ? 'set-slack' : 'set-teams', up: !up },
});

const KILLED: Readonly<Record<string, string>> = {
  poll: 'The next poll reads the same page again: nothing is lost, nothing is posted twice.',
  'notify-slack':
    'What it had in hand is in the ledger. The next run begins after some minutes, and posts it once.',
  'notify-teams':
    'What it had in hand is in the ledger, and the next run begins after some minutes. Where the owner of the team lets the bridge read the channel, it looks there before it posts again. Elsewhere a card may come twice.',
  action: 'A click in that moment is told that it did not work, and can be made again.',
  verdict: 'The decision is in the ledger. It goes on after some minutes, and is recorded once.',
  reconcile: 'It runs again within a minute, and finds the same.',
};

const killButtons = (functions: World['functions']): readonly ScenarioButton[] =>
  functions.map(({ id, armed }) => ({
    id: `kill-${id}`,
    label: `Kill ${id}`,
    says: armed
      ? 'It will be killed in the middle of its next run.'
      : (KILLED[id] ?? 'What it did is done again.'),
    scenario: { do: 'kill', function: id },
    on: armed,
  }));

/** Cases of the reference server: those of a real API cannot be changed. */
export const casesOfStandIn = ({ items, world }: Pick<Bridge, 'items' | 'world'>): readonly Item[] =>
  items.filter(({ feed, domain }) => feed === 'cases' && world.api.domains.includes(domain));

/** All buttons that work here. `chosen`: the case for the buttons of a case. */
export function buttonGroups(
  world: World,
  chosen: Pick<Item, 'domain' | 'id'> | null,
): readonly ButtonGroup[] {
  const groups: readonly (ButtonGroup | false)[] = [
    world.api.isStandIn && { title: 'New cases', buttons: NEW_CASES },
    world.api.isStandIn && { title: 'A case that is there', buttons: chosen ? caseButtons(chosen) : [] },
    world.api.isStandIn && { title: 'The API', buttons: apiButtons(world.api) },
    (world.slack.isStandIn || world.teams.isStandIn) && {
      title: 'The chats',
      buttons: [
        ...(world.slack.isStandIn ? [chatButton('Slack', world.slack.up)] : []),
        ...(world.teams.isStandIn ? [chatButton('Teams', world.teams.up)] : []),
      ],
    },
    { title: 'The functions', buttons: killButtons(world.functions) },
  ];
  return groups.filter((group) => group !== false);
}

export interface Trouble {
  readonly words: string;
  readonly back: ScenarioButton;
}

/** What is not normal, each with a way back. */
export function troubles({ api, slack, teams }: World): readonly Trouble[] {
  const found: Trouble[] = [];
  const add = (words: string, label: string, scenario: Scenario) =>
    found.push({ words, back: { id: `back-${words}`, label, says: '', scenario } });
  if (api.isStandIn && api.state !== 'well')
    add(
      { 'not-ready': 'The API is not ready.', slow: 'The API is slow.', failing: 'The API is failing.' }[
        api.state
      ],
      'Make it well',
      { do: 'set-api', state: 'well' },
    );
  if (slack.isStandIn && !slack.up) add('Slack is down.', 'Bring it back', { do: 'set-slack', up: true });
  if (teams.isStandIn && !teams.up) add('Teams is down.', 'Bring it back', { do: 'set-teams', up: true });
  return found;
}
