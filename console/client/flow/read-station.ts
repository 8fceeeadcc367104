import type { Bridge } from '../state/state.ts';
import { amount, counted } from '../words/amount.ts';
import type { Station } from './lay-out.ts';

export type Mood = 'calm' | 'busy' | 'bad';

export interface Reading {
  readonly mood: Mood;
  /** The most important thing. */
  readonly main: string;
  readonly more: readonly string[];
}

const API_WORDS = { well: 'Well', 'not-ready': 'Not ready', slow: 'Slow', failing: 'Failing' } as const;

function readApi({ world, about }: Bridge): Reading {
  const { isStandIn, domains, state } = world.api;
  const real = about.domains.filter((domain) => !domains.includes(domain));
  if (!isStandIn) return { mood: 'calm', main: 'The real one', more: [] };
  return {
    mood: state === 'well' ? 'calm' : 'bad',
    main: API_WORDS[state],
    more: ['reference server', ...(real.length > 0 ? [`the real one for ${real.join(', ')}`] : [])],
  };
}

function readQueue({ flow }: Bridge, id: string): Reading {
  const queue = flow.queues.find((one) => one.id === id);
  if (queue === undefined) return { mood: 'calm', main: 'Not used', more: [] };
  const { waiting, inFlight, delayed, dead } = queue;
  const held: readonly string[] = [
    ...(waiting > 0 ? [`${amount(waiting)} waiting`] : []),
    ...(inFlight > 0 ? [`${amount(inFlight)} in flight`] : []),
    ...(delayed > 0 ? [`${amount(delayed)} delayed`] : []),
  ];
  const [main = 'Empty', ...others] = held;
  return {
    mood: dead > 0 ? 'bad' : held.length > 0 ? 'busy' : 'calm',
    main,
    more: [...others, dead > 0 ? `${amount(dead)} in the DLQ` : 'DLQ empty'],
  };
}

function readFunction({ flow, world }: Bridge, id: string): Reading {
  const one = flow.functions.find((each) => each.id === id);
  const armed = world.functions.some((each) => each.id === id && each.armed);
  if (one === undefined) return { mood: 'calm', main: 'Not used', more: [] };
  if (one.counts === null) return { mood: 'calm', main: 'Deployed', more: [] };
  const { invocations, errors, busy } = one.counts;
  return {
    mood: armed ? 'bad' : busy > 0 ? 'busy' : 'calm',
    main: armed ? 'Will be killed' : busy > 0 ? 'Running' : 'Idle',
    more: [counted(invocations, 'run'), ...(errors > 0 ? [counted(errors, 'error')] : [])],
  };
}

function readChat(bridge: Bridge, app: 'slack' | 'teams'): Reading {
  const { isStandIn, up } = bridge.world[app];
  const total = bridge[app].rooms.reduce((sum, room) => sum + room.total, 0);
  const closed = bridge.flow.closed.filter(({ chat }) => chat === app);
  const more = closed.map(({ destination, reason }) => `${destination}: ${reason}`);
  const counts = isStandIn ? [counted(total, 'message')] : [];
  if (isStandIn && !up) return { mood: 'bad', main: 'Down', more: counts };
  if (closed.length > 0)
    return { mood: 'bad', main: `${counted(closed.length, 'channel')} closed`, more: [...more, ...counts] };
  return isStandIn
    ? { mood: 'calm', main: 'Up', more: counts }
    : { mood: 'calm', main: bridge.about.pages.includes('chat') ? 'Not shown here' : 'Open', more: [] };
}

function readEndpoints({ flow: { endpoints } }: Bridge): Reading {
  const closed = endpoints.filter((one) => one.closed !== null);
  const waiting = endpoints.reduce((sum, one) => sum + one.waiting, 0);
  return {
    mood: closed.length > 0 ? 'bad' : 'calm',
    main: closed.length > 0 ? `${amount(closed.length)} of ${amount(endpoints.length)} closed` : 'Open',
    more: [
      ...closed.map(({ destination, closed: why }) => `${destination}: ${why?.reason}`),
      counted(endpoints.length, 'endpoint'),
      ...(waiting > 0 ? [`${amount(waiting)} waiting`] : []),
    ],
  };
}

export function readStation({ id, kind }: Station, bridge: Bridge): Reading {
  const name = id.slice(id.indexOf('/') + 1);
  if (kind === 'api') return readApi(bridge);
  if (kind === 'queue') return readQueue(bridge, name);
  if (kind === 'endpoints') return readEndpoints(bridge);
  return kind === 'chat'
    ? readChat(bridge, name === 'teams' ? 'teams' : 'slack')
    : readFunction(bridge, name);
}
