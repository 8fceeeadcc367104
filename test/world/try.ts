import fc from 'fast-check';
import { history } from './history.ts';
import { playHistory } from './play.ts';
const n = Number(process.argv[2] ?? 1), seed = Number(process.argv[3] ?? 1);
const hs = fc.sample(history, { numRuns: n, seed });
const t = performance.now(); const c0 = process.cpuUsage();
const total: Record<string, number> = {}; const rules: Record<string, [number, number, string]> = {}; let index = -1;
for (const h of hs) {
  index++; const r = await playHistory(h, n === 1);
  if (n === 1) { console.log(JSON.stringify(h)); console.log(r.story.join('\n')); console.log(r.wrong); console.log(r.counts) }
  for (const [k, v] of Object.entries(r.counts)) total[k] = (total[k] ?? 0) + v;
  for (const w of r.wrong) { const k = w.split(': ')[0] as string; rules[k] ??= [0, index, `${h.capabilities} | ${w.slice(0,200)}`]; rules[k][0]++; }
}
const c = process.cpuUsage(c0); console.log((c.user + c.system) / 1000 / n, 'cpu ms each'); console.log(total, n / (performance.now() - t) * 1000, 'histories/s');

for (const [k, v] of Object.entries(rules)) console.log(v[0], k, '#', v[1], v[2]);
