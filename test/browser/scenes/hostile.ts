import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { VIEWS } from '../../../console/client/state/address.ts';
import type { Stage } from '../../support/browser/stage.ts';

const SEEN = '<img src=evil.png';
/** What somebody might write who wants to be clicked, or to run something in a page. */
const HOSTILE = [
  `"'>${SEEN} onerror="window.ran=1"><svg onload="window.ran=1"></svg>`,
  '<script>window.ran=1</script><a href="javascript:window.ran=1//evil">open</a>',
  '[open](javascript:evil) <https://evil.example|open> **bold** <base href=//evil.example>',
].join(' ');

/** The views that show what the case says, each of them: or nothing would have been looked at. */
const SHOW_IT: readonly string[] = ['chat', 'cases', 'flow', 'world', 'verdicts'];

/** What is on the page that nobody of ours put there. */
const strangeOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    const strange = all.filter(
      (element) =>
        /^(?:script|iframe|object|embed|base|meta|link)$/.test(element.localName) ||
        [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') ||
            (name === 'style' && /url\(/.test(value)) ||
            (/^(?:href|src|srcdoc|action|formaction|xlink:href|data)$/.test(name) &&
              /evil|^\s*(?:javascript|data):/i.test(value)),
        ),
    );
    return [
      ...strange.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ...('ran' in window ? ['something ran'] : []),
    ];
  });

export function hostile(onStage: () => Stage): void {
  it('draws what strangers wrote as text in every view, and runs none of it', async () => {
    const { page, bridge } = onStage();
    const event = {
      title: HOSTILE,
      summary: HOSTILE,
      source: HOSTILE,
      category: [HOSTILE],
      signal_type: HOSTILE,
    };
    const fields = { user_name: HOSTILE, user_email: HOSTILE, threat_brief: HOSTILE };
    const openOne = () => bridge.openCase({ ...fields, event_count: undefined, events: [event] });
    // One is decided, with a comment of the same kind; the other is left to decide.
    const [caseId, left] = [await openOne(), await openOne()];
    await onStage().goTo('Chat');
    const [slack, teams] = [onStage().caseIn('Slack', caseId), onStage().caseIn('Teams', caseId)];
    await Promise.all([slack.waitFor(), onStage().caseIn('Slack', left).waitFor()]);
    await teams.getByRole('button', { name: 'With comment…' }).click();
    await teams.getByRole('radio', { name: 'False positive' }).check();
    await teams.getByRole('textbox', { name: 'Comment' }).fill(HOSTILE);
    await onStage().press(
      teams.getByRole('button', { name: 'Decide' }),
      slack.getByText(/Ada Winter: false positive/),
    );
    await teams.getByText(/Ada Winter: false positive, recorded/).waitFor();
    // By the list of the views itself, with the story of the case beside each: a new view is looked at too.
    for (const view of VIEWS) {
      for (const place of [view, `${view}/acme/cases/${caseId}`]) {
        await page.evaluate((hash) => location.assign(hash), `#/${place}`);
        await page.locator(`#tab-${view}[aria-selected="true"]`).waitFor();
        await page.locator('.spinner').first().waitFor({ state: 'detached' });
        expect([place, await strangeOn(page)]).toEqual([place, []]);
      }
      if (!SHOW_IT.includes(view)) continue;
      await page.locator('#view').filter({ hasText: SEEN }).waitFor();
      expect([view, await strangeOn(page)]).toEqual([view, []]);
    }
    expect(VIEWS).toEqual(expect.arrayContaining([...SHOW_IT]));
  });
}
