import { describe, expect, it } from 'vitest';
import { bendsOf, edgeBends, layOut } from '../../../console/client/flow/lay-out.ts';
import { movesBetween } from '../../../console/client/flow/moves.ts';
import { readStation } from '../../../console/client/flow/read-station.ts';
import { changeBridge } from '../../../console/client/state/change-bridge.ts';
import type { EndpointState } from '../../../console/wire.ts';
import { BRIDGE, item, message } from './bridge.ts';

const atMs = 2_000_000;
const map = layOut(BRIDGE.flow);
const stationOf = (id: string) => {
  const station = map.stations.find((one) => one.id === id);
  if (station === undefined) throw new Error(`no station ${id}`);
  return station;
};

describe('layOut', () => {
  it('has a row for each chat and one for the way back', () => {
    expect(map.rows).toBe(3);
    expect(stationOf('queue/teams').row).toBe(1);
    expect(stationOf('queue/verdict').row).toBe(2);
  });

  it('puts no two stations in one place', () => {
    const places = map.stations.flatMap(({ column, row, rows }) =>
      Array.from({ length: rows }, (_, at) => `${column}/${row + at}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('leads from the API through every station and back to it', () => {
    const reached = new Set(['api']);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const { from, to } of map.edges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual(map.stations.map(({ id }) => id).sort());
    expect(map.edges.at(-1)).toEqual({ from: 'function/verdict', to: 'api' });
  });

  it('ends the row of a queue of their own at that queue', () => {
    const own = { id: 'siem', consumer: null, waiting: 0, inFlight: 0, delayed: 0, dead: 0 };
    const ids = layOut({ queues: [own] }).stations.map(({ id }) => id);
    expect(ids).toEqual([
      'api',
      'function/poll',
      'queue/siem',
      'function/action',
      'queue/verdict',
      'function/verdict',
    ]);
  });

  it('ends the row of endpoints at them, whatever their number', () => {
    const queue = { id: 'webhook', consumer: 'notify-webhook', waiting: 0, inFlight: 0, delayed: 0, dead: 0 };
    const { edges, stations } = layOut({ queues: [...BRIDGE.flow.queues, queue] });
    const at = stations.findLast(({ kind }) => kind === 'endpoints');
    expect(edges).toContainEqual({ from: 'function/notify-webhook', to: 'endpoints' });
    const open = { kind: 'webhook', closed: null, waiting: 0, givenUp: 0, told: [] } as const;
    const endpoints = ['soar', 'siem'].map((destination) => ({ ...open, destination }));
    if (!at) throw new Error('no endpoints');
    const reading = (all: readonly EndpointState[]) =>
      readStation(at, { ...BRIDGE, flow: { ...BRIDGE.flow, endpoints: all } });
    expect(reading(endpoints)).toEqual({ mood: 'calm', main: 'Open', more: ['2 endpoints'] });
    const shut = { ...open, destination: 'soar', closed: { reason: 'It is gone.', sinceMs: 1 }, waiting: 3 };
    expect(reading([shut, ...endpoints.slice(1)])).toEqual({
      mood: 'bad',
      main: '1 of 2 closed',
      more: ['soar: It is gone.', '2 endpoints', '3 waiting'],
    });
  });

  it('draws straight lines, also from what stands tall', () => {
    for (const edge of map.edges) {
      const bends = edgeBends(map, edge);
      for (const [at, b] of bends.slice(1).entries()) {
        const a = bends[at];
        expect(a?.x === b.x || a?.y === b.y, `${edge.from} to ${edge.to}`).toBe(true);
      }
    }
  });

  it('leads from every chat to the clicks, around what is between', () => {
    const toClicks = map.edges.filter(({ to }) => to === 'function/action');
    expect(toClicks.map(({ from }) => from)).toEqual(['chat/slack', 'chat/teams']);
    expect(toClicks.map((edge) => edgeBends(map, edge).length)).toEqual([4, 2]);
  });

  it('knows no bends of a way through what is not there', () => {
    expect(bendsOf(map, ['api', 'queue/nowhere'])).toEqual([]);
  });
});

describe('movesBetween', () => {
  const waysOf = (...args: Parameters<typeof movesBetween>) =>
    movesBetween(...args).map(({ way, count }) => `${count} ${way[0]} to ${way.at(-1)}`);

  it('sees items found and messages posted, counted by their way', () => {
    const after = changeBridge(BRIDGE, {
      atMs,
      items: [item('a', 'queued'), item('b', 'queued')],
      slack: { messages: [message('1')] },
    });
    expect(waysOf(BRIDGE, after)).toEqual(['2 api to function/poll', '1 function/poll to chat/slack']);
  });

  it('sees a decision go to the verdict function, and its record to the API', () => {
    const shown = changeBridge(BRIDGE, { atMs, items: [item('a', 'shown')] });
    const waiting = changeBridge(shown, { atMs, items: [item('a', 'waiting')] });
    const posting = changeBridge(waiting, { atMs, items: [item('a', 'posting')] });
    const recorded = changeBridge(posting, { atMs, items: [item('a', 'recorded')] });
    expect(waysOf(shown, waiting)).toEqual(['1 function/action to function/verdict']);
    expect(waysOf(waiting, posting)).toEqual([]);
    expect(waysOf(posting, recorded)).toEqual(['1 function/verdict to api']);
    // In one chat, and still on its way to the other.
    const queued = changeBridge(BRIDGE, { atMs, items: [item('a', 'queued')] });
    expect(waysOf(queued, recorded)).toEqual(waysOf(shown, recorded));
    expect(waysOf(shown, recorded)).toEqual([
      '1 function/action to function/verdict',
      '1 function/verdict to api',
    ]);
  });

  it('sees nothing where nothing moved', () => {
    expect(movesBetween(BRIDGE, changeBridge(BRIDGE, { atMs, activity: [] }))).toEqual([]);
  });
});

describe('readStation', () => {
  const withQueue = (id: string, more: object) => ({
    ...BRIDGE,
    flow: {
      ...BRIDGE.flow,
      queues: BRIDGE.flow.queues.map((queue) => (queue.id === id ? { ...queue, ...more } : queue)),
    },
  });

  it('is bad once something is in the dead-letter queue', () => {
    const closed = [{ destination: 'soc', chat: 'slack', reason: 'not_in_channel', sinceMs: 1 }];
    expect(readStation(stationOf('chat/slack'), { ...BRIDGE, flow: { ...BRIDGE.flow, closed } })).toEqual({
      mood: 'bad',
      main: '1 channel closed',
      more: ['soc: not_in_channel', '0 messages'],
    });
    expect(readStation(stationOf('queue/slack'), withQueue('slack', { dead: 2 }))).toEqual({
      mood: 'bad',
      main: 'Empty',
      more: ['2 in the DLQ'],
    });
  });

  it('says for which domains the API is the real one', () => {
    const mixed = { ...BRIDGE, about: { ...BRIDGE.about, domains: ['acme', 'globex'] } };
    expect(readStation(stationOf('api'), BRIDGE).more).toEqual(['reference server']);
    expect(readStation(stationOf('api'), mixed).more).toEqual([
      'reference server',
      'the real one for globex',
    ]);
  });

  it('says what waits', () => {
    const read = readStation(stationOf('queue/teams'), withQueue('teams', { waiting: 1_200, inFlight: 1 }));
    expect(read).toEqual({ mood: 'busy', main: '1,200 waiting', more: ['1 in flight', 'DLQ empty'] });
  });
});
