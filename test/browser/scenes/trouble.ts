import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

export function trouble(onStage: () => Stage): void {
  it('keeps cases in the queues while Slack and Teams are down, and each arrives once', async () => {
    const { page } = onStage();
    for (const app of ['Slack', 'Teams']) {
      await onStage().doInWorld(`Take ${app} down`);
      await page.getByText(`${app} is down.`, { exact: true }).waitFor();
    }
    const caseIds = [await onStage().makeCase(), await onStage().makeCase()];
    await onStage().goTo('Flow');
    for (const queue of ['slack queue', 'teams queue']) {
      await onStage()
        .station(queue)
        .getByText(/waiting|in flight/)
        .first()
        .waitFor();
    }
    // On the tab of Health, on every page, and there in the same words.
    const badge = page.locator('#health-badge');
    await expect
      .poll(() => badge.getAttribute('aria-label'), LONG)
      .toMatch(/^The bridge has \d+ problems?\.$/);
    expect(await page.title()).toMatch(/^\(\d+\) Flow · /);
    await onStage().goTo('Health');
    const said = page.getByRole('region', { name: 'How the bridge is' });
    await said
      .getByText(/^Destination is closed {2}· /)
      .first()
      .waitFor();
    await said.getByText((await badge.getAttribute('aria-label')) ?? 'no badge', { exact: true }).waitFor();
    // The plots have it within a quarter of a minute.
    await page.getByRole('img', { name: /^Waiting to be shown.*: [1-9]\d* now/ }).waitFor();
    await onStage().goTo('Chat');
    const arrived = caseIds.flatMap((caseId) => [
      onStage().caseIn('Slack', caseId),
      onStage().caseIn('Teams', caseId),
    ]);
    for (const message of arrived) expect(await message.count()).toBe(0);
    for (const app of ['Slack', 'Teams']) await onStage().doInWorld(`Bring ${app} back`);
    await page.getByText('Break something: the bridge loses nothing.').waitFor();
    await onStage().goTo('Chat');
    // A second message would make the locator fail.
    await Promise.all(arrived.map((message) => message.waitFor({ timeout: 120_000 })));
    await onStage().goTo('Flow');
    for (const queue of ['slack queue', 'teams queue']) {
      await onStage().station(queue).getByText('DLQ empty').waitFor();
    }
  });

  it('answers a click while Slack is down by what the platform gets, and Slack shows it once it is back', async () => {
    const { page, bridge } = onStage();
    const { caseId, slack, teams } = await onStage().showCase();
    await onStage().doInWorld('Take Slack down');
    // World says it already.
    expect(await page.locator('.notice').count()).toBe(0);
    await onStage().goTo('Chat');
    await onStage().press(
      slack.getByRole('button', { name: 'True positive' }),
      page.locator('.notice').getByText('A decision or a claim still counts'),
    );
    // Slack cannot say her full name now: the click has only the one that she uses there.
    const recorded = /(Ada Winter|ada\.winter): true positive, recorded/;
    await teams.getByText(recorded).waitFor(LONG);
    expect(await bridge.recorded(caseId)).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    await onStage().doInWorld('Bring Slack back');
    await onStage().goTo('Chat');
    await slack.getByText(recorded).waitFor({ timeout: 120_000 });
  });

  it('shows that a function died in the middle of a click, which can be made again', async () => {
    const { caseId, slack } = await onStage().showCase();
    await onStage().doInWorld('Kill action');
    const died = onStage()
      .station('action')
      .getByText(/\d+ errors?/);
    // A run may be over before it is killed: then it is the next one. Her clicks change nothing.
    await onStage().become('Cleo Marsh');
    const clickUntilItDies = async () => {
      await onStage().goTo('Chat');
      await slack.getByRole('button', { name: 'True positive' }).click();
      await onStage().goTo('Flow');
      return died.count();
    };
    await expect.poll(clickUntilItDies, { ...LONG, interval: 1_500 }).toBe(1);
    await onStage().become('Ada Winter');
    await onStage().goTo('Chat');
    await onStage().press(
      slack.getByRole('button', { name: 'True positive' }),
      slack.getByText(/Ada Winter: true positive, recorded/),
    );
    expect(await onStage().bridge.recorded(caseId)).toHaveLength(1);
  });

  it('keeps verdicts while the API cannot take them, and records each once', async () => {
    const { bridge, page } = onStage();
    const [early, doubtful] = [await onStage().showCase(), await onStage().showCase()];
    await onStage().doInWorld('Not ready');
    await onStage().goTo('Chat');
    await onStage().press(
      early.slack.getByRole('button', { name: 'False positive' }),
      early.slack.getByText(/The platform isn't ready/),
    );
    await onStage().doInWorld('Failing');
    await onStage().goTo('Chat');
    await onStage().press(
      doubtful.slack.getByRole('button', { name: 'False positive' }),
      doubtful.slack.getByText(/the platform gave no clear answer/),
    );
    expect(await bridge.recorded(early.caseId)).toEqual([]);
    await onStage().doInWorld('Make it well');
    await onStage().goTo('Chat');
    await early.slack.getByText(/Ada Winter: false positive, recorded/).waitFor({ timeout: 120_000 });
    // Nobody can know whether it was taken: so somebody is asked, and it is not sent twice by itself.
    await doubtful.slack.getByRole('button', { name: 'Retry' }).click({ timeout: 120_000 });
    await page.getByRole('dialog').locator('button.primary').click();
    await doubtful.slack.getByText(/Ada Winter: false positive.*, recorded/).waitFor();
    for (const { caseId } of [early, doubtful]) {
      expect(await bridge.recorded(caseId)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
    }
  });
}
