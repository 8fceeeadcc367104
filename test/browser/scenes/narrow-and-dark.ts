import { expect, it } from 'vitest';
import { LONG, type Stage, type View } from '../../support/browser/stage.ts';

const VIEWS: readonly View[] = ['Cases', 'Flow', 'World', 'Verdicts', 'Routes', 'Health', 'Chat'];

/** Runs in the page: what stands beyond its right edge, and is not scrolled in a box of its own. */
const widestPart = (): readonly string[] =>
  [document.documentElement, ...document.querySelectorAll('.view, .top, .page, .app, .messages, .panel')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.className || one.localName);

const rowsOfTabs = (list: Element): number =>
  new Set([...list.querySelectorAll('[role=tab]')].map((tab) => tab.getBoundingClientRect().top)).size;

export function narrowAndDark(onStage: () => Stage): void {
  it('fits every width without scrolling sideways, and a small one has one chat at a time', async () => {
    const { page } = onStage();
    for (const width of [1200, 360, 320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of VIEWS) {
        await onStage().goTo(view);
        expect([view, width, await page.evaluate(widestPart)]).toEqual([view, width, []]);
      }
      expect([width, await page.getByRole('tablist').evaluate(rowsOfTabs)]).toEqual([width, 1]);
    }
    const [slack, teams] = ['Slack', 'Teams'].map((name) => page.getByRole('region', { name }));
    await slack?.waitFor();
    expect(await teams?.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Teams', exact: true }).click();
    await teams?.waitFor();
    expect(await slack?.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Slack', exact: true }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await teams?.waitFor();
  });

  it('is dark when the system is, unless told otherwise', async () => {
    const { page } = onStage();
    const brightness = () =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(brightness, LONG).toBeLessThan(60);
    await page.getByRole('button', { name: 'Change to light' }).click();
    await expect.poll(brightness, LONG).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Change to dark' }).click();
    await expect.poll(brightness, LONG).toBeLessThan(60);
    await page.getByRole('button', { name: 'Change to as the system' }).click();
    await expect.poll(brightness, LONG).toBeGreaterThan(200);
  });
}
