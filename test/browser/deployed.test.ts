import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriersOn } from '../support/browser/check-access.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { LONG } from '../support/browser/stage.ts';
import { type RunningConsole, startConsole } from '../support/browser/start-console.ts';
import { openPage } from '../support/console-page.ts';
import type { ConsoleProcess } from '../support/run-console.ts';

const browser = await openBrowser();
const missing = typeof browser === 'string';
if (missing && process.env.CI === 'true')
  throw new Error(`the deployed console: cannot be played. ${browser}`);

/** A threat of its own, which the chats show before the deployed console looks for the first time. */
async function showThreat({ url, openThreat }: RunningConsole): Promise<string> {
  const id = await openThreat({});
  const own = await openPage(url, 'ada-winter');
  await own.until((now) => now.items.find((one) => one.id === id && one.stage === 'shown'), LONG.timeout);
  await own.close();
  return id;
}

/** As AWS calls the operator of the local cloud. */
const people = { 'the-operator': { name: 'Ada Winter', slack: 'U0ADAWINTER' } };

describe.skipIf(missing)('the console of a deployed bridge in a browser', () => {
  let bridge: RunningConsole;
  let deployed: ConsoleProcess;
  let page: Page;
  let threat: string;
  beforeAll(async () => {
    bridge = await startConsole(2, { people });
    threat = await showThreat(bridge);
    deployed = await bridge.openDeployed('--act');
    page = await (browser as Browser).newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(LONG.timeout);
    await page.goto(deployed.url);
    await page.getByText('Live', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await page?.close();
    await deployed?.stop();
    await bridge?.stop();
    if (!missing) await browser.close();
  });

  it('has all pages but World, begins with the cases, and keeps nobody out', async () => {
    const tabs = ['Cases', 'Chat', 'Verdicts', 'Health', 'Flow', 'Routes'];
    expect(await page.getByRole('tab').allTextContents()).toEqual(tabs);
    for (const name of tabs.toReversed()) {
      await page.getByRole('tab', { name }).click();
      await page.locator('.view .spinner').waitFor({ state: 'detached' });
      expect([name, await barriersOn(page)]).toEqual([name, []]);
    }
  });

  it('lists under Items what was shown before it was opened, also a threat that nobody acted on', async () => {
    await page.getByRole('tab', { name: 'Flow' }).click();
    const item = page.locator('.item').filter({ hasText: `threat ${threat.slice(0, 8)}` });
    await item.getByText('In the chat').waitFor();
    await item.click();
    await page.getByRole('dialog').getByText(threat).first().waitFor();
    await page.getByRole('dialog').getByText('Shown in soc').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('decides a case as the operator, by a key, and shows it under Chat, Flow and Verdicts', async () => {
    const { caseIds = [] } = await bridge.act({ do: 'open-cases', events: 0 });
    const id = String(caseIds[0]);
    const short = id.slice(0, 8);
    await page.getByRole('tab', { name: 'Cases' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(short);
    const row = page.locator('.case');
    await expect.poll(() => row.count(), LONG).toBe(1);
    await row.filter({ hasText: 'in soc' }).waitFor();
    // In its first minutes a bridge may have no key yet to prove a click: the page says so, and one presses again.
    const press = async () => {
      await row.focus();
      await page.locator('.case[aria-current=true]').waitFor();
      await page.keyboard.press('1');
    };
    const isUndecided = async () =>
      (await row.count()) === 1 && (await row.locator('.case-decided').count()) === 0;
    const recorded = async () => {
      if (await isUndecided()) await press();
      return bridge.recorded(id);
    };
    await expect.poll(recorded, { ...LONG, interval: 2_000 }).toMatchObject([{ outcome: 'TRUE_POSITIVE' }]);
    for (const tab of ['Chat', 'Flow']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('.item').filter({ hasText: short }).first().waitFor();
    }
    await page.getByRole('tab', { name: 'Verdicts' }).click();
    await page.locator('summary').filter({ hasText: short }).filter({ hasText: 'Recorded' }).waitFor();
  });
});
