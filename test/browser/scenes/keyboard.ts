import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import type { Stage } from '../../support/browser/stage.ts';

/** More stops than a page with two full channels has. */
const MOST_STOPS = 600;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not get to ${target}`);
}

export function keyboard(onStage: () => Stage): void {
  it('gets from the first load to a recorded verdict by keys alone', async () => {
    const { page } = onStage();
    await onStage().load();
    await tabTo(page, page.getByRole('tab', { name: 'Cases' }));
    for (const [key, view] of [
      ['End', 'World'],
      ['ArrowLeft', 'Routes'],
      ['ArrowRight', 'World'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name: view, selected: true }).waitFor();
    }
    await tabTo(page, page.getByRole('button', { name: 'Make a case' }));
    await page.keyboard.press('Enter');
    const said = await page.getByText(/^Case \w{8} was made/).textContent();
    const shortId = String(said?.split(' ')[1]);
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, page.getByRole('tab', { name: 'World' }));
    for (const [key, view] of [
      ['Home', 'Cases'],
      ['ArrowRight', 'Chat'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name: view, selected: true }).waitFor();
    }

    const message = onStage().caseIn('Slack', shortId);
    await tabTo(page, message.getByLabel('More'));
    await page.keyboard.press('Enter');
    await tabTo(page, message.getByRole('button', { name: 'Safe…' }));
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await tabTo(page, form.getByRole('textbox'));
    await page.keyboard.type('Seen without a mouse.');
    await tabTo(page, form.getByRole('button', { name: 'Decide' }));
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });
    await message.getByText(/Ada Winter: safe, recorded/).waitFor();
    await message.getByText('Seen without a mouse.').waitFor();
  });
}
