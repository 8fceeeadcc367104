import { outcomeName } from '../../lib/case/outcome-words.ts';
import { spanWords } from '../frame/time-words.ts';
import { type Bar, type Figures, type Spread, totalOf } from './figures.ts';
import { OUTCOME_COLOURS } from './outcome-colours.ts';

const COLOURS = ['#2563eb', '#16a34a', '#dc2626', '#d97706', '#7c3aed', '#0891b2', '#6b7280'];
const WIDTH = 720;

const colourOf = (name: string, at: number): string | undefined =>
  Object.hasOwn(OUTCOME_COLOURS, name)
    ? OUTCOME_COLOURS[name as keyof typeof OUTCOME_COLOURS]
    : COLOURS[at % COLOURS.length];

/** Names and types come from outside: nothing in them may act as markup. */
export const html = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no page may hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const clip = (text: string, most: number): string =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;

/** Columns side by side, one for each day. */
export function columns(bars: readonly Bar[], names: readonly string[], title: string): string {
  const most = Math.max(1, ...bars.flatMap(({ parts }) => Object.values(parts)));
  const step = WIDTH / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / 10);
  const rects = bars.flatMap(({ label, parts }, n) =>
    names.map((name, part) => {
      const height = ((parts[name] ?? 0) / most) * 150;
      const width = Math.max(1, (step * 0.8) / names.length);
      return `<rect x="${(n * step + part * width).toFixed(1)}" y="${(160 - height).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${COLOURS[part]}"><title>${html(label)}: ${parts[name] ?? 0} ${html(name)}</title></rect>`;
    }),
  );
  const labels = bars.map(({ label }, n) =>
    n % every === 0 ? `<text x="${(n * step).toFixed(1)}" y="175">${html(label)}</text>` : '',
  );
  return `<svg viewBox="0 0 ${WIDTH} 180" role="img" aria-label="${html(title)}">${rects.join('')}${labels.join('')}<text x="0" y="8">${most}</text></svg>${legend(names)}`;
}

/** Bars below each other, each divided into its parts. */
export function stacked(bars: readonly Bar[], title: string): string {
  const names = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))].toSorted();
  const most = Math.max(1, ...bars.map(({ parts }) => totalOf(parts)));
  const rows = bars.map(({ label, parts }, n) => {
    let x = 200;
    const rects = names.map((name, part) => {
      const width = ((parts[name] ?? 0) / most) * (WIDTH - 250);
      const rect =
        width > 0
          ? `<rect x="${x.toFixed(1)}" y="${n * 22}" width="${width.toFixed(1)}" height="16" fill="${colourOf(name, part)}"><title>${html(label)}: ${parts[name]} ${html(outcomeName(name))}</title></rect>`
          : '';
      x += width;
      return rect;
    });
    return `<text x="0" y="${n * 22 + 12}">${html(clip(label, 30))}</text>${rects.join('')}<text x="${(x + 6).toFixed(1)}" y="${n * 22 + 12}">${totalOf(parts)}</text>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${Math.max(1, bars.length) * 22}" role="img" aria-label="${html(title)}">${rows.join('')}</svg>${names.length > 1 ? legend(names) : ''}`;
}

const legend = (names: readonly string[]): string =>
  `<p>${names.map((name, n) => `<span style="color:${colourOf(name, n)}">■</span> ${html(outcomeName(name))}`).join(' &nbsp; ')}</p>`;

const spread = (title: string, one: Spread | null): string =>
  `<tr><th>${html(title)}</th>${one ? `${[one.p50, one.p95, one.longest].map((ms) => `<td>${html(spanWords(ms))}</td>`).join('')}<td>${one.count}</td>` : '<td colspan="4">nothing to measure</td>'}</tr>`;

const section = (title: string, body: string): string => `<section><h2>${html(title)}</h2>${body}</section>`;
const nothing = '<p>Nothing in this time.</p>';

/** In the words of the command `mutes`. */
const muteTable = (mutes: Figures['mutes']): string =>
  `<table><tr><th>domain</th><th>what</th><th>hid</th><th>by</th><th>why</th></tr>${mutes.map(({ domain, what, critical, waits, hidden, by, reason }) => `<tr>${[domain, `${what}${critical ? ', including critical cases' : ''}${waits ? ', needs a second person' : ''}`, String(hidden), by, reason].map((one) => `<td>${html(clip(one, 120))}</td>`).join('')}</tr>`).join('')}</table>`;

export interface ReportHead {
  readonly bridge: string;
  readonly from: string;
  readonly to: string;
  /** Destinations that accept nothing at the moment, with the reason. */
  readonly closed: readonly string[];
  readonly open: number;
}

/** A self-contained page: no script, no picture, no address. */
export function reportPage(head: ReportHead, figures: Figures): string {
  const { perDay, outcomesByType, falsePositives, deciders, toVerdict, toHandOver, notRecorded, mutes } =
    figures;
  const lost = Object.entries(notRecorded);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(head.bridge)}: report</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:760px;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}svg{width:100%;height:auto}svg text{font-size:11px;fill:#333}h2{margin-top:2.5rem}table{border-collapse:collapse}td,th{padding:.3rem 1rem .3rem 0;text-align:left}</style></head><body>
<h1>${html(head.bridge)}</h1>
<p>From ${html(head.from)} to ${html(head.to)}: ${figures.cases} cases, ${figures.decided} verdicts recorded${lost.length > 0 ? `; not recorded: ${lost.map(([what, count]) => `${count} ${html(what)}`).join(', ')}` : ''}.</p>
${section('Volume', columns(perDay, ['cases', 'decided'], 'Cases and verdicts a day'))}
${section('Outcomes by type of threat', outcomesByType.length > 0 ? stacked(outcomesByType, 'Outcomes by type') : nothing)}
${section('Rate of false positives', falsePositives.length > 0 ? `<table><tr><th>type</th><th>no threat</th><th>of</th></tr>${falsePositives.map(({ label, rate, of }) => `<tr><td>${html(clip(label, 60))}</td><td>${Math.round(rate * 100)} %</td><td>${of}</td></tr>`).join('')}</table>` : nothing)}
${section('Who decides', deciders.length > 0 ? stacked(deciders, 'Verdicts by person') : nothing)}
${section('How long it takes', `<table><tr><th></th><th>half within</th><th>95 % within</th><th>longest</th><th>cases</th></tr>${spread('from the case to its verdict', toVerdict)}${spread('from the case to its hand-over', toHandOver)}</table>`)}
${section('What mutes hid', mutes.length > 0 ? muteTable(mutes) : nothing)}
${section('Destinations now', `<p>${head.open} open.${head.closed.length > 0 ? ` Closed: ${head.closed.map(html).join('; ')}.` : ''} The ledger does not keep when they were closed before: the log of the notifiers does.</p>`)}
</body></html>
`;
}
