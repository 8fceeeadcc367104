import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

/** What somebody might write who wants to be clicked. */
const HOSTILE =
  '<img src=x onerror=alert(1)> [open](https://evil.example) <https://evil.example|open> **bold**';

export function world(onStage: () => Stage): void {
  it('finds a case that the API lists late, once, although a poll was killed', async () => {
    const { page } = onStage();
    await onStage().doInWorld('Make a late case');
    const said = await page.getByText(/^Case \w{8} was made, and will be listed in/).textContent();
    const shortId = String(said?.split(' ')[1]);
    await page.getByRole('button', { name: 'Kill poll', exact: true }).click();
    await onStage().goTo('Flow');
    const died = onStage()
      .station('poll')
      .getByText(/\d+ errors?/);
    await died.waitFor();
    await onStage().goTo('Chat');
    // The schedule calls it every minute, and within that minute it polls by itself.
    const patience = { timeout: 120_000 };
    await onStage().caseIn('Slack', shortId).waitFor(patience);
    await onStage().caseIn('Teams', shortId).waitFor(patience);
  });

  it('shows a case that grows, and one that was closed elsewhere, in place', async () => {
    const { page } = onStage();
    const { caseId, slack, teams } = await onStage().showCase();
    const doToIt = async (label: string) => {
      await onStage().goTo('World');
      const picker = page.getByLabel('Which case');
      const value = await picker
        .locator('option')
        .filter({ hasText: caseId.slice(0, 8) })
        .getAttribute('value');
      await picker.selectOption(value);
      await page.getByRole('button', { name: label, exact: true }).click();
      await onStage().goTo('Chat');
    };
    await doToIt('Attach an event');
    for (const message of [slack, teams]) {
      await message
        .getByText(/1 event\b/)
        .first()
        .waitFor();
    }
    await slack.getByRole('button', { name: /repl(?:y|ies)/ }).waitFor();
    await doToIt('Close it in the platform');
    for (const message of [slack, teams]) {
      await message
        .getByText(/Closed in the platform/)
        .first()
        .waitFor();
      await expect.poll(() => message.getByRole('button', { name: 'True positive' }).count(), LONG).toBe(0);
    }
  });

  it('records a verdict at an API that is slow, and reads one that changes its order', async () => {
    const { page, bridge } = onStage();
    await onStage().doInWorld('Slow');
    await page.getByText('The API is slow.', { exact: true }).waitFor();
    await page.getByLabel('List order').selectOption('oldest-first');
    const { caseId, slack } = await onStage().showCase();
    await onStage().press(
      slack.getByRole('button', { name: 'True positive' }),
      slack.getByText(/Ada Winter: true positive, recorded/),
    );
    await onStage().doInWorld('Make it well');
    await page.getByText('Break something: the bridge loses nothing.').waitFor();
    expect(await bridge.recorded(caseId)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    await onStage().goTo('Flow');
    await page.getByRole('region', { name: 'Feeds' }).getByText('oldest first').first().waitFor();
    await onStage().goTo('World');
    await page.getByLabel('List order').selectOption('newest-first');
  });

  it('draws what strangers wrote as text, in both chats', async () => {
    const { bridge } = onStage();
    const caseId = await bridge.openCase({ threat_brief: HOSTILE });
    await onStage().goTo('Chat');
    const draw = async (message: Locator) => {
      await message.waitFor();
      expect(await message.textContent()).toContain('<img src=x onerror=alert(1)>');
      // Of links only our own is there, to the case in the platform.
      expect(await message.locator(`img, a:not([href$="/cases/${caseId}"])`).count()).toBe(0);
    };
    await draw(onStage().caseIn('Slack', caseId));
    await draw(onStage().caseIn('Teams', caseId));
  });
}
