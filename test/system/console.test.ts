import '../support/aws/quiet-sdk.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { createFunctionLogs } from '../../console/local-home/logs/function-logs.ts';
import type { Message, Snapshot, Story, Verdicts, World } from '../../console/wire.ts';
import { runBridge } from '../../local/start/run-bridge.ts';
import { type ConsolePage, openPage } from '../support/console-page.ts';

// Longer than the slowest machine takes.
const LONG = { timeout: 900_000, interval: 250 };

const closing: (() => unknown)[] = [];
let url: string;
let controlUrl: string;
let ada: ConsolePage;
let cleo: ConsolePage;

if (!example.verdicts) throw new Error('the example has no verdicts');
const config = { ...example, verdicts: { ...example.verdicts, undoSeconds: 0 } };

// As npm start does it, without a process for it: that it does so is tested where npm start is.
beforeAll(async () => {
  const soon = (then: () => void) => void setTimeout(then, 200).unref();
  const logs = createFunctionLogs({ now: Date.now, secrets: [], soon });
  const running = await runBridge({ config, closing, logs });
  await running.firstLook;
  ({ url } = running.console);
  const { postureApi } = Object.fromEntries(running.parts.map(({ id, json }) => [id, json]));
  ({ controlUrl } = postureApi as { controlUrl: string });
  ada = await openPage(url, 'ada-winter');
  cleo = await openPage(url, 'cleo-marsh');
});

afterAll(async () => {
  await Promise.all([ada?.close(), cleo?.close()]);
  for (const close of closing.splice(0).reverse()) await close();
});

const act = (body: object) => ada.post<{ said: string; caseIds?: string[] }>('/api/world', body);

/** Its id. Without events, which are threats as well and come at their own time. */
async function openCase(): Promise<string> {
  const { caseIds = [] } = await act({ do: 'open-cases', events: 0 });
  return caseIds[0] ?? 'none was made';
}

const isAbout = (caseId: string) => (message: Message) =>
  message.root === null && message.html?.includes(caseId);

const untilInSlack = (page: ConsolePage, caseId: string) =>
  page.until((now) => now.slack.messages.find(isAbout(caseId)), LONG.timeout);

/** Pressed again where the app was too slow, as on a busy machine it is when it starts. */
const press = (page: ConsolePage, click: object) =>
  expect
    .poll(() => page.post<object>('/api/slack/click', click), LONG)
    .not.toMatchObject({ told: [{ kind: 'error' }] });

const wordsTo = ({ slack }: Snapshot) => slack.messages.filter(({ onlyYou }) => onlyYou);
const isRecorded = ({ items }: Snapshot, caseId: string) =>
  items.some(({ id, stage }) => id === caseId && stage === 'recorded');

/** What somebody is told who clicks in vain. Clicked again when that is no more than to click again. */
async function wordAfter(page: ConsolePage, click: object): Promise<string> {
  for (let before = wordsTo(page.now()).length; ; before++) {
    await press(page, click);
    const { text } = await page.until((now) => wordsTo(now)[before], LONG.timeout);
    if (!text.includes('Nothing was recorded. Press again')) return text;
  }
}

/** Clicks until it is recorded: whoever is told a word instead clicks again. */
async function decide(page: ConsolePage, caseId: string, click: object): Promise<void> {
  for (let before = wordsTo(page.now()).length; !isRecorded(page.now(), caseId); before++) {
    await press(page, click);
    await page.until((now) => isRecorded(now, caseId) || wordsTo(now)[before], LONG.timeout);
  }
}

const storyOf = (caseId: string) => ada.get<Story>(`/api/items/acme/cases/${caseId}`);
const rowsOf = async (caseId: string) =>
  (await ada.get<Verdicts>('/api/verdicts')).rows.filter((row) => row.caseId === caseId);
const worldNow = (test: (world: World) => boolean) =>
  ada.until((now) => test(now.world) || undefined, LONG.timeout);

