/**
 * `npm run screenshots`: the chats in the console, light and dark, written to docs/images. The world is made to
 * look like one in which people work: some cases are decided, one was taken back, one waits for a second person.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { commandFlags } from '../../lib/base/command-flags.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { Stage, type View } from '../support/browser/stage.ts';
import { noteFile, shownDigest } from './pictures.mjs';

commandFlags('npm run screenshots: writes the views of the console to docs/images. It has no flags.', {});

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const WIDE = { width: 1280, height: 860 };
const UNDO_SECONDS = 8;

const browser = await openBrowser();
if (typeof browser === 'string') {
  console.error(`There are no screenshots without a browser. ${browser}`);
  process.exit(1);
}
const stage = await Stage.open(browser, UNDO_SECONDS);
try {
  await mkdir(FOLDER, { recursive: true });
  await stage.load();
  await stage.goTo('Chat');
  await stage.page.getByRole('button', { name: 'Hide this advice' }).click();
  const last = await livenUp();
  for (const colorScheme of ['light', 'dark'] as const) {
    await stage.page.emulateMedia({ colorScheme });
    await shoot('Chat', WIDE, `Chat-${colorScheme}`, last);
  }
  await writeFile(noteFile, `${shownDigest()}\n`);
} finally {
  await stage.stop();
  await browser.close();
}

/** Decisions of every kind. The case of the last one, which both chats are to show. */
async function livenUp(): Promise<string> {
  const { bridge, page } = stage;
  const make = async (kind: 'plain' | 'severe' = 'plain') => {
    const { caseIds = [] } = await bridge.act({ do: 'open-cases', kind, events: 2 });
    return String(caseIds[0]);
  };
  const press = async (caseId: string, button: string) => {
    const message = stage.caseIn('Slack', caseId);
    await message.getByRole('button', { name: button }).click();
    return message;
  };
  const escalate = async (caseId: string) => {
    const message = await press(caseId, 'Escalate');
    await page.getByRole('dialog').locator('button.primary').click();
    return message;
  };
  for (const button of ['True positive', 'False positive', 'False positive', 'True positive', 'Duplicate']) {
    const caseId = await make();
    if (button === 'Duplicate') await stage.caseIn('Slack', caseId).getByLabel('More').click();
    await press(caseId, button);
  }
  const undone = await press(await make(), 'False positive');
  await undone.getByRole('button', { name: 'Undo' }).click();
  const approved = await escalate(await make('severe'));
  await stage.become('Bo Larsen');
  await approved.getByRole('button', { name: 'Approve' }).click();
  await approved.getByText(/, recorded/).waitFor();
  await stage.become('Ada Winter');
  const last = await make('severe');
  await escalate(last);
  for (const app of ['Slack', 'Teams'] as const) {
    await stage
      .caseIn(app, last)
      .getByText(/Needs a second approver/)
      .waitFor();
  }
  return last;
}

async function shoot(view: View, size: typeof WIDE, name: string, caseId: string): Promise<void> {
  const { page } = stage;
  await page.setViewportSize(size);
  await stage.goTo(view);
  await page.locator('.view .spinner').waitFor({ state: 'detached' });
  if (view === 'Chat') {
    for (const app of ['Slack', 'Teams'] as const) {
      await stage.caseIn(app, caseId).evaluate((message) => message.scrollIntoView({ block: 'end' }));
    }
  }
  const path = `${FOLDER}${name.toLowerCase()}.jpg`;
  await page.mouse.move(0, 0);
  // A PNG takes twice as much.
  await page.screenshot({ path, type: 'jpeg', quality: 68, animations: 'disabled' });
  console.log(`${path.slice(FOLDER.length)}  ${Math.round((await stat(path)).size / 1_000)} KB`);
}
