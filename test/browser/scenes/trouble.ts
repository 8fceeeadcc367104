import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

export function trouble(onStage: () => Stage): void {
  it('keeps cases in the queue while Slack is down, and each arrives once', async () => {
    const { page } = onStage();
    await onStage().doInWorld('Take Slack down');
    await page.getByText('Slack is down.', { exact: true }).waitFor();
    const caseIds = [await onStage().makeCase(), await onStage().makeCase()];
    await onStage().goTo('Flow');
    await onStage()
      .station('slack queue')
      .getByText(/waiting/)
      .waitFor();
    await onStage().goTo('Chat');
    await Promise.all(caseIds.map((caseId) => onStage().caseIn('Teams', caseId).waitFor()));
    for (const caseId of caseIds) expect(await onStage().caseIn('Slack', caseId).count()).toBe(0);
    await onStage().doInWorld('Bring Slack back');
    await page.getByText('All is well.').waitFor();
    await onStage().goTo('Chat');
    // A second message would make the locator fail.
    await Promise.all(caseIds.map((caseId) => onStage().caseIn('Slack', caseId).waitFor()));
    await onStage().goTo('Flow');
    await onStage().station('slack queue').getByText('DLQ empty').waitFor();
  });

  it('keeps a verdict while the API fails, and records it once', async () => {
    const { bridge } = onStage();
    const { caseId, slack } = await onStage().showCase();
    await onStage().doInWorld('Failing');
    await onStage().goTo('Chat');
    await slack.getByRole('button', { name: 'False positive' }).click();
    await slack.getByText(/the platform cannot be reached|the platform gave no clear answer/).waitFor();
    expect(await bridge.recorded(caseId)).toEqual([]);
    await onStage().doInWorld('Make it well');
    await onStage().goTo('Chat');
    await slack.getByText(/ada.winter: false positive, recorded/).waitFor();
    expect(await bridge.recorded(caseId)).toMatchObject([{ outcome: 'FALSE_POSITIVE' }]);
  });

  it('survives that a function is killed, and shows that it was', async () => {
    const { page } = onStage();
    await onStage().doInWorld('Kill poll');
    await onStage().goTo('Flow');
    await onStage()
      .page.getByText(/function poll died/)
      .first()
      .waitFor();
    await expect.poll(() => onStage().station('poll').first().getByText(/error/).count(), LONG).toBe(1);
    const { slack } = await onStage().showCase();
    expect(await slack.count()).toBe(1);
    void page;
  });
}
