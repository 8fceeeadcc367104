import type { Item, World, WorldAct } from '../../wire.ts';
import type { Bridge } from '../state/state.ts';

/** Something one can do to the world around the bridge. */
export interface Deed {
  readonly id: string;
  readonly label: string;
  /** What will happen, and what to watch. */
  readonly says: string;
  readonly act: WorldAct;
  /** It is so already. */
  readonly on?: boolean;
}

export interface DeedGroup {
  readonly title: string;
  readonly deeds: readonly Deed[];
}

const NEW_CASES: readonly Deed[] = [
  {
    id: 'one',
    label: 'Make a case',
    says: 'The next poll finds it. Watch it appear in the chat within a few seconds.',
    act: { do: 'open-cases' },
  },
  {
    id: 'severe',
    label: 'Make a severe case',
    says: 'A compromised account with critical events. Watch how its message stands out.',
    act: { do: 'open-cases', kind: 'severe', events: 4 },
  },
  {
    id: 'burst',
    label: 'Make 200 at once',
    says: 'A storm. Watch the queues fill under Flow, and the channels get a digest with the cases in its thread, as fast as Slack (one a second) and Teams (one in two) let us.',
    act: { do: 'open-cases', count: 200, events: 0 },
  },
  {
    id: 'late',
    label: 'Make a late case',
    says: 'The API lists it only 20 seconds after it was created. Watch that it is found all the same.',
    act: { do: 'open-cases', kind: 'late' },
  },
];

const caseDeeds = ({ domain, id: caseId }: Pick<Item, 'domain' | 'id'>): readonly Deed[] => [
  {
    id: 'attach',
    label: 'Attach an event',
    says: 'The case grows. Watch its message change in place, and the news in its thread.',
    act: { do: 'attach-event', domain, caseId },
  },
  {
    id: 'close',
    label: 'Close it in the platform',
    says: 'As if somebody had decided elsewhere. Watch what the message says, and press a button on it then.',
    act: { do: 'close-case', domain, caseId },
  },
];

const apiDeeds = ({ state }: World['api']): readonly Deed[] => [
  {
    id: 'api-not-ready',
    label: 'Not ready',
    says: 'It answers 423. Decide a case now: watch the verdict wait, and be recorded once the API is well. The feeds pause.',
    act: { do: 'set-api', state: 'not-ready' },
    on: state === 'not-ready',
  },
  {
    id: 'api-slow',
    label: 'Slow',
    says: 'Every answer takes seconds. Watch clicks stay quick, and verdicts arrive a little later.',
    act: { do: 'set-api', state: 'slow' },
    on: state === 'slow',
  },
  {
    id: 'api-failing',
    label: 'Failing',
    says: 'It answers 503. Decide a case now: nobody can know whether that was recorded, so it is looked up and not sent twice.',
    act: { do: 'set-api', state: 'failing' },
    on: state === 'failing',
  },
  {
    id: 'api-well',
    label: 'Well',
    says: 'It answers as it should. Watch what waited go through by itself.',
    act: { do: 'set-api', state: 'well' },
    on: state === 'well',
  },
];

/** One button that turns it over: what it does now is what it says. */
const chatDeed = (name: 'Slack' | 'Teams', up: boolean): Deed => ({
  id: `turn-${name.toLowerCase()}`,
  label: up ? `Take ${name} down` : `Bring ${name} back`,
  says: up
    ? `Everything it is asked fails. Make a few cases then: watch them wait in the ${name.toLowerCase()} queue under Flow.`
    : 'It is down. What waits arrives by itself once it is back.',
  act: { do: name === 'Slack' ? 'set-slack' : 'set-teams', up: !up },
});

const KILLED: Readonly<Record<string, string>> = {
  poll: 'The next poll reads the same page again: nothing is lost, nothing is posted twice.',
  'notify-slack': 'What it had in hand comes back to the queue after some minutes, and is posted once.',
  'notify-teams':
    'What it had in hand comes back after some minutes. Teams cannot be asked what is there, so a card may come twice.',
  action: 'A click in that moment is told that it did not work, and can be made again.',
  verdict: 'The verdict comes back to the queue after some minutes, and is recorded once.',
};

const killDeeds = (functions: World['functions']): readonly Deed[] =>
  functions.map(({ id, armed }) => ({
    id: `kill-${id}`,
    label: `Kill ${id}`,
    says: armed
      ? 'It will be killed in the middle of its next run.'
      : (KILLED[id] ?? 'What it did is done again.'),
    act: { do: 'kill', function: id },
    on: armed,
  }));

/** Cases to which something can be done: nothing is played in a real API. */
export const playableCases = ({ items, world }: Pick<Bridge, 'items' | 'world'>): readonly Item[] =>
  items.filter(({ feed, domain }) => feed === 'cases' && world.api.domains.includes(domain));

/** All that can be played here, by what it does. `chosen` is the case to do something to. */
export function deedGroups(world: World, chosen: Pick<Item, 'domain' | 'id'> | null): readonly DeedGroup[] {
  const groups: readonly (DeedGroup | false)[] = [
    world.api.played && { title: 'New cases', deeds: NEW_CASES },
    world.api.played && { title: 'A case that is there', deeds: chosen ? caseDeeds(chosen) : [] },
    world.api.played && { title: 'The API', deeds: apiDeeds(world.api) },
    (world.slack.played || world.teams.played) && {
      title: 'The chats',
      deeds: [
        ...(world.slack.played ? [chatDeed('Slack', world.slack.up)] : []),
        ...(world.teams.played ? [chatDeed('Teams', world.teams.up)] : []),
      ],
    },
    { title: 'The functions', deeds: killDeeds(world.functions) },
  ];
  return groups.filter((group) => group !== false);
}

export interface Trouble {
  readonly words: string;
  readonly back: Deed;
}

/** What is not as it should be, each with the way back. */
export function troubles({ api, slack, teams }: World): readonly Trouble[] {
  const found: Trouble[] = [];
  const add = (words: string, label: string, act: WorldAct) =>
    found.push({ words, back: { id: `back-${words}`, label, says: '', act } });
  if (api.played && api.state !== 'well')
    add(
      { 'not-ready': 'The API is not ready.', slow: 'The API is slow.', failing: 'The API is failing.' }[
        api.state
      ],
      'Make it well',
      { do: 'set-api', state: 'well' },
    );
  if (slack.played && !slack.up) add('Slack is down.', 'Bring it back', { do: 'set-slack', up: true });
  if (teams.played && !teams.up) add('Teams is down.', 'Bring it back', { do: 'set-teams', up: true });
  return found;
}
