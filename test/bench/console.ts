/**
 * `npm run bench -- console --minutes 10`: the console's page left open while 5 cases a second arrive. Whether it stays
 * responsive, and flat in memory. Figures, not assertions: machines differ. The memory of processes is for Linux only.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { Stage } from '../support/browser/stage.ts';
import { readPage, watchLongTasks } from './console-page.ts';
import { type Reading, report } from './console-report.ts';
import { residentMb } from './console-resident.ts';
import { type Pressed, pressTabs, tellTabs } from './console-tabs.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

const CASES_A_SECOND = 5;
const UNDO_SECONDS = 10;
/** Within this, people feel that the page answered at once. */
const TAB_MS = 100;
const STORM = 200;
/** Longer than the chats need for a digest and its thread. */
const STORM_MS = 150_000;

const HELP = `Usage: npm run bench -- console [flags]

  --minutes N   how long the page stays open (10)
  --storm       instead, 200 cases at once, and the tabs are pressed for as long as they arrive
`;

const { values } = commandFlags(HELP, {
  minutes: { type: 'string', default: '10' },
  storm: { type: 'boolean', default: false },
});
const minutes = Number(values.minutes);
if (!Number.isInteger(minutes) || minutes < 1)
  wrongFlags(HELP, `--minutes is a whole number from 1, not "${values.minutes}".`);
const browser = await openBrowser();
if (typeof browser === 'string') {
  console.error(`There is nothing to measure without a browser. ${browser}`);
  process.exit(1);
}
const stage = await Stage.open(browser, UNDO_SECONDS);
try {
  await (values.storm ? measureStorm() : measure());
} finally {
  await stage.stop();
  await browser.close();
}

async function measure(): Promise<void> {
  const { page, bridge } = stage;
  const cdp = await page.context().newCDPSession(page);
  await watchLongTasks(page);
  await stage.load();
  let made = 0;
  let refused = 0;
  const arriving = setInterval(() => {
    made += CASES_A_SECOND;
    bridge.act({ do: 'open-cases', count: CASES_A_SECOND, events: 0 }).catch(() => {
      refused += CASES_A_SECOND;
    });
  }, 1_000);
  const readings: Reading[] = [];
  const all: Pressed[] = [];
  const startedAt = performance.now();
  try {
    console.log(`${CASES_A_SECOND} cases a second for ${minutes} min; the page stays open under Chat`);
    for (let minute = 0; minute <= minutes; minute++) {
      const leftMs = startedAt + minute * 60_000 - performance.now();
      // The page is looked at as it was left: the tabs are pressed when it has been read.
      await page.waitForTimeout(Math.max(0, leftMs));
      const figures = await readPage(page, cdp);
      const pressed = await pressTabs(page);
      all.push(...pressed);
      const tabs = pressed.map(({ ms }) => ms);
      readings.push({ minute, ...figures, startMb: residentMb(bridge.child), tabs });
      console.log(`  minute ${minute}: ${made} cases made, heap ${figures.heapMb.toFixed(1)} MB`);
    }
  } finally {
    clearInterval(arriving);
  }
  console.log(`\n${made} cases were made${refused > 0 ? `, ${refused} of them refused` : ''}.`);
  console.log(`${report(readings)}
${tellTabs(all)}`);
  reportFigure({
    what: 'a tab, at five cases a second',
    to: '0.1 s',
    ratios: all.map(({ ms }) => ms / TAB_MS),
  });
  const [middle, last] = [readings[Math.floor(readings.length / 2)], readings.at(-1)];
  if (middle && last)
    reportFigure({ what: 'memory of the page', to: 'half-way', ratios: [last.heapMb / middle.heapMb] });
}

/** What a person sees who looks around while a storm arrives. */
async function measureStorm(): Promise<void> {
  const { page, bridge } = stage;
  await stage.load();
  const calm = await pressTabs(page);
  await bridge.act({ do: 'open-cases', count: STORM, events: 0 });
  const until = performance.now() + STORM_MS;
  const stormy: Pressed[] = [];
  while (performance.now() < until) {
    stormy.push(...(await pressTabs(page, 1)));
    await page.waitForTimeout(1_000);
  }
  for (const [when, pressed] of [
    ['before', calm],
    [`in a storm of ${STORM}`, stormy],
  ] as const) {
    const times = pressed.map(({ ms }) => ms);
    const [p50, p95] = [percentile(times, 0.5) ?? 0, percentile(times, 0.95) ?? 0];
    console.log(`${when}: ${times.length} presses, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
    console.log(tellTabs(pressed));
  }
}
