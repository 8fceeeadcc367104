import { it } from 'vitest';
import type { Stage } from '../../support/browser/stage.ts';

export function asking(onStage: () => Stage): void {
  it('answers what is typed: in Slack in any channel, in Teams in the chat with the bot', async () => {
    const { page } = onStage();
    await onStage().goTo('Chat');
    const { caseId } = await onStage().showCase();
    const [slack, teams] = ['Slack', 'Teams'].map((name) => page.getByRole('region', { name })) as [
      ReturnType<typeof page.getByRole>,
      ReturnType<typeof page.getByRole>,
    ];
    await slack.getByLabel('Type a command').fill(`/posture case ${caseId}`);
    await page.keyboard.press('Enter');
    await slack.getByText('In the platform: ready for triage').first().waitFor();
    await teams.getByRole('button', { name: 'Chat with the bot' }).click();
    await teams.getByLabel('Write to the bot').fill('help');
    await page.keyboard.press('Enter');
    await teams.getByText('What you can ask.').first().waitFor();
    await teams.getByRole('navigation').getByRole('button').first().click();
  });
}
