import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

export function storm(onStage: () => Stage): void {
  it('shows 200 cases at once as a digest, and they can be decided in its thread', async () => {
    const { page, bridge } = onStage();
    await onStage().doInWorld('Make 200 at once');
    await page.getByText('200 cases were made.').waitFor();
    await onStage().goTo('Chat');
    const [slack, teams] = ['Slack', 'Teams'].map((name) =>
      page
        .getByRole('region', { name })
        .getByRole('article')
        .filter({ hasText: /\d+ new cases?/ })
        .last(),
    );
    // The first of them are posted one by one, and a channel takes one a second.
    const patience = { timeout: 120_000 };
    await Promise.all([slack?.waitFor(patience), teams?.waitFor(patience)]);
    const replies = slack?.getByRole('group', { name: 'Replies' });
    // Open already, when the scene is played once more.
    if (!(await replies?.isVisible())) await slack?.getByRole('button', { name: /repl(?:y|ies)/ }).click();
    const first = replies?.getByRole('button', { name: 'True positive' }).first();
    const value = (await first?.getAttribute('data-value')) ?? '{}';
    const { c: caseId } = JSON.parse(value);
    const message = replies?.getByRole('article').filter({ hasText: `case ${caseId.slice(0, 8)}` });
    const press = message?.getByRole('button', { name: 'True positive' });
    // By its id: while others arrive, the first of them may become another one.
    if (press && message) await onStage().press(press, message.getByText('Ada Winter: true positive'));
    // Its message is one of hundreds that wait for their turn.
    await expect.poll(() => bridge.recorded(caseId), LONG).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    await onStage().goTo('Flow');
    await onStage()
      .station('slack queue')
      .getByText(/waiting/)
      .waitFor();
    const items = page.getByRole('region', { name: 'Items' }).getByRole('listitem');
    await expect.poll(() => items.count(), LONG).toBe(100);
  });
}
