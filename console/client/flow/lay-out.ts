import type { Flow, QueueState } from '../../wire.ts';

export type StationKind = 'api' | 'function' | 'queue' | 'chat' | 'endpoints';

/** Where a station stands, in columns from the left and rows from the top. */
export interface Station {
  readonly id: string;
  readonly kind: StationKind;
  readonly name: string;
  readonly column: number;
  readonly row: number;
  readonly rows: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface FlowMap {
  readonly columns: number;
  readonly rows: number;
  /** In the order in which an item passes through them. */
  readonly stations: readonly Station[];
  readonly edges: readonly Edge[];
}

const COLUMNS = 5;
/** The function that sends to webhooks, and to the user's own queues and buses. */
const ENDPOINT_TELLER = 'notify-webhook';
const CHATS: Readonly<Record<string, string>> = { slack: 'Slack', teams: 'Teams' };

export const queueStation = (id: string): string => `queue/${id}`;
export const functionStation = (id: string): string => `function/${id}`;
export const chatStation = (id: string): string => `chat/${id}`;
export const API = 'api';

const station = (
  kind: StationKind,
  id: string,
  name: string,
  column: number,
  row: number,
  rows = 1,
): Station => ({
  id,
  kind,
  name,
  column,
  row,
  rows,
});

/**
 * The path of an item as a loop: out to the chats on the upper rows, one for each queue, and back to the API on the
 * lowest with the decision.
 */
export function layOut({ queues }: Pick<Flow, 'queues'>): FlowMap {
  const lanes = queues.filter(({ id, consumer }) => id !== 'verdict' && consumer !== 'poll');
  const back = lanes.length;
  const rows = back + 1;
  const out = lanes.map((queue, row) => laneOf(queue, row));
  const poll = functionStation('poll');
  const action = functionStation('action');
  const verdict = functionStation('verdict');
  return {
    columns: COLUMNS,
    rows,
    stations: [
      station('api', API, 'Security Posture API', 0, 0, rows),
      station('function', poll, 'poll', 1, 0, Math.max(1, back)),
      ...out.flatMap((lane) => lane.stations),
      station('function', action, 'action', 4, back),
      station('queue', queueStation('verdict'), 'verdict queue', 3, back),
      station('function', verdict, 'verdict', 2, back),
    ],
    edges: [
      { from: API, to: poll },
      ...out.flatMap((lane) => [{ from: poll, to: lane.stations[0]?.id ?? poll }, ...lane.edges]),
      ...out.flatMap((lane) => lane.chat ?? []).map((from) => ({ from, to: action })),
      { from: action, to: queueStation('verdict') },
      { from: queueStation('verdict'), to: verdict },
      { from: verdict, to: API },
    ],
  };
}

function laneOf({ id, consumer }: QueueState, row: number) {
  const chatName = CHATS[id];
  const stations = [
    station('queue', queueStation(id), `${id} queue`, 2, row),
    ...(consumer === null ? [] : [station('function', functionStation(consumer), consumer, 3, row)]),
    ...(chatName === undefined ? [] : [station('chat', chatStation(id), chatName, 4, row)]),
    ...(consumer === ENDPOINT_TELLER ? [station('endpoints', 'endpoints', 'Endpoints', 4, row)] : []),
  ];
  const edges = stations.slice(1).map((to, at) => ({ from: stations[at]?.id ?? to.id, to: to.id }));
  return { stations, edges, chat: chatName === undefined ? undefined : chatStation(id) };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The centre of a station, in hundredths of the map. */
export const middleOf = ({ columns, rows }: FlowMap, station: Station): Point => ({
  x: ((station.column + 0.5) / columns) * 100,
  y: ((station.row + station.rows / 2) / rows) * 100,
});

/** Right of the last column: the way around the stations in between. */
const AROUND = 99.3;

/** From bend to bend. Straight where possible: an edge meets a tall station at the height of the other one. */
export function edgeBends(map: FlowMap, { from, to }: Edge): readonly Point[] {
  const a = map.stations.find(({ id }) => id === from);
  const b = map.stations.find(({ id }) => id === to);
  if (a === undefined || b === undefined) return [];
  const [start, end] = [middleOf(map, a), middleOf(map, b)];
  if (a.column === b.column && b.row - a.row > 1)
    return [start, { x: AROUND, y: start.y }, { x: AROUND, y: end.y }, end];
  if (a.rows > b.rows) return [{ x: start.x, y: end.y }, end];
  if (b.rows > a.rows) return [start, { x: end.x, y: start.y }];
  return [start, end];
}

/** All bends on the way through these stations. */
export const bendsOf = (map: FlowMap, way: readonly string[]): readonly Point[] =>
  way.slice(1).flatMap((to, at) => edgeBends(map, { from: way[at] ?? to, to }));
