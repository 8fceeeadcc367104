import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNotebook } from '../../../../local/stand-in-kit/notebook.ts';
import { createHarness as createApi, NOW } from '../posture-api/harness.ts';
import { button, createHarness as createSlack } from '../slack/harness.ts';
import { block, CARD_TYPE, card, createHarness as createTeams, message } from '../teams/harness.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notebook-'));
  file = join(folder, 'world', 'notes.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const open = () => openNotebook(file);

describe('a notebook', () => {
  it('has what was written before, in order', () => {
    const first = open();
    expect(first.lines).toEqual([]);
    first.write({ a: 1 });
    first.write('zwei');
    expect(open().lines).toEqual([{ a: 1 }, 'zwei']);
    open().rewrite(['three']);
    expect(open().lines).toEqual(['three']);
  });

  it('leaves out half a line that a killed program wrote, and goes on behind it', async () => {
    open().write(1);
    await appendFile(file, '{"half":');
    const book = open();
    expect(book.lines).toEqual([1]);
    book.write(2);
    expect(await readFile(file, 'utf8')).toBe('1\n2\n');
  });
});

describe('a reference server with the notebook of an earlier one', () => {
  const start = (seed: number, atMs: number) => {
    const time = { now: atMs };
    const api = createApi({ seed, now: undefined, realClock: () => time.now, notebook: open() }, [
      'acme',
      'globex',
    ]);
    return { ...api, time };
  };
  const all = async ({ readAll }: ReturnType<typeof start>) => [
    await readAll('/cases'),
    await readAll('/threats'),
    await readAll('/cases', 200, 'globex'),
    await readAll('/users'),
  ];

  it('shows the very same world, with all that happened in it', async () => {
    const first = start(11, NOW);
    const { body } = await first.control('POST', '/cases', { count: 3, domain: 'acme' });
    const [opened, judged, removed] = body.case_ids as string[];
    first.time.now += 60_000;
    await first.control('POST', `/cases/${opened}/events`, { title: 'One more', domain: 'acme' });
    await first.control('POST', '/threats', { count: 2, domain: 'acme' });
    await first.control('POST', '/cases', { domain: 'globex', visible_in_ms: 90_000 });
    first.time.now += 60_000;
    const verdict = await first.post(`/cases/${judged}/verdict`, { outcome: 'SAFE', comment: 'a drill' });
    expect(verdict.status).toBe(200);
    await first.control('DELETE', `/cases/${removed}`, { domain: 'acme' });
    const before = await all(first);

    // Days later, with another seed, which does not count: the world is there already.
    const days = 3 * 24 * 3_600_000;
    const second = start(12, NOW + days);
    const later = start(12, NOW + days);
    expect(await all(second)).not.toEqual(before);
    // What was to become visible later has.
    const [cases, threats, others] = await all(second);
    expect([cases, threats]).toEqual(before.slice(0, 2));
    expect(others).toHaveLength((before[2]?.length ?? 0) + 1);
    expect(await all(later)).toEqual(await all(second));
  });

  it('gives new cases ids of their own', async () => {
    const openOne = async (api: ReturnType<typeof start>) =>
      (await api.control('POST', '/cases', { domain: 'acme' })).body.case_ids[0] as string;
    const ids = [
      await openOne(start(11, NOW)),
      await openOne(start(11, NOW + 1)),
      await openOne(start(11, NOW + 2)),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a chat with the notebook of an earlier one', () => {
  it('is the same Slack: channels, threads, private words, what was changed and what was deleted', async () => {
    const first = createSlack({ notebook: open() });
    const { channel, userId } = first;
    const post = (text: string, more: object = {}) =>
      first.call('chat.postMessage', { channel, text, ...more });
    const { ts } = await post('a case', { blocks: [{ type: 'actions', elements: [button('go')] }] });
    await post('its evidence', { thread_ts: ts });
    await first.call('chat.postEphemeral', { channel, user: userId, text: 'for you' });
    await first.call('chat.update', { channel, ts, text: 'a case, decided' });
    const { ts: gone } = await post('a mistake');
    await first.call('chat.delete', { channel, ts: gone });
    const seen = (slack: typeof first) => [
      slack.messages(channel),
      slack.thread(channel, ts),
      slack.ephemeral(userId),
    ];
    const second = createSlack({ notebook: open() });
    expect(seen(second)).toEqual(seen(first));
    expect(second.messages(channel)).toHaveLength(1);
    expect((await second.call('chat.update', { channel, ts, text: 'recorded' })).ok).toBe(true);
    expect(createSlack({ notebook: open() }).message(channel, ts)?.text).toBe('recorded');
  });

  it('is the same Teams: cards, threads, and what one person sees alone', async () => {
    const deliver = async () =>
      Response.json({ statusCode: 200, type: CARD_TYPE, value: card([block('Mine')]) });
    const options = () => ({ notebook: open(), deliver, requestUrl: 'https://bot.example/teams' });
    const first = createTeams(options());
    const { channel, userId, otherId } = first;
    const id = await first.post(
      card([block('A case')], { actions: [{ type: 'Action.Execute', title: 'go', verb: 'go' }] }),
    );
    await first.call('POST', `/${channel};messageid=${id}/activities`, message(card([block('Evidence')])));
    const gone = await first.post(card([block('A mistake')]));
    await first.call('DELETE', `/${channel}/activities/${gone}`);
    await first.click({ channel, id, userId, verb: 'go' });
    const seen = (teams: typeof first) => [
      teams.messages(channel),
      teams.thread(channel, id),
      teams.cardFor(channel, id, userId),
      teams.cardFor(channel, id, otherId),
    ];
    const second = createTeams(options());
    expect(seen(second)).toEqual(seen(first));
    expect(second.cardFor(channel, id, userId)).toEqual(card([block('Mine')]));
    expect(second.thread(channel, id)).toHaveLength(1);
  });
});
