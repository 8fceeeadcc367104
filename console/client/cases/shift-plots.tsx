import type { ShiftFigures } from '../../wire.ts';
import { Panel } from '../shell/building-blocks.tsx';
import { saySpan } from '../words/moment.ts';

const BOX = { width: 360, height: 80 };
const HEAD = 14;
const FOOT = 16;
const GROUND = HEAD + BOX.height;
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'unrated'] as const;

const totalOf = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, count) => sum + count, 0);

/** A column for each age, divided by severity: the worst at the ground. */
export function AgePlot({ byAge }: Pick<ShiftFigures, 'byAge'>) {
  const most = Math.max(1, ...byAge.map(({ severities }) => totalOf(severities)));
  const slot = BOX.width / byAge.length;
  const words = byAge.map(({ label, severities }) => `${totalOf(severities)} up to ${label}`).join(', ');
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${BOX.width} ${GROUND + FOOT}`}
      role="img"
      aria-label={`Open cases by how long they have waited: ${words}`}
    >
      <line class="axis" x1={0} x2={BOX.width} y1={GROUND} y2={GROUND} />
      {byAge.map(({ label, severities }, at) => {
        let y = GROUND;
        const x = at * slot + slot * 0.15;
        const total = totalOf(severities);
        return (
          <g key={label}>
            {SEVERITIES.map((name) => {
              const height = ((severities[name] ?? 0) / most) * BOX.height;
              y -= height;
              return (
                <rect key={name} class={`fill-${name}`} x={x} y={y} width={slot * 0.7} height={height} />
              );
            })}
            {total > 0 && (
              <text x={x + slot * 0.35} y={y - 3}>
                {total}
              </text>
            )}
            <text class="soft" x={x + slot * 0.35} y={GROUND + 12}>
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const hourOf = (atMs: number): string => String(new Date(atMs).getHours()).padStart(2, '0');

/** Two bars for each hour. */
export function HoursPlot({ hours }: Pick<ShiftFigures, 'hours'>) {
  const most = Math.max(1, ...hours.flatMap(({ arrived, decided }) => [arrived, decided]));
  const slot = BOX.width / Math.max(1, hours.length);
  const sum = (key: 'arrived' | 'decided') => hours.reduce((all, hour) => all + hour[key], 0);
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${BOX.width} ${GROUND + FOOT}`}
      role="img"
      aria-label={`In the last day ${sum('arrived')} cases arrived and ${sum('decided')} were decided`}
    >
      <line class="axis" x1={0} x2={BOX.width} y1={GROUND} y2={GROUND} />
      <text class="soft" x={BOX.width - 12} y={10}>{`≤ ${most}`}</text>
      {hours.map(({ atMs, arrived, decided }, at) => (
        <g key={atMs}>
          {([arrived, decided] as const).map((count, part) => {
            const height = (count / most) * BOX.height;
            return (
              <rect
                key={part === 0 ? 'arrived' : 'decided'}
                class={part === 0 ? 'fill-arrived' : 'fill-decided'}
                x={at * slot + slot * (0.1 + 0.4 * part)}
                y={GROUND - height}
                width={slot * 0.38}
                height={height}
              />
            );
          })}
          {at % 6 === 0 && (
            <text class="soft" x={at * slot + slot / 2} y={GROUND + 12}>
              {hourOf(atMs)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

const Legend = ({ names }: { readonly names: readonly string[] }) => (
  <p class="legend">
    {names.map((name) => (
      <span key={name} class="marked">
        <i class={`fill-${name}`} aria-hidden="true" />
        {name}
      </span>
    ))}
  </p>
);

export const ShiftPlots = ({ figures }: { readonly figures: ShiftFigures }) => (
  <div class="shift-figures">
    <Panel title="Open, by age and severity">
      <AgePlot {...figures} />
      <Legend names={SEVERITIES} />
    </Panel>
    <Panel title="Arrivals against decisions" note="the last day, by the hour">
      <HoursPlot {...figures} />
      <Legend names={['arrived', 'decided']} />
    </Panel>
    <Panel title="Median time to decide" note="from the case to the record, the last day">
      <p class="big">{figures.medianMs === null ? '–' : saySpan(figures.medianMs)}</p>
    </Panel>
  </div>
);
