import { expect, it } from 'vitest';
import { LONG, type Stage, type View } from '../../support/browser/stage.ts';

const VIEWS: readonly View[] = ['Flow', 'World', 'Verdicts', 'Configuration', 'Health', 'Chat'];

export function narrowAndDark(onStage: () => Stage): void {
  it('fits 390 pixels, with one chat at a time', async () => {
    const { page } = onStage();
    await page.setViewportSize({ width: 390, height: 800 });
    for (const view of VIEWS) {
      await onStage().goTo(view);
      expect([view, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, 390]);
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
