/**
 * `npm run bench -- cases`: the console's page of a shift over 10,000 open cases in memory. When the first cases are
 * painted, when the next page is, and with how many requests. Figures, not assertions: machines differ.
 */
import { bundleClient } from '../../console/bundle-client.ts';
import { startConsole } from '../../console/server.ts';
import { realSurroundings } from '../../console/surroundings.ts';
import { commandFlags } from '../../lib/base/command-flags.ts';
import { SEVERITIES } from '../../lib/posture/severity.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { caseRecord } from '../support/case-records.ts';
import { caseItem, configOf, createHarness, delivery, type Loose, NOW } from '../unit/console/harness.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

const CASES = 10_000;
const LOADS = 10;
const PAGES = 20;
/** Within this, people feel that a page was there at once; and that it answered. */
const LOAD_MS = 1_000;
const STEP_MS = 100;

commandFlags('Usage: npm run bench -- cases. It has no flags.', {});
const browser = await openBrowser();
if (typeof browser === 'string') {
  console.error(`There is nothing to measure without a browser. ${browser}`);
  process.exit(1);
}

const config = configOf();
const { cases, deliveries, source } = createHarness({ config });
for (let at = 0; at < CASES; at++) {
  const caseId = `case-${String(at).padStart(5, '0')}`;
  const sinceMs = NOW - at * 60_000;
  const severity = SEVERITIES[at % SEVERITIES.length] ?? null;
  const places = { soc: 'handed' } as const;
  await cases.save(caseRecord({ caseId, createdAtMs: sinceMs, sinceMs, severity, places }));
  const item = caseItem({ case_id: caseId, user_name: `Person ${at % 500}` }) as Loose;
  const key = { domain: 'acme', feed: 'cases', id: caseId, destination: 'soc' } as const;
  await deliveries.save(delivery({ key, content: { kind: 'case', item, trimmed: [] } }), 0, null, NOW);
}

const running = await startConsole({
  ...{ port: 0, lookEveryMs: 5_000, startedBy: 'the bench', source, files: await bundleClient() },
  surroundings: realSurroundings(
    {
      ...{
        bridge: 'a bench',
        acts: false,
        domains: ['acme'],
        decidable: true,
        outcomes: [],
        links: [],
        notes: [],
      },
      pages: ['cases', 'chat', 'verdicts', 'health', 'flow', 'config'],
    },
    config,
  ),
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
let asked = 0;
page.on('request', (request) => {
  if (request.url().includes('/api/cases')) asked += 1;
});
try {
  // The console reads all cases once, when it starts.
  const started = performance.now();
  await page.goto(running.url);
  await page.getByText(`${CASES.toLocaleString('en-US')} cases`).waitFor({ timeout: 600_000 });
  console.log(`all ${CASES} read after ${Math.round(performance.now() - started)} ms`);

  const paints: number[] = [];
  asked = 0;
  for (let n = 0; n < LOADS; n++) {
    await page.reload();
    await page.locator('.case').first().waitFor();
    paints.push(await page.evaluate(() => performance.now()));
  }
  tell('first cases painted after a load', paints, asked / LOADS);
  reportFigure({
    what: 'first of 10,000 cases painted',
    to: '1 s',
    ratios: paints.map((ms) => ms / LOAD_MS),
  });

  const pages: number[] = [];
  asked = 0;
  const first = () => page.locator('.case').first().textContent();
  for (let n = 0; n < PAGES; n++) {
    const before = await first();
    pages.push(
      await page.evaluate(async (known) => {
        const began = performance.now();
        const next = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Next page');
        next?.click();
        while (document.querySelector('.case')?.textContent === known)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - began;
      }, before),
    );
  }
  tell('next page painted', pages, asked / PAGES);
  reportFigure({ what: 'next page painted', to: '0.1 s', ratios: pages.map((ms) => ms / STEP_MS) });
} finally {
  await page.close();
  await browser.close();
  await running.close();
}

function tell(what: string, times: readonly number[], requests: number): void {
  const at = (share: number) => Math.round(percentile(times, share) ?? 0);
  console.log(
    `${what}: half within ${at(0.5)} ms, nearly all within ${at(0.95)} ms, ${requests} requests each`,
  );
}
