import type { Health, HealthSample } from '../../wire.ts';
import { Panel } from '../shell/building-blocks.tsx';
import { amount } from '../words/amount.ts';
import { clock, saySpan } from '../words/moment.ts';

const BOX = { width: 360, height: 70 };
const HEAD = 14;
const GROUND = HEAD + BOX.height;
const FOOT = 16;

type Figure = Exclude<keyof HealthSample, 'atMs'>;
interface PlotProps {
  readonly title: string;
  readonly samples: readonly HealthSample[];
  readonly figure: Figure;
  readonly say: (value: number) => string;
}

/** The corners of a line from the left to the right, by time; its highest value touches the top. */
export function lineOf(
  samples: readonly HealthSample[],
  figure: Figure,
): readonly (readonly [number, number])[] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  const most = Math.max(1, ...samples.map((one) => one[figure]));
  return samples.map((one) => [
    last === first ? BOX.width : ((one.atMs - first) / (last - first)) * BOX.width,
    GROUND - (one[figure] / most) * BOX.height,
  ]);
}

function Plot({ title, samples, figure, say }: PlotProps) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...samples.map((one) => one[figure]));
  const line = lineOf(samples, figure);
  const corners = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const words = `${say(last[figure])} now, ${say(most)} at most`;
  return (
    <Panel title={title}>
      <p>{words}</p>
      <svg
        class="plot"
        viewBox={`0 0 ${BOX.width} ${GROUND + FOOT}`}
        role="img"
        aria-label={`${title} since ${clock(first.atMs)}: ${words}`}
      >
        <polygon class="area" points={`${line[0]?.[0] ?? 0},${GROUND} ${corners} ${BOX.width},${GROUND}`} />
        <polyline class="line" points={corners} />
        <line class="axis" x1={0} x2={BOX.width} y1={GROUND} y2={GROUND} />
        <text class="soft from" x={0} y={GROUND + 12}>
          {clock(first.atMs)}
        </text>
        <text class="soft to" x={BOX.width} y={GROUND + 12}>
          {clock(last.atMs)}
        </text>
      </svg>
    </Panel>
  );
}

/** Lag, waiting and errors over time: what this console saw, while one of its pages was open. */
export const HealthPlots = ({ samples, errorsAre }: Health) => (
  <section class="health-plots" aria-label="Over time">
    <h3>
      Over time<small>The last hour, as this console saw it while a page was open</small>
    </h3>
    <div class="health-panels">
      <Plot title="Lag of the feeds" samples={samples} figure="lagMs" say={saySpan} />
      <Plot title="Waiting to be shown, told or recorded" samples={samples} figure="waiting" say={amount} />
      <Plot title={`Errors: ${errorsAre}`} samples={samples} figure="errors" say={amount} />
    </div>
  </section>
);
