import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './open-browser.ts';
import { Stage } from './stage.ts';

/** Short, because much waits for its end. */
const UNDO_SECONDS = 6;

/** Scenes on one bridge, which starts once. They play in their order. */
export async function onOneStage(title: string, play: (onStage: () => Stage) => void): Promise<void> {
  const browser = await openBrowser();
  const missing = typeof browser === 'string';
  if (missing) {
    // Where a machine decides, scenes that nobody played must not look like scenes that went well.
    if (process.env.CI === 'true') throw new Error(`${title}: cannot be played. ${browser}`);
    process.stderr.write(`${title}: skipped. ${browser}\n`);
  }

  describe.skipIf(missing)(title, () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await Stage.open(browser as Browser, UNDO_SECONDS);
      await stage.load();
    });
    afterAll(async () => {
      await stage?.stop();
      await (browser as Browser).close();
    });
    afterEach(async () => {
      // One that failed half way leaves the world as it was then.
      await stage.bridge.act({ do: 'set-api', state: 'well' });
      await stage.bridge.act({ do: 'set-slack', up: true });
      await stage.bridge.act({ do: 'set-teams', up: true });
      await stage.page.keyboard.press('Escape');
      await stage.become('Ada Winter');
      const { strays, complaints } = stage.watched;
      expect([strays.splice(0), complaints.splice(0)]).toEqual([[], []]);
    });

    play(() => stage);

    it('has asked for something at all, or nothing above would be shown', () => {
      expect(stage.watched.requests).toBeGreaterThan(20);
    });
  });
}
