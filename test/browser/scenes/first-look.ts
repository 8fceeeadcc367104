import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

export function firstLook(onStage: () => Stage): void {
  it('begins with the cases, and loads both chats with little to load', async () => {
    const { page } = onStage();
    const script = page.waitForResponse(/\.js$/);
    await onStage().load();
    expect(gzipSync(await (await script).body()).length).toBeLessThan(300_000);
    expect(await page.title()).toBe('Cases · posture-bridge');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Cases',
      'Chat',
      'Verdicts',
      'Health',
      'Flow',
      'Routes',
      'World',
    ]);
    await onStage().goTo('Chat');
    await page.getByRole('region', { name: 'Slack' }).getByRole('log').waitFor();
    await page.getByRole('region', { name: 'Teams' }).getByRole('log').waitFor();
    expect(await page.getByLabel('You are', { exact: true }).locator('option:checked').textContent()).toMatch(
      /^Ada Winter/,
    );
    const advice = page.getByText(/appears here by itself|Press a button on a case as Ada/);
    await advice.waitFor();
    await page.getByRole('button', { name: 'Hide this advice' }).click();
    await advice.waitFor({ state: 'hidden' });
  });

  it('shows a case that arrives by itself, in both chats', async () => {
    const { page } = onStage();
    const newest = (app: string) =>
      page
        .getByRole('region', { name: app })
        .getByText(/^case \w{8}-/)
        .last()
        .textContent({ timeout: 1_000 });
    const [slack, teams] = await Promise.all(['Slack', 'Teams'].map((app) => newest(app).catch(() => null)));
    await expect.poll(() => newest('Slack'), LONG).not.toBe(slack);
    await expect.poll(() => newest('Teams'), LONG).not.toBe(teams);
  });
}