describe('the console of npm start', () => {
  it('is a page that lets nothing in from elsewhere, and listens to nobody else', async () => {
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    for (const file of ['console.js', 'console.css']) {
      const answer = await fetch(`${url}${file}`);
      expect(answer.status).toBe(200);
      expect((await answer.text()).length).toBeGreaterThan(0);
    }
    const body = JSON.stringify({ do: 'set-slack', up: false });
    const refused = async (headers: Record<string, string>) =>
      (await fetch(`${url}api/world`, { method: 'POST', body, headers })).status;
    const json = { 'Content-Type': 'application/json' };
    expect(await refused({ ...json, Origin: 'http://evil.example' })).toBe(403);
    expect(await refused(json)).toBe(403);
    expect(await refused({ Origin: new URL(url).origin, 'Content-Type': 'text/plain' })).toBe(415);
    expect(ada.now().world.slack.up).toBe(true);
  });

  it('shows all parts at first', () => {
    const { people, about, slack, teams, flow, world }: Snapshot = ada.now();
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Ada Winter', 'analyst'],
      ['Bo Larsen', 'second analyst'],
      ['Cleo Marsh', 'not allowed'],
    ]);
    expect(about).toMatchObject({ domains: ['acme'], notes: [] });
    expect(slack.channels.map(({ name }) => name)).toContain('soc');
    expect(teams.channels[0]?.name).toBe('soc-teams');
    expect(flow.functions.map(({ id }) => id).sort()).toEqual([
      'action',
      'notify-slack',
      'notify-teams',
      'poll',
      'reconcile',
      'verdict',
    ]);
    expect(flow.queues.map(({ id }) => id).sort()).toEqual(['slack', 'teams', 'ticks', 'verdict']);
    expect(flow.feeds).toMatchObject([
      { domain: 'acme', feed: 'cases', lastOutcome: 'polled', paused: null },
      { domain: 'acme', feed: 'threats', order: 'newest-first' },
    ]);
    expect(flow.budgets).toMatchObject([
      { kind: 'read', limit: 1000 },
      { kind: 'write', limit: 200 },
    ]);
    expect(flow.budgets[0]?.used).toBeGreaterThan(0);
    expect(world).toMatchObject({
      api: { isStandIn: true, state: 'well' },
      slack: { up: true },
      teams: { up: true },
    });
  });

  it('shows a case by itself, takes clicks the real way, and tells the whole story', async () => {
    const caseId = await openCase();
    const { channel, key: ts } = await untilInSlack(ada, caseId);
    await ada.until(
      (now) => now.teams.messages.find((one) => JSON.stringify(one.card).includes(caseId)),
      LONG.timeout,
    );
    await ada.until(
      (now) => now.items.find(({ id, stage }) => id === caseId && stage === 'shown'),
      LONG.timeout,
    );

    const click = { channel, ts, actionId: 'verdict:TRUE_POSITIVE' };
    await untilInSlack(cleo, caseId);
    const told = await wordAfter(cleo, { person: 'cleo-marsh', ...click });
    expect(told).toMatch(/can't decide/);
    expect(wordsTo(ada.now())).toEqual([]);

    const { verdicts } = ada.now();
    await decide(ada, caseId, { person: 'ada-winter', ...click });
    await ada.until((now) => now.verdicts !== verdicts || undefined, LONG.timeout);
    const recorded = (await (await fetch(`${controlUrl}/verdicts`)).json()) as { verdicts: object[] };
    expect(recorded.verdicts).toMatchObject([{ case_id: caseId, body: { outcome: 'TRUE_POSITIVE' } }]);

    const trail = async () => (await rowsOf(caseId)).map(({ what }) => what);
    await expect.poll(trail, LONG).toEqual(expect.arrayContaining(['recorded', 'denied']));
    const steps = (await trail()).filter((what) => what !== 'denied' && what !== 'refused');
    expect(steps).toEqual(['recorded', 'posting', 'requested']);
    const rows = await rowsOf(caseId);
    expect(rows).toContainEqual(
      expect.objectContaining({
        what: 'recorded',
        outcome: 'TRUE_POSITIVE',
        toVerdictMs: expect.any(Number),
      }),
    );
    const csv = await (await fetch(`${url}api/verdicts.csv`)).text();
    expect(csv.split('\r\n').filter((line) => line.includes(caseId))).toHaveLength(1);

    const { stage, effects } = await storyOf(caseId);
    expect(stage).toBe('recorded');
    expect(effects.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Created in the platform',
        'Shown in soc',
        'Shown in soc-teams',
        'Ada Winter decided: true positive',
        'The platform recorded: true positive',
      ]),
    );
    const times = effects.flatMap(({ atMs }) => atMs ?? []);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('says who is on a case, in the words of the terminal and in its story', async () => {
    const caseId = await openCase();
    const { channel, key: ts } = await untilInSlack(ada, caseId);
    const said = (words: string) =>
      ada.until((now) => now.activity.find(({ text }) => text === words), LONG.timeout);
    const click = { person: 'ada-winter', channel, ts };
    await press(ada, { ...click, actionId: 'claim:claim' });
    await said(`acme: case ${caseId.slice(0, 8)}: Ada Winter is on it`);
    await ada.until(
      (now) =>
        now.slack.messages.find((one) => isAbout(caseId)(one) && one.html?.includes('claim:hand-back')),
      LONG.timeout,
    );
    await press(ada, { ...click, actionId: 'claim:hand-back' });
    await said(`acme: case ${caseId.slice(0, 8)}: Ada Winter handed it back`);
    const { effects } = await storyOf(caseId);
    expect(effects.flatMap(({ kind, text }) => (kind === 'claim' ? text : []))).toEqual([
      'Ada Winter is on it',
      'Ada Winter handed it back',
    ]);
  });

  it('says where an item goes, and why', async () => {
    const caseId = await openCase();
    await untilInSlack(ada, caseId);
    const tried = await ada.post<object>('/api/try', { domain: 'acme', feed: 'cases', id: caseId });
    expect(tried).toMatchObject({
      kind: 'case',
      goesTo: ['soc', 'soc-teams'],
      routes: [{ outcome: 'matched' }],
    });
    expect(await ada.get('/api/config')).toMatchObject({ routes: [{ name: 'everything' }] });
  });

  it('takes Slack down, and what waited arrives when it is up again', async () => {
    await act({ do: 'set-slack', up: false });
    await worldNow(({ slack }) => !slack.up);
    const caseId = await openCase();
    const waits = ({ flow }: Snapshot) => {
      const queue = flow.queues.find(({ id }) => id === 'slack');
      return (queue?.waiting ?? 0) + (queue?.inFlight ?? 0) + (queue?.delayed ?? 0) > 0 || undefined;
    };
    await ada.until(waits, LONG.timeout);
    expect(ada.now().slack.messages.some(isAbout(caseId))).toBe(false);
    await act({ do: 'set-slack', up: true });
    await untilInSlack(ada, caseId);
    expect(ada.now().slack.messages.filter(isAbout(caseId))).toHaveLength(1);
  });

  it('kills a function in the middle of its run, which people notice and survive', async () => {
    const caseId = await openCase();
    const { channel, key: ts } = await untilInSlack(ada, caseId);
    expect((await act({ do: 'kill', function: 'action' })).said).toMatch(/next run/);
    await worldNow(({ functions }) => functions.some(({ id, armed }) => id === 'action' && armed));
    const click = { channel, ts, actionId: 'verdict:FALSE_POSITIVE' };
    // A run may be over before it is killed: then it is the next one. Her clicks change nothing on the message.
    const clickUntilItDies = async () => {
      await cleo.post('/api/slack/click', { person: 'cleo-marsh', ...click });
      return ada.now().flow.functions.find(({ id }) => id === 'action')?.counts?.errors;
    };
    await expect.poll(clickUntilItDies, { ...LONG, interval: 1_500 }).toBe(1);
    await ada.until(
      ({ activity }) => activity.find(({ text }) => /function action died/.test(text)),
      LONG.timeout,
    );
    await decide(ada, caseId, { person: 'ada-winter', ...click });
  });

  it('changes the world, and shows how it is', async () => {
    await act({ do: 'set-order', order: 'oldest-first' });
    await act({ do: 'set-api', state: 'slow' });
    await worldNow(({ api }) => api.order === 'oldest-first' && api.state === 'slow');
    await act({ do: 'set-api', state: 'well' });
    await act({ do: 'set-order', order: 'newest-first' });
    await worldNow(({ api }) => api.order === 'newest-first' && api.state === 'well');
  });
});
