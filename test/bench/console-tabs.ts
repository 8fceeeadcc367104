import type { Page } from 'playwright-core';

const TABS = ['cases', 'flow', 'world', 'verdicts', 'config', 'chat'];
const ROUNDS = 8;

/** From a click on a tab to the next frame that shows the view, in milliseconds, for each of the tabs several times. */
export async function pressTabs(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const tab of TABS) {
      times.push(await page.evaluate(pressTab, tab));
    }
  }
  return times;
}

/** Runs in the page. */
async function pressTab(id: string): Promise<number> {
  const startedAt = performance.now();
  document.getElementById(`tab-${id}`)?.click();
  do await new Promise(requestAnimationFrame);
  while (document.getElementById('view')?.getAttribute('aria-labelledby') !== `tab-${id}`);
  // What this frame draws is on the screen when the next task runs.
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - startedAt;
}
