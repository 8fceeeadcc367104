import type { Bridge } from '../state/state.ts';
import { edgeBends, layOut, type Station } from './lay-out.ts';
import type { MovingDots } from './moving-dots.ts';
import { readStation } from './read-station.ts';

function StationBox({ station, bridge }: { readonly station: Station; readonly bridge: Bridge }) {
  const { mood, main, more } = readStation(station, bridge);
  const { kind, name, column, row, rows } = station;
  const fork = kind === 'queue' && column === 2 && row > 0;
  return (
    <li
      class={`station is-${kind} ${mood}${rows > 1 ? ' tall' : ''}${fork ? ' fork' : ''}`}
      style={{ '--column': column + 1, '--row': row + 1, '--rows': rows }}
    >
      <div class="station-box">
        <span class="station-name">{name}</span>
        <strong>{main}</strong>
        {/* On one line, so that nothing below moves if there is more to say. */}
        <span class="soft">{more.join(' · ')}</span>
      </div>
    </li>
  );
}

export function FlowMap({ bridge, dots }: { readonly bridge: Bridge; readonly dots: MovingDots }) {
  const map = layOut(bridge.flow);
  const edges = map.edges.map((edge) => ({ key: `${edge.from} ${edge.to}`, bends: edgeBends(map, edge) }));
  return (
    <div class="map" style={{ '--columns': map.columns, '--map-rows': map.rows }}>
      <svg class="edges" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {edges.map(({ key, bends }) => (
          <path key={key} d={`M${bends.map(({ x, y }) => `${x} ${y}`).join('L')}`} />
        ))}
      </svg>
      {/* In the middle of each edge, its direction. */}
      <div class="arrows" aria-hidden="true">
        {edges.map(({ key, bends }) => {
          const [a, b] = bends.slice(bends.length / 2 - 1);
          if (a === undefined || b === undefined) return null;
          const way = Math.abs(b.x - a.x) < 1 ? 'down' : b.x > a.x ? 'right' : 'left';
          const middle = { '--x': `${(a.x + b.x) / 2}%`, '--y': `${(a.y + b.y) / 2}%` };
          return <span key={key} class={`arrow ${way}`} style={middle} />;
        })}
      </div>
      <ol class="stations" aria-label="The path of an item">
        {map.stations.map((station) => (
          <StationBox key={station.id} station={station} bridge={bridge} />
        ))}
      </ol>
      <div class="moving-dots" aria-hidden="true" ref={dots.attach} />
    </div>
  );
}
