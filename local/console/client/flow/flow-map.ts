import { foreign, h, s, type VNode } from '../dom/node.ts';
import type { Bridge } from '../state/state.ts';
import { edgeBends, type FlowMap } from './lay-out.ts';
import { stationElement } from './stations.ts';
import type { Travellers } from './travellers.ts';

const edgesOf = (map: FlowMap): VNode =>
  s(
    'svg',
    { class: 'edges', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    map.edges.map((edge) => {
      const bends = edgeBends(map, edge).map(({ x, y }) => `${x} ${y}`);
      return s('path', { key: `${edge.from} ${edge.to}`, d: `M${bends.join('L')}` });
    }),
  );

/** Which way each goes, half way. */
const arrowsOf = (map: FlowMap): VNode[] =>
  map.edges.flatMap((edge) => {
    const bends = edgeBends(map, edge);
    const [a, b] = bends.slice(bends.length / 2 - 1);
    if (a === undefined || b === undefined) return [];
    const way = Math.abs(b.x - a.x) < 1 ? 'down' : b.x > a.x ? 'right' : 'left';
    const vars = { '--x': `${(a.x + b.x) / 2}%`, '--y': `${(a.y + b.y) / 2}%` };
    return [h('span', { key: `${edge.from} ${edge.to}`, class: `arrow ${way}`, vars })];
  });

export const flowMap = (map: FlowMap, bridge: Bridge, travellers: Travellers): VNode =>
  h(
    'div',
    { class: 'map', vars: { '--columns': map.columns, '--map-rows': map.rows } },
    edgesOf(map),
    h('div', { class: 'arrows', 'aria-hidden': 'true' }, arrowsOf(map)),
    h(
      'ol',
      { class: 'stations', 'aria-label': 'The path of an item' },
      map.stations.map((station) => stationElement(station, bridge)),
    ),
    foreign(
      { class: 'travellers', 'aria-hidden': 'true' },
      { version: 'travellers', mount: travellers.mount },
    ),
  );
