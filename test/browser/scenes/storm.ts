import { expect, it } from 'vitest';
import type { Stage } from '../../support/browser/stage.ts';

export function storm(onStage: () => Stage): void {
  it('shows 200 cases at once as a digest with a thread, and stays usable', async () => {
    const { page } = onStage();
    await onStage().doInWorld('Make 200 at once');
    await page.getByText('200 cases were made.').waitFor();
    await onStage().goTo('Chat');
    const digest = (app: string) =>
      page
        .getByRole('region', { name: app })
        .getByRole('article')
        .filter({ hasText: /\d+ new items at once/ })
        .last();
    await Promise.all(['Slack', 'Teams'].map((app) => digest(app).waitFor()));
    await digest('Slack')
      .getByRole('button', { name: /replies/ })
      .click();
    const first = digest('Slack').getByRole('group', { name: 'Replies' }).getByRole('article').first();
    await first.getByRole('button', { name: 'True positive' }).click();
    await first.getByText(/ada.winter: true positive, recorded/).waitFor();
    await onStage().goTo('Flow');
    expect(await page.getByRole('region', { name: 'Items' }).getByRole('listitem').count()).toBe(100);
  });
}
