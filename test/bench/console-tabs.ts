import type { Page } from 'playwright-core';
import { percentile } from './percentile.ts';

const TABS = ['cases', 'flow', 'world', 'verdicts', 'config', 'health', 'chat'];
const ROUNDS = 8;

export interface Pressed {
  readonly tab: string;
  readonly ms: number;
}

/** From a click on a tab to the next frame that shows the view, for each of the tabs several times. */
export async function pressTabs(page: Page, rounds = ROUNDS): Promise<Pressed[]> {
  const pressed: Pressed[] = [];
  for (let round = 0; round < rounds; round++)
    for (const tab of TABS) pressed.push({ tab, ms: await page.evaluate(pressTab, tab) });
  return pressed;
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

/** `chat 60 (p95 120)`, one for each tab. */
export function tellTabs(pressed: readonly Pressed[]): string {
  const each = TABS.map((tab) => {
    const times = pressed.filter((one) => one.tab === tab).map(({ ms }) => ms);
    return `${tab} ${(percentile(times, 0.5) ?? 0).toFixed(0)} (p95 ${(percentile(times, 0.95) ?? 0).toFixed(0)})`;
  });
  return `  ms to each tab: ${each.join(', ')}`;
}
