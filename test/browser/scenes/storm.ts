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
    await slack?.getByRole('button', { name: /repl(?:y|ies)/ }).click();
    // When the scene is played once more, its first case is decided.
    const button = slack
      ?.getByRole('group', { name: 'Replies' })
      .getByRole('button', { name: 'True positive' })
      .first();
    const { c: caseId } = JSON.parse((await button?.getAttribute('data-value')) ?? '{}');
    await button?.click();
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
