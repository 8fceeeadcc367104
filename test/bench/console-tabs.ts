import type { Page } from 'playwright-core';

const TABS = ['flow', 'world', 'verdicts', 'config', 'chat'];
const ROUNDS = 8;

/** From a click on a tab to the next frame that shows the view, in milliseconds, for each of the tabs several times. */
export async function pressTabs(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const tab of TABS) {
      times.push(
        await page.evaluate(
          (id) =>
            new Promise<number>((resolve) => {
              const startedAt = performance.now();
              document.getElementById(`tab-${id}`)?.click();
              const look = () => {
                const open = document.getElementById('view')?.getAttribute('aria-labelledby');
                if (open !== `tab-${id}`) requestAnimationFrame(look);
                // What this frame draws is on the screen when the next task runs.
                else setTimeout(() => resolve(performance.now() - startedAt));
              };
              requestAnimationFrame(look);
            }),
          tab,
        ),
      );
    }
  }
  return times;
}
