/**
 * `npm run bench -- flood`: how long genuine clicks wait for their answer while strangers send unsigned requests, in the local
 * gateway with the limits of the template. Everything runs on this machine. Figures, not assertions: machines differ.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import type { FloodOptions } from '../support/flood/flood.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

const HELP = `Usage: npm run bench -- flood [flags]

  --rate N      requests of strangers a second (500)
  --seconds N   how long they come (15)
  --json        one line of JSON for each scene
`;

const { values } = commandFlags(HELP, {
  rate: { type: 'string', default: '500' },
  seconds: { type: 'string', default: '15' },
  json: { type: 'boolean', default: false },
});

// Loaded only now: with --help nobody waits for it.
const { flood, startFloodWorld } = await import('../support/flood/flood.ts');
const [perSecond, seconds] = [Number(values.rate), Number(values.seconds)];
if (!(perSecond > 0 && seconds > 0)) wrongFlags(HELP, '--rate and --seconds are numbers above 0.');

const SCENES: readonly (FloodOptions & { readonly title: string })[] = [
  { title: 'nobody else', to: 'unknown paths', perSecond: 1, seconds: 5 },
  { title: 'strangers on unknown paths', to: 'unknown paths', perSecond, seconds },
  { title: 'strangers on the true path', to: 'true path', perSecond, seconds },
];

const world = await startFloodWorld();
try {
  for (const { title, ...options } of SCENES) {
    const { clicks, strangers, ...counts } = await flood(world, options);
    const times = clicks.map(({ ms }) => ms);
    reportFigure({
      what: `click, ${title}`,
      to: 'the 3 s of Slack',
      ratios: times.map((one) => one / 3_000),
    });
    const figures = {
      title,
      requestsPerSecond: Math.round(strangers.sent / strangers.lastedSeconds),
      clicks: clicks.length,
      answered: clicks.filter(({ status }) => status === 200).length,
      p50Ms: Math.round(percentile(times, 0.5) ?? 0),
      maxMs: Math.round(percentile(times, 1) ?? 0),
      strangers: strangers.counts,
      ...counts,
    };
    console.log(values.json ? JSON.stringify(figures) : figures);
  }
} finally {
  await world.close();
}
process.exit(0);
