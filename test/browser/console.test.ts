import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser/open-browser.ts';
import { Stage } from '../support/browser/stage.ts';
import { access } from './scenes/access.ts';
import { approving } from './scenes/approving.ts';
import { deciding } from './scenes/deciding.ts';
import { firstLook } from './scenes/first-look.ts';
import { keyboard } from './scenes/keyboard.ts';
import { looking } from './scenes/looking.ts';
import { narrowAndDark } from './scenes/narrow-and-dark.ts';
import { storm } from './scenes/storm.ts';
import { trouble } from './scenes/trouble.ts';

/** Short, because much waits for its end. */
const UNDO_SECONDS = 6;

const browser = await openBrowser();
const missing = typeof browser === 'string';
if (missing) process.stderr.write(`The browser tests are skipped. ${browser}\n`);

// One bridge for all scenes, which starts once. They play in this order, and each leaves the world well.
describe.skipIf(missing)('the console in a browser', { timeout: 180_000 }, () => {
  let stage: Stage;
  const onStage = () => stage;

  beforeAll(async () => {
    stage = await Stage.open(browser as Browser, UNDO_SECONDS);
    await stage.load();
  }, 180_000);
  afterAll(async () => {
    await stage?.stop();
    await (browser as Browser).close();
  }, 60_000);
  afterEach(() => {
    const { strays, complaints } = stage.watched;
    expect([strays.splice(0), complaints.splice(0)]).toEqual([[], []]);
  });

  describe('at first', () => firstLook(onStage));
  describe('deciding', () => deciding(onStage));
  describe('a second person', () => approving(onStage));
  describe('looking closer', () => looking(onStage));
  describe('for everybody', () => access(onStage));
  describe('on a small screen and at night', () => narrowAndDark(onStage));
  describe('without a mouse', () => keyboard(onStage));
  describe('when something is wrong', () => trouble(onStage));
  describe('in a storm', () => storm(onStage));

  it('has asked for something at all, or nothing above would be shown', () => {
    expect(stage.watched.requests).toBeGreaterThan(20);
  });
});
