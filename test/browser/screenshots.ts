/**
 * `npm run screenshots`: the main views of the console, light and dark, written to docs/images. The world is made to
 * look like one in which people work: some cases are decided, one was taken back, one waits for a second person.
 */
import { mkdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../support/browser/open-browser.ts';
import { Stage, type View } from '../support/browser/stage.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const WIDE = { width: 1280, height: 760 };
const NARROW = { width: 390, height: 760 };
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
  await stage.page.getByRole('button', { name: 'Hide this advice' }).click();
  await livenUp();
  for (const colorScheme of ['light', 'dark'] as const) {
    await stage.page.emulateMedia({ colorScheme });
    for (const view of ['Flow', 'Verdicts', 'Chat'] as const)
      await shoot(view, WIDE, `${view}-${colorScheme}`);
    await shoot('Chat', NARROW, `Chat-narrow-${colorScheme}`);
  }
} finally {
  await stage.stop();
  await browser.close();
}

/** Decisions of every kind, the last ones still to be seen in the chat. */
async function livenUp(): Promise<void> {
  const decide = async (button: string) => {
    const { caseIds = [] } = await stage.bridge.act({ do: 'open-cases', kind: 'severe', events: 2 });
    const slack = stage.caseIn('Slack', String(caseIds[0]));
    await slack.getByRole('button', { name: button }).click();
    return slack;
  };
  await (await decide('True positive')).getByText(/, recorded/).waitFor();
  const undone = await decide('False positive');
  await undone.getByRole('button', { name: 'Undo' }).click();
  await undone.getByRole('button', { name: 'False positive' }).click();
  await (await decide('True positive')).getByText(/, recorded/).waitFor();
  const approved = await decide('Escalate');
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await stage.become('Bo Larsen');
  await approved.getByRole('button', { name: 'Approve' }).click();
  await approved.getByText(/, recorded/).waitFor();
  await stage.become('Ada Winter');
  const waiting = await decide('Escalate');
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await waiting.getByText(/waits for a second person/).waitFor();
}

async function shoot(view: View, size: typeof WIDE, name: string): Promise<void> {
  const { page } = stage;
  await page.setViewportSize(size);
  await stage.goTo(view);
  await page.locator('.view .spinner').waitFor({ state: 'detached' });
  const path = `${FOLDER}${name.toLowerCase()}.png`;
  await page.mouse.move(0, 0);
  await page.screenshot({ path, animations: 'disabled' });
  console.log(`${path.slice(FOLDER.length)}  ${Math.round((await stat(path)).size / 1_000)} KB`);
}
