import { expect, it } from 'vitest';
import type { Stage } from '../../support/browser/stage.ts';

export function approving(onStage: () => Stage): void {
  it('is needed in Slack before anything is recorded', async () => {
    const { page, bridge } = onStage();
    const { caseId, slack } = await onStage().showCase();
    await slack.getByRole('button', { name: 'Escalate' }).click();
    const asked = page.getByRole('dialog');
    await asked.locator('button.primary').click();
    await slack.getByText(/Ada Winter wants to escalate. Needs a second approver in Slack/).waitFor();
    const approve = slack.getByRole('button', { name: 'Approve' });
    await onStage().press(approve, page.getByText("You can't approve your own decision"));
    expect(await bridge.recorded(caseId)).toEqual([]);
    await onStage().become('Bo Larsen');
    await onStage().press(approve, slack.getByText(/Ada Winter: escalated, approved by Bo Larsen, recorded/));
    await onStage().become('Ada Winter');
    expect(await bridge.recorded(caseId)).toMatchObject([{ outcome: 'ESCALATED' }]);
  });

  it('can say no in Teams, and the case is open again', async () => {
    const { caseId, slack, teams } = await onStage().showCase();
    await teams.getByRole('button', { name: 'Escalate' }).click();
    await onStage().press(
      teams.getByRole('button', { name: 'Ask for approval' }),
      slack.getByText(/Ada Winter wants to escalate. Needs a second approver in Teams/),
    );
    await onStage().become('Bo Larsen');
    await onStage().press(
      teams.getByRole('button', { name: 'Decline' }),
      slack.getByRole('button', { name: 'True positive' }),
    );
    await teams.getByRole('button', { name: 'True positive' }).waitFor();
    await onStage().become('Ada Winter');
    expect(await onStage().bridge.recorded(caseId)).toEqual([]);
  });
}
