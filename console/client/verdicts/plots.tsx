import type { Summary } from '../../verdicts/summarize.ts';
import type { VerdictRow } from '../../wire.ts';
import { counted, readable } from '../words/amount.ts';
import { OutcomeMark, outcomeClass } from '../words/outcome.tsx';
import { barsIn, histogram, type Stack, stacks } from './plot-shapes.ts';

const BOX = { width: 360, height: 110 };
/** Space above the bars for their numbers, and below for their labels. */
const HEAD = 16;
const FOOT = 20;
const GROUND = BOX.height + HEAD;

const Nothing = () => <p class="soft">The platform has recorded nothing yet.</p>;

export function TimesPlot({ rows }: { readonly rows: readonly VerdictRow[] }) {
  const bins = histogram(rows.flatMap(({ toVerdictMs }) => toVerdictMs ?? []));
  if (bins.length === 0) return <Nothing />;
  const words = bins.map(({ label, count }) => `${count} up to ${label}`).join(', ');
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${BOX.width} ${GROUND + FOOT}`}
      role="img"
      aria-label={`Time to verdict: ${words}`}
    >
      <line class="axis" x1={0} x2={BOX.width} y1={GROUND} y2={GROUND} />
      {barsIn(bins, BOX).map(({ label, count, x, y, width, height }) => (
        <g key={label}>
          <rect class="bar" x={x} y={y + HEAD} width={width} height={height} rx={3} />
          {count > 0 && (
            <text x={x + width / 2} y={y + HEAD - 4}>
              {count}
            </text>
          )}
          <text class="soft" x={x + width / 2} y={GROUND + 15}>
            {label === 'more' ? label : `≤ ${label}`}
          </text>
        </g>
      ))}
    </svg>
  );
}

function StackRow({ threatType, total, parts }: Stack) {
  const counts = parts.map(({ outcome, count }) => `${count} ${readable(outcome).toLowerCase()}`);
  return (
    <li>
      <span class="stack-name">{readable(threatType)}</span>
      <svg
        class="stack-bar"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${readable(threatType)}: ${counts.join(', ')}`}
      >
        {parts.map(({ outcome, x, width }) => (
          <rect key={outcome} class={outcomeClass(outcome)} x={x} y={0} width={width} height={10} />
        ))}
      </svg>
      <span class="soft">{total}</span>
    </li>
  );
}

export function OutcomesPlot({ byThreatType }: Summary) {
  const rows = stacks(byThreatType);
  if (rows.length === 0) return <Nothing />;
  const outcomes = [...new Set(rows.flatMap(({ parts }) => parts.map(({ outcome }) => outcome)))].sort();
  const left = byThreatType.length - rows.length;
  return (
    <div>
      <ul class="stacks">
        {rows.map((row) => (
          <StackRow key={row.threatType} {...row} />
        ))}
      </ul>
      <p class="legend">
        {outcomes.map((outcome) => (
          <OutcomeMark key={outcome} outcome={outcome} />
        ))}
      </p>
      {left > 0 && <p class="soft">{`and ${counted(left, 'more type')}`}</p>}
    </div>
  );
}
