import { expect, it } from 'vitest';
import { barriersOn } from '../../support/browser/check-access.ts';
import type { Stage, View } from '../../support/browser/stage.ts';

const VIEWS: readonly View[] = ['Chat', 'Cases', 'Flow', 'World', 'Verdicts', 'Routes', 'Health'];
// Colours and layout do not depend on each other: each is looked at once.
const LOOKS = [
  ['light', 1280],
  ['dark', 390],
] as const;

export function access(onStage: () => Stage): void {
  it.for(LOOKS)('keeps nobody out, %s and %i wide', async ([colorScheme, width]) => {
    const { page } = onStage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const view of VIEWS) {
      await onStage().goTo(view);
      await page.locator('.view .spinner').waitFor({ state: 'detached' });
      expect([view, await barriersOn(page)]).toEqual([view, []]);
    }
  });
}
