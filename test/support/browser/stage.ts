import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RunningConsole, startConsole } from './start-console.ts';
import { type Watched, watchPage } from './watch-page.ts';

export type App = 'Slack' | 'Teams';
export type View = 'Cases' | 'Chat' | 'Verdicts' | 'Health' | 'Flow' | 'Routes' | 'World';

/** Longer than the slowest machine takes. */
export const LONG = { timeout: 90_000, interval: 250 };

/** What is to be seen then; or, of what may be seen for a moment only, whether it was done. */
type Done = Locator | (() => Promise<boolean>);

/** The console, and one page on which it is looked at, from one scene to the next. */
export class Stage {
  readonly bridge: RunningConsole;
  readonly page: Page;
  readonly watched: Watched;

  constructor(bridge: RunningConsole, page: Page) {
    this.bridge = bridge;
    this.page = page;
    this.watched = watchPage(page, bridge.url);
  }

  static async open(browser: Browser, undoSeconds: number): Promise<Stage> {
    const bridge = await startConsole(undoSeconds);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    page.setDefaultTimeout(LONG.timeout);
    return new Stage(bridge, page);
  }

  async load(): Promise<void> {
    await this.page.goto(this.bridge.url);
    await this.page.getByText('Live', { exact: true }).waitFor();
  }

  async goTo(view: View): Promise<void> {
    await this.page.getByRole('tab', { name: view }).click();
    await this.page.getByRole('tab', { name: view, selected: true }).waitFor();
  }

  async become(name: string): Promise<void> {
    const picker = this.page.getByLabel('You are', { exact: true });
    const all = await picker.locator('option').allTextContents();
    await picker.selectOption({ label: all.find((label) => label.startsWith(name)) ?? name });
    await this.page.getByText('Live', { exact: true }).waitFor();
  }

  /** Its id. Without events, which are threats as well and come at their own time. */
  async makeCase(): Promise<string> {
    const { caseIds = [] } = await this.bridge.act({ do: 'open-cases', events: 0 });
    return caseIds[0] ?? 'none was made';
  }

  /** The messages of a case in one of the chats. */
  caseIn(app: App, caseId: string): Locator {
    const words = `case ${caseId.slice(0, 8)}`;
    return this.page.getByRole('region', { name: app }).getByRole('article').filter({ hasText: words });
  }

  /** One that is in both chats, under Chat. */
  async showCase(): Promise<{ readonly caseId: string; readonly slack: Locator; readonly teams: Locator }> {
    const caseId = await this.makeCase();
    await this.goTo('Chat');
    const [slack, teams] = [this.caseIn('Slack', caseId), this.caseIn('Teams', caseId)];
    await Promise.all([slack.waitFor(), teams.waitFor()]);
    return { caseId, slack, teams };
  }

  /**
   * Presses until this is to be seen, as people do: again when they are told that it was not taken, which on a busy
   * machine may happen. A click of which nobody hears again is never repeated.
   */
  press(button: Locator, done: Locator): Promise<void> {
    return this.#pressAgain(async (isFirst) => {
      if (isFirst || (await button.isVisible())) await button.click();
    }, done);
  }

  /** The same with a key of the page. */
  pressKey(key: string, done: Done): Promise<void> {
    return this.#pressAgain(() => this.page.keyboard.press(key), done);
  }

  async #pressAgain(press: (isFirst: boolean) => Promise<void>, done: Done): Promise<void> {
    const refusals = this.page.locator('.notice.error').or(this.page.getByText("That didn't go through"));
    let known = await refusals.count();
    await press(true);
    const look = async () => {
      const isDone = typeof done === 'function' ? await done() : await done.first().isVisible();
      const refused = await refusals.count();
      if (!isDone && refused > known) await press(false);
      known = refused;
      return isDone;
    };
    await expect.poll(look, LONG).toBe(true);
  }

  /** Opens a form of Slack, again where Slack was too slow to open it, as on a busy machine it may be. */
  async openForm(message: Locator, option: string): Promise<Locator> {
    const form = this.page.getByRole('dialog');
    const soon = { timeout: 10_000 };
    const open = async () => {
      await message.getByLabel('More').click(soon);
      await message.getByRole('button', { name: option }).click(soon);
      await form.waitFor(soon);
    };
    const isOpen = async () => {
      if (!(await form.isVisible())) await open().catch(() => undefined);
      return form.isVisible();
    };
    await expect.poll(isOpen, LONG).toBe(true);
    return form;
  }

  /** A button under World, which says what it did. */
  async doInWorld(label: string): Promise<void> {
    await this.goTo('World');
    await this.page.getByRole('button', { name: label, exact: true }).click();
  }

  /** One of the boxes under Flow. */
  station(name: string): Locator {
    return this.page
      .getByRole('list', { name: 'The path of an item' })
      .locator('li')
      .filter({ hasText: name });
  }

  async stop(): Promise<void> {
    await this.page.close();
    await this.bridge.stop();
  }
}
