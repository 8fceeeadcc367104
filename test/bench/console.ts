/**
 * `npm run bench:console -- --minutes 10`: the console's page left open while 5 cases a second arrive. Whether it stays
 * responsive, and flat in memory. Figures, not assertions: machines differ. The memory of processes is for Linux only.
 */
import { commandFlags, wrongFlags } from '../../lib/platform/command-flags.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { Stage } from '../support/browser/stage.ts';
import { readPage, watchLongTasks } from './console-page.ts';
import { type Reading, report } from './console-report.ts';
import { residentMb } from './console-resident.ts';
import { pressTabs } from './console-tabs.ts';

const CASES_A_SECOND = 5;
const UNDO_SECONDS = 10;

const HELP = `Usage: npm run bench:console -- [flags]

  --minutes N   how long the page stays open (10)
`;

const { values } = commandFlags(HELP, { minutes: { type: 'string', default: '10' } });
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
  await measure();
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
  const startedAt = performance.now();
  try {
    console.log(`${CASES_A_SECOND} cases a second for ${minutes} min; the page stays open under Chat`);
    for (let minute = 0; minute <= minutes; minute++) {
      const leftMs = startedAt + minute * 60_000 - performance.now();
      // The page is looked at as it was left: the tabs are pressed when it has been read.
      await page.waitForTimeout(Math.max(0, leftMs));
      const figures = await readPage(page, cdp);
      readings.push({ minute, ...figures, startMb: residentMb(bridge.child), tabs: await pressTabs(page) });
      console.log(`  minute ${minute}: ${made} cases made, heap ${figures.heapMb.toFixed(1)} MB`);
    }
  } finally {
    clearInterval(arriving);
  }
  console.log(`\n${made} cases were made${refused > 0 ? `, ${refused} of them refused` : ''}.`);
  console.log(report(readings));
}
