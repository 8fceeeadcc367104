import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';
import { IS_FULL } from '../../support/extent.ts';

export function cases(onStage: () => Stage): void {
  const rowsOf = ({ page }: Stage) => page.getByRole('list', { name: 'Open cases' }).locator('.case');

  /** The list says *Decided* only until the platform has it. */
  const isRecorded = (caseId: string) => async () => (await onStage().bridge.recorded(caseId)).length > 0;

  it('lists open cases, finds one by its words, and opens it by keys', async () => {
    const { page } = onStage();
    const { caseId } = await onStage().showCase();
    await onStage().goTo('Cases');
    const rows = rowsOf(onStage());
    await rows.first().waitFor();
    await page.getByRole('tab', { name: 'Cases' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type(caseId.slice(0, 8));
    await expect.poll(() => rows.count(), LONG).toBe(1);
    expect(new URL(page.url()).hash).toBe(`#/cases?text=${caseId.slice(0, 8)}`);
    await page.reload();
    await expect.poll(() => rows.count(), LONG).toBe(1);
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText(caseId).first().waitFor();
    await page.keyboard.press('Escape');
    // Until then nothing behind it can be emptied.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
  });

  it.runIf(IS_FULL)(
    'claims a case and decides it with a comment, by keys alone, as the person who is signed in',
    async () => {
      const { page, bridge } = onStage();
      const { caseId } = await onStage().showCase();
      await onStage().goTo('Cases');
      const row = rowsOf(onStage());
      await page.keyboard.press('/');
      await page.keyboard.type(caseId.slice(0, 8));
      await expect.poll(() => row.count(), LONG).toBe(1);
      // The search is left by a key, so that no digit is typed into it.
      await page.keyboard.press('ArrowDown');
      await page.locator('.case[aria-current=true]').waitFor();
      await onStage().pressKey('c', row.getByText('you have it'));
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await page.keyboard.press('Escape');
      await row.focus();
      await page.locator('.case[aria-current=true]').waitFor();
      await page.keyboard.press('4');
      await page.getByText('Safe needs a comment. Enter decides.').waitFor();
      await page.keyboard.type('A test of the door.');
      await onStage().pressKey('Enter', isRecorded(caseId));
      await expect
        .poll(() => bridge.recorded(caseId), LONG)
        .toMatchObject([
          { outcome: 'SAFE', comment: expect.stringMatching(/^A test of the door\.\nDecided by Ada Winter/) },
        ]);
      await expect.poll(() => row.count(), LONG).toBe(0);
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
    },
  );

  it.runIf(IS_FULL)(
    'takes keys that come without a pause, each for the page as the one before left it',
    async () => {
      const { page, bridge } = onStage();
      // Of a person of their own, each time it is played, so that nothing else is listed.
      const name = `Quick Keys ${Date.now()}`;
      const about = { user_name: name, user_email: `${name.replaceAll(' ', '.')}@acme.example` };
      const caseIds = [await bridge.openCase(about), await bridge.openCase(about)];
      await onStage().goTo('Chat');
      // The list names the channels of a case before it stands in them, and until then nothing can be pressed.
      for (const app of ['Slack', 'Teams'] as const)
        for (const caseId of caseIds) await onStage().caseIn(app, caseId).waitFor();
      await onStage().goTo('Cases');
      await page.getByRole('searchbox', { name: 'Search' }).fill(name);
      const rows = rowsOf(onStage());
      // What the search before this one found may still be listed.
      for (const caseId of caseIds) await page.locator(`#case-${caseId}`).waitFor();
      await expect.poll(() => rows.count(), LONG).toBe(2);
      // As somebody who types blindly: no frame is drawn in between.
      await page.evaluate(() => {
        (document.activeElement as HTMLElement).blur();
        for (const key of ['j', 'j', 'c', '4'])
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          );
      });
      await page.keyboard.insertText('Typed at once.');
      const second = String(await rows.nth(1).getAttribute('id')).replace('case-', '');
      await onStage().pressKey('Enter', isRecorded(second));
      expect(caseIds).toContain(second);
      await expect
        .poll(() => bridge.recorded(second), LONG)
        .toMatchObject([
          { outcome: 'SAFE', comment: expect.stringMatching(/^Typed at once\.\nDecided by Ada Winter/) },
        ]);
      const [first = ''] = caseIds.filter((id) => id !== second);
      expect(await bridge.recorded(first)).toEqual([]);
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
    },
  );

  it.runIf(IS_FULL)('says no to a person who may not decide, and the case stays', async () => {
    const { page, bridge } = onStage();
    const { caseId } = await onStage().showCase();
    await onStage().become('Cleo Marsh');
    await onStage().goTo('Cases');
    await page.getByRole('searchbox', { name: 'Search' }).fill(caseId.slice(0, 8));
    const row = rowsOf(onStage());
    await expect.poll(() => row.count(), LONG).toBe(1);
    await row.focus();
    await page.locator('.case[aria-current=true]').waitFor();
    await page.keyboard.press('1');
    await page.locator('.notice').filter({ hasText: "can't decide" }).first().waitFor();
    expect(await bridge.recorded(caseId)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    for (const notice of await page.getByRole('button', { name: /^Dismiss/ }).all()) await notice.click();
  });

  it('has a name for every message, and nothing lies over its buttons', async () => {
    const { page } = onStage();
    await onStage().goTo('Chat');
    const names = await page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    expect(names.filter((name) => !/^\S.*: \S/s.test(name))).toEqual([]);
    await page.getByRole('region', { name: 'Slack' }).getByLabel('Type a command').fill('hello');
    await page.keyboard.press('Enter');
    await page.locator('.notice').first().waitFor();
    const isFree = (box: Element) => {
      const { right, bottom, left, top } = box.getBoundingClientRect();
      const over = [...document.querySelectorAll('.notice, .to-end')].filter((one) => one.checkVisibility());
      return over.every((one) => {
        const other = one.getBoundingClientRect();
        return other.left >= right || other.right <= left || other.top >= bottom || other.bottom <= top;
      });
    };
    for (const part of await page.locator('.messages, .composer').all())
      expect(await part.evaluate(isFree)).toBe(true);
    await page
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .click();
  });
}
