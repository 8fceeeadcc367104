import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

// Slack knows people by their names there, Teams by their full ones.
export function deciding(onStage: () => Stage): void {
  it('records a click in Slack, and the card in Teams changes beside it', async () => {
    const { caseId, slack, teams } = await onStage().showCase();
    await onStage().press(
      slack.getByRole('button', { name: 'True positive' }),
      slack.getByText(/Ada Winter: true positive/),
    );
    await teams.getByText(/Ada Winter: true positive, recorded/).waitFor();
    await slack.getByText(/Ada Winter: true positive, recorded/).waitFor();
    expect(await onStage().bridge.recorded(caseId)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
  });

  it('takes the form on the card in Teams, and the message in Slack changes beside it', async () => {
    const { caseId, slack, teams } = await onStage().showCase();
    await teams.getByRole('button', { name: 'With comment…' }).click();
    await teams.getByRole('radio', { name: 'False positive' }).check();
    await teams.getByRole('textbox', { name: 'Comment' }).fill('A test of the backup.');
    // Whoever looks something up meanwhile finds the form as it was.
    await onStage().goTo('Flow');
    await onStage().goTo('Chat');
    await onStage().press(
      teams.getByRole('button', { name: 'Decide' }),
      slack.getByText(/Ada Winter: false positive/),
    );
    await slack.getByText('A test of the backup.').waitFor();
    await teams.getByText(/Ada Winter: false positive, recorded/).waitFor();
    const recorded = await onStage().bridge.recorded(caseId);
    expect(recorded).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    expect(recorded[0]?.comment).toContain('A test of the backup.');
  });
}

export function decidingInEveryWay(onStage: () => Stage): void {
  it('asks in a form for the comment that an outcome needs', async () => {
    const { page, bridge } = onStage();
    const { caseId, slack } = await onStage().showCase();
    await slack.getByLabel('More').click();
    await slack.getByText('No threat: marks the case safe; needs a comment').waitFor();
    await page.keyboard.press('Escape');
    const form = await onStage().openForm(slack, 'Safe…');
    await form.getByRole('button', { name: 'Decide' }).click();
    await form.getByText('This field is needed.').waitFor();
    expect(await page.locator('.notice').getByText('This field is needed.').count()).toBe(0);
    await form.getByRole('textbox').fill('Asked her: <b>it was her</b> & her laptop.');
    await onStage().press(
      form.getByRole('button', { name: 'Decide' }),
      slack.getByText('Asked her: <b>it was her</b> & her laptop.'),
    );
    await form.waitFor({ state: 'hidden' });
    await slack.getByText(/Ada Winter: safe, recorded/).waitFor();
    const [verdict, ...more] = await bridge.recorded(caseId);
    expect(verdict).toMatchObject({ outcome: 'SAFE' });
    expect(verdict?.comment).toContain('Asked her: <b>it was her</b> & her laptop.');
    expect(more).toEqual([]);
  });

  it('calls the comment in a form optional only where the chosen outcome does not need it', async () => {
    const { slack } = await onStage().showCase();
    const form = await onStage().openForm(slack, 'With comment…');
    const legend = async () => (await form.locator('legend').nth(1).textContent())?.trim();
    expect(await legend()).toBe('Comment');
    await form.getByRole('textbox').fill('Typed before.');
    for (const [outcome, label] of [
      ['True positive', 'Comment optional'],
      ['Safe', 'Comment'],
      ['Duplicate', 'Comment optional'],
    ] as const) {
      await form.getByRole('radio', { name: new RegExp(`^${outcome}`) }).check();
      await expect.poll(legend, LONG).toBe(label);
    }
    expect(await form.getByRole('textbox').inputValue()).toBe('Typed before.');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'hidden' });
  });

  it('keeps a very long word inside its card and its message', async () => {
    const { bridge } = onStage();
    const caseId = await bridge.openCase({ threat_brief: `See ${'x'.repeat(250)} there` });
    await onStage().goTo('Chat');
    for (const app of ['Slack', 'Teams'] as const) {
      const message = onStage().caseIn(app, caseId);
      await message.waitFor();
      const box = message.locator(app === 'Teams' ? '.card' : '.fragment');
      expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
  });

  // On a busy machine the window may be over before the button is there.
  it('takes a decision back', { retry: 2 }, async () => {
    const { caseId, slack, teams } = await onStage().showCase();
    await teams.getByRole('button', { name: 'True positive' }).click();
    await slack.getByRole('button', { name: 'Undo' }).click({ timeout: 20_000 });
    // It can be decided again, as if nothing had been.
    await slack.getByRole('button', { name: 'True positive' }).waitFor({ timeout: 20_000 });
    await teams.getByRole('button', { name: 'True positive' }).waitFor();
    expect(await onStage().bridge.recorded(caseId)).toEqual([]);
  });

  it('leaves a form closed that somebody abandoned', async () => {
    const { page } = onStage();
    const { slack } = await onStage().showCase();
    await onStage().openForm(slack, 'Safe…');
    await onStage().load();
    // The console begins with Cases.
    await onStage().goTo('Chat');
    await slack.getByRole('button', { name: 'True positive' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await onStage().openForm(slack, 'Safe…');
    await page.locator('#tab-flow').evaluate((tab) => (tab as HTMLElement).click());
    await onStage().goTo('Chat');
    await expect.poll(() => page.locator('dialog[open]').count(), LONG).toBe(0);
  });

  it('tells somebody who may not decide so, and nobody else', async () => {
    const { page } = onStage();
    const { caseId, slack, teams } = await onStage().showCase();
    const denials = page.getByText(/can't decide/);
    await onStage().become('Cleo Marsh');
    await onStage().press(
      slack.getByRole('button', { name: 'True positive' }),
      page.getByRole('article').filter({ has: denials, hasText: 'only you see this' }),
    );
    const notices = page.locator('.notice').filter({ has: denials });
    // The channel says it, in front of her.
    expect(await notices.count()).toBe(0);
    await onStage().press(teams.getByRole('button', { name: 'True positive' }), notices);
    await onStage().become('Ada Winter');
    await expect.poll(() => denials.count(), LONG).toBe(0);
    await slack.getByRole('button', { name: 'True positive' }).waitFor();
    expect(await onStage().bridge.recorded(caseId)).toEqual([]);
  });
}
