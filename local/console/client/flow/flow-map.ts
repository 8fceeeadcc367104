import { foreign, h, s, type VNode } from '../dom/node.ts';
import type { Bridge } from '../state/state.ts';
import { edgeEnds, type FlowMap } from './lay-out.ts';
import { stationElement } from './stations.ts';
import type { Travellers } from './travellers.ts';

const edgesOf = (map: FlowMap): VNode =>
  s(
    'svg',
    { class: 'edges', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    map.edges.flatMap((edge) => {
      const ends = edgeEnds(map, edge);
      if (ends === null) return [];
      const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = ends;
      return [s('path', { key: `${edge.from} ${edge.to}`, d: `M${x1} ${y1}L${x2} ${y2}` })];
    }),
  );

/** Which way each goes, half way. */
const arrowsOf = (map: FlowMap): VNode[] =>
  map.edges.flatMap((edge) => {
    const ends = edgeEnds(map, edge);
    if (ends === null) return [];
    const [a, b] = ends;
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
