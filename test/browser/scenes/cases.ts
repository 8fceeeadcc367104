import { expect, it } from 'vitest';
import { LONG, type Stage } from '../../support/browser/stage.ts';

export function cases(onStage: () => Stage): void {
  it('lists undecided cases, finds one by its words, and opens it by keys', async () => {
    const { page } = onStage();
    const { caseId } = await onStage().showCase();
    await onStage().goTo('Cases');
    const rows = page.getByRole('list', { name: 'Undecided cases' }).getByRole('button');
    await rows.filter({ hasText: caseId.slice(0, 8) }).waitFor();
    await page.getByRole('tab', { name: 'Cases' }).focus();
    await rows.first().focus();
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
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
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
