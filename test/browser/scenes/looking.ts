import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';
import { IS_FULL } from '../../support/extent.ts';
import { fixture } from '../../support/fixture.ts';

export function looking(onStage: () => Stage): void {
  it('tells the story of an item under Flow', async () => {
    const { page } = onStage();
    await onStage().goTo('Flow');
    const items = page.getByRole('region', { name: 'Items' });
    await items.getByRole('button').filter({ hasText: 'Recorded' }).first().click();
    const story = page.getByRole('dialog');
    for (const words of ['Created in the platform', 'Shown in soc', /^The platform recorded: /]) {
      await story.getByText(words, { exact: true }).first().waitFor();
    }
    await page.keyboard.press('Escape');
    await story.waitFor({ state: 'hidden' });
    await onStage()
      .station('poll')
      .first()
      .getByText(/\d+ runs/)
      .waitFor();
  });

  // Of those that were decided in every way.
  it.runIf(IS_FULL)('lists the verdicts, filters them, and gives them away as files', async () => {
    const { page } = onStage();
    await onStage().goTo('Verdicts');
    const rows = page.getByRole('list', { name: 'Decisions' }).locator('details');
    await rows.filter({ hasText: 'Denied' }).first().waitFor();
    const all = await rows.count();
    await page.getByLabel('What').selectOption('recorded');
    await expect.poll(() => rows.filter({ hasNotText: 'Recorded' }).count(), LONG).toBe(0);
    expect(await rows.count()).toBeLessThan(all);
    await page.reload();
    await expect.poll(() => rows.filter({ hasNotText: 'Recorded' }).count(), LONG).toBe(0);
    await page.getByLabel('Text').fill('backup');
    await expect.poll(() => rows.count(), LONG).toBe(1);
    const step = rows.getByText('Requested', { exact: true });
    expect(await step.isVisible()).toBe(false);
    await rows.locator('summary').click();
    await step.waitFor();
    await rows.getByText('A test of the backup.').waitFor();
    await page.getByLabel('Text').fill('no such words');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows.count(), LONG).toBe(all);
    for (const [label, words] of [
      ['Export CSV', 'A test of the backup.'],
      ['Export JSON', '"TRUE_POSITIVE"'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: label }).click();
      expect(await readFile(await (await download).path(), 'utf8')).toContain(words);
    }
  });

  it('says under Routes where an item would go, and why', async () => {
    const { page } = onStage();
    await onStage().goTo('Routes');
    await page.getByRole('region', { name: 'Routes' }).getByText('Takes everything').waitFor();
    await page.getByRole('region', { name: 'Domains' }).getByText('acme, opened at').waitFor();
    const panel = page.getByRole('region', { name: 'Try an item' });
    await panel.getByLabel('One that the bridge has seen').selectOption({ index: 1 });
    await panel.getByText('Goes to soc and soc-teams.', { exact: true }).waitFor();
    await panel.getByLabel('Or paste one').fill('{ not json');
    await panel.getByRole('button', { name: 'Try it' }).click();
    await panel.getByText(/This is not JSON/).waitFor();
    const { items } = fixture('cases-page') as { items: unknown[] };
    await panel.getByLabel('Or paste one').fill(JSON.stringify(items[0]));
    await panel.getByRole('button', { name: 'Try it' }).click();
    await panel.getByText('Data exfiltration · Marta Duarte').waitFor();
    await panel.getByText('Matches', { exact: true }).waitFor();
  });
}
