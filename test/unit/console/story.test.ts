import { describe, expect, it } from 'vitest';
import {
  isAtRest,
  lastMoveMs,
  momentOf,
  readItemRows,
  type Standing,
  stageOf,
} from '../../../console/flow/item-rows.ts';
import { tellStory } from '../../../console/flow/tell-story.ts';
import type { ClaimEntry } from '../../../lib/case/answer.ts';
import { newEvent } from '../../../lib/endpoints/endpoint-event.ts';
import type { EventLedger } from '../../../lib/endpoints/event-ledger.ts';
import { auditOf } from '../../../lib/verdict/audit.ts';
import { caseRecord } from '../../support/case-records.ts';
import {
  ADA,
  caseItem,
  configOf,
  createHarness,
  delivery,
  KEY,
  type Loose,
  NOW,
  trailEntry,
  verdict,
} from './harness.ts';

const BO = { surface: 'slack', id: 'U0BOLARSEN', name: 'bo.larsen' } as const;

const standing = (deliveries: Standing['deliveries'], more: Partial<Standing> = {}): Standing => ({
  deliveries,
  answer: null,
  told: [],
  awaited: [],
  ...more,
});

const decided = (state: Loose) => ({ ...verdict(), decision: { ...verdict().decision, state } });

describe('how far an item has come', () => {
  it.each([
    ['queued', [], null],
    ['queued', [delivery({ main: null })], null],
    ['shown', [delivery()], null],
    ['shown', [delivery(), delivery({ main: null, parked: 'no such channel' })], null],
    ['queued', [delivery(), delivery({ main: null })], null],
    ['parked', [delivery({ main: null, parked: 'no such channel' })], null],
    ['told', [delivery({ main: null, coveredElsewhere: true })], null],
    ['shown', [delivery(), delivery({ main: null, coveredElsewhere: true })], null],
    ['queued', [delivery({ main: null }), delivery({ main: null, coveredElsewhere: true })], null],
    ['waiting', [delivery()], decided({ is: 'undoable', sinceMs: 1, untilMs: 2 })],
    ['waiting', [delivery()], decided({ is: 'awaiting-approval' })],
    ['posting', [delivery()], decided({ is: 'posting', sinceMs: 1 })],
    ['recorded', [delivery()], verdict()],
    ['failed', [delivery()], decided({ is: 'failed', because: 'gave-up' })],
    ['shown', [delivery()], decided({ is: 'undone' })],
  ] as const)('%s', (stage, deliveries, ofCase) => {
    expect(stageOf(standing(deliveries, { answer: ofCase }))).toBe(stage);
  });

  it('is in the chat once all places have it, and decided wherever it is', () => {
    const halfway = standing([delivery()], { awaited: ['second'] });
    expect(stageOf(halfway)).toBe('queued');
    expect(stageOf({ ...halfway, answer: verdict() })).toBe('recorded');
    expect(isAtRest({ ...halfway, answer: verdict() })).toBe(false);
  });

  it('rests when nothing is begun anywhere', () => {
    expect(isAtRest(standing([delivery()], { answer: verdict() }))).toBe(true);
    const begun = { note: 'main', hash: 'h', sinceMs: NOW };
    expect(isAtRest(standing([delivery({ begun })]))).toBe(false);
    expect(isAtRest(standing([delivery(), delivery({ main: null })]))).toBe(false);
    const posting = decided({ is: 'posting', sinceMs: 1 });
    expect(isAtRest(standing([delivery()], { answer: posting }))).toBe(false);
  });

  it('knows when a message was posted by its name', () => {
    expect(momentOf({ channel: 'C0123ABCD', ts: '1763197200.123456' })).toBe(1_763_197_200_123);
    expect(momentOf({ conversation: '19:x@thread.tacv2', activity: '1763197200456' })).toBe(
      1_763_197_200_456,
    );
    expect(momentOf({ channel: 'C0123ABCD' })).toBeNull();
  });
});

describe('the story of an item', () => {
  it('has every effect, in the order of their times', () => {
    const trail = [
      trailEntry({ comment: 'Seen it myself.' }),
      trailEntry({ atMs: NOW - 25_000, what: 'posting', by: null }),
      trailEntry({
        atMs: NOW - 20_000,
        what: 'recorded',
        by: null,
        place: null,
        answer: 'recorded and resolved',
      }),
    ];
    const notes = { evidence: { channel: 'C0SOC0CASES', ts: `${NOW / 1_000 - 39}.000200` } };
    const story = tellStory(KEY, standing([delivery({ notes })], { answer: verdict(trail) }));
    expect(story).toMatchObject({ ...KEY, title: 'Data exfiltration · Ida Berg', stage: 'recorded' });
    expect(story.effects.map(({ atMs, kind, text }) => [(atMs ?? 0) - NOW, kind, text])).toEqual([
      [-60_000, 'created', 'Created in the platform'],
      [-50_000, 'queued', 'Handed over for soc'],
      [-40_000, 'shown', 'Shown in soc'],
      [-39_000, 'note', 'Its thread in soc tells more evidence'],
      [-30_000, 'verdict', 'ada.winter decided: true positive'],
      [-25_000, 'verdict', 'The bridge sends to the platform: true positive'],
      [-20_000, 'verdict', 'The platform recorded: true positive'],
    ]);
    expect(story.effects[4]?.detail).toBe('in soc · “Seen it myself.”');
    expect(story.facts).toContainEqual({ label: 'Person', text: 'Ida Berg' });
  });

  it('says who is on a case, and what was done when nobody answered', () => {
    const step = { n: 1, route: 'everything', step: 1, afterMs: 900_000, atMs: NOW - 38_000, to: ['vip'] };
    const note = { channel: 'C0SOC0CASES', ts: `${NOW / 1_000 - 37}.000200` };
    const deliveries = [
      delivery({
        called: ['main', 'escalation:1'],
        notes: { 'escalation:1': note },
      }),
      delivery({
        key: { ...KEY, destination: 'vip' },
        main: null,
      }),
    ];
    const entry = {
      what: 'claimed',
      id: 'c1',
      outcome: null,
      by: BO,
      place: 'soc',
      comment: null,
      answer: null,
    } as const;
    const trail: readonly ClaimEntry[] = [
      { ...entry, atMs: NOW - 36_000 },
      { ...entry, atMs: NOW - 34_000, what: 'taken-over', by: ADA, answer: 'from bo.larsen (slack U0BO)' },
      { ...entry, atMs: NOW - 32_000, what: 'handed-back', by: ADA },
    ];
    const answer = {
      ...{ domain: 'acme', caseId: 'case-1', version: 3, decision: null },
      claim: null,
      trail,
      steps: [step],
    };
    const rows = standing(deliveries, { answer });
    const { effects } = tellStory(KEY, rows);
    expect(
      effects
        .filter(({ atMs }) => atMs && atMs >= NOW - 40_000)
        .map(({ kind, text, detail }) => [kind, text, detail]),
    ).toEqual([
      ['shown', 'Shown in soc', 'It calls the people whom the route names.'],
      [
        'escalation',
        'Unacknowledged for 15 minutes, so the bridge sends it to vip too',
        'step 1 of the route everything',
      ],
      [
        'note',
        'Its thread in soc tells that nobody acknowledged it',
        'It calls the people whom the route names.',
      ],
      ['claim', 'bo.larsen is on it', 'in soc'],
      ['claim', 'ada.winter took it over', 'in soc · from bo.larsen (slack U0BO)'],
      ['claim', 'ada.winter handed it back', 'in soc'],
    ]);
    expect(lastMoveMs(rows)).toBe(NOW - 32_000);
  });

  it('names no note as the ledger does', () => {
    const ref = { channel: 'C0SOC0CASES', ts: `${NOW / 1_000}.000200` };
    const keys = [
      'evidence:1',
      'events:0a1b:2',
      'earlier:1',
      'decision:0f:recorded',
      'escalation:1',
      'who:person',
      'new:1',
    ];
    const notes = Object.fromEntries(keys.map((key) => [key, ref]));
    const { effects } = tellStory(KEY, standing([delivery({ notes })]));
    expect(effects.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual([
      'Its thread in soc tells more evidence',
      'Its thread in soc tells of new events',
      'Its thread in soc tells of threats that came before the case',
      'Its thread in soc tells how the decision went',
      'Its thread in soc tells that nobody acknowledged it',
      'Its thread in soc tells who it is about',
      'Its thread in soc tells more about it',
    ]);
  });

  it('says what is in doubt, and what cannot be shown', () => {
    const begun = { note: 'main', hash: 'h', sinceMs: NOW };
    const { effects } = tellStory(
      KEY,
      standing([delivery({ main: null, begun }), delivery({ main: null, parked: 'no such channel' })]),
    );
    expect(effects.slice(-2)).toMatchObject([
      { kind: 'doubt', atMs: NOW },
      { kind: 'parked', atMs: null, detail: 'no such channel' },
    ]);
  });

  it('has the events of a case, the most telling first, and the link to the platform', async () => {
    const domains = {
      acme: {
        baseUrl: 'http://127.0.0.1:4010/api/v1/external',
        apiKey: '/pb/acme/api-key',
        consoleUrl: 'https://platform.example/{kind}/{id}',
      },
    };
    const { deliveries, get } = createHarness({ config: configOf({ domains }) });
    const events = [
      { event_id: 'e1', title: 'A login', severity: 'low' },
      { event_id: 'e2', title: 'A\u202edownload', severity: 'high', source: 'Drive' },
    ];
    const item = caseItem({ events }) as Loose;
    await deliveries.save(delivery({ content: { kind: 'case', item, trimmed: [] } }), 0, null, NOW);
    const story = (await (await get(`/api/items/acme/cases/${KEY.id}`)).json()) as Loose;
    expect(story.events).toMatchObject([
      { id: 'e2', severity: 'high', source: 'Drive', title: expect.not.stringContaining('\u202e') },
      { id: 'e1', severity: 'low' },
    ]);
    expect(story.link).toBe(`https://platform.example/cases/${KEY.id}`);
  });

  it('says where a case is muted or deduped instead of shown', async () => {
    const { cases, get } = createHarness();
    const withheld = { by: 'mute', id: 'm', severity: null, episode: 0 } as const;
    await cases.save(caseRecord({ caseId: KEY.id, places: { soc: withheld } }));
    const story = (await (await get(`/api/items/acme/cases/${KEY.id}`)).json()) as Loose;
    expect(story).toMatchObject({
      stage: 'withheld',
      effects: [{ kind: 'withheld', text: 'Not shown: muted in soc', detail: 'A mute hides it there.' }],
    });
    const both = standing([delivery()], { withheld: [{ destination: 'ops', by: 'dedupe' }] });
    expect(stageOf(both)).toBe('shown');
    expect(tellStory(KEY, both).effects.map(({ text }) => text)).toContain('Not shown: deduped in ops');
  });

  it('says that another message tells it, and waits for nothing', () => {
    const told = delivery({
      key: { ...KEY, feed: 'threats', destination: 'soc' },
      main: null,
      coveredElsewhere: true,
    });
    const { stage, effects } = tellStory({ ...KEY, feed: 'threats' }, standing([told]));
    expect(stage).toBe('told');
    expect(effects.at(-1)).toMatchObject({
      kind: 'told',
      text: 'Told in soc by the message of its case, or by a digest',
    });
    expect(isAtRest(standing([told]))).toBe(true);
  });

  it('says that a threat is told along with others, once their message stands there', async () => {
    const key = { domain: 'acme', feed: 'threats', id: 't1', destination: 'soc' } as const;
    const told = delivery({ key, main: null, coveredElsewhere: true, groupId: 'threats:x' });
    const shown = delivery({ key: { ...key, domain: '-', feed: 'digests', id: 'threats:x' } });
    const storyWith = async (group: typeof shown) => {
      const deliveries = {
        places: async () => [{ value: told, version: 2 }],
        load: async () => ({ value: group, version: 3 }),
      };
      const rows = await readItemRows(
        { ledger: { deliveries, events: { namesOf: async () => [] } } as never },
        key,
      );
      return tellStory(key, { ...rows, awaited: [] });
    };
    expect(await storyWith({ ...shown, main: null })).toMatchObject({ stage: 'queued' });
    const { stage, effects } = await storyWith(shown);
    expect(stage).toBe('told');
    expect(effects.at(-1)?.text).toBe('Told in soc along with other threats, in one message');
  });

  it('says where it is still on its way to, whether or not there is a row', () => {
    const deliveries = [delivery(), delivery({ key: { ...KEY, destination: 'second' }, main: null })];
    const { stage, effects } = tellStory(KEY, standing(deliveries, { awaited: ['third'] }));
    expect(stage).toBe('queued');
    expect(effects.slice(-2)).toMatchObject([
      { kind: 'awaited', atMs: null, text: 'Still on its way to second' },
      { kind: 'awaited', atMs: null, text: 'Still on its way to third' },
    ]);
  });

  it('lets no text turn a line around', () => {
    const item = caseItem({ user_name: 'Ida\u202e greB', threat_brief: 'Much\u2066 was copied.' }) as Loose;
    const story = tellStory(
      KEY,
      standing([delivery({ content: { kind: 'case', item, trimmed: [] } })], {
        answer: verdict([trailEntry({ comment: 'seen\u202e it' })]),
      }),
    );
    expect(JSON.stringify(story)).not.toMatch(/\p{Bidi_Control}/u);
    expect(story.title).toBe('Data exfiltration · Ida greB');
  });

  it('is read from the ledger', async () => {
    const { get, deliveries, answers, feeds } = createHarness();
    await deliveries.save(delivery(), 0, null, NOW);
    const entry = { id: 'c1', by: BO, place: 'soc', atMs: NOW, outcome: null, comment: null, answer: null };
    await answers.save(verdict([{ ...entry, what: 'claimed' }]));
    const story = (await (await get('/api/items/acme/cases/case-1')).json()) as Loose;
    expect(story).toMatchObject({ stage: 'recorded', id: 'case-1' });
    expect(story.effects.at(-1)).toMatchObject({ kind: 'claim', text: 'bo.larsen is on it' });

    await feeds.record({ domain: 'acme', feed: 'threats' }, [{ id: 'old', createdAtMs: NOW, missing: [] }]);
    const seen = (await (await get('/api/items/acme/threats/old')).json()) as Loose;
    expect(seen.effects[0].text).toMatch(/^Seen, and not announced/);
    await feeds.noteCovered('acme', [{ id: 'e1', caseId: 'case-1', at: ['soc'] }]);
    const told = (await (await get('/api/items/acme/threats/e1')).json()) as Loose;
    expect(told).toMatchObject({ stage: 'told', effects: [{ text: 'Its case tells it in soc' }] });
    expect((await get('/api/items/acme/cases/none')).status).toBe(404);
    expect((await get('/api/items/acme/rows/none')).status).toBe(404);
  });

  it('is found by the first 8 characters of its id, unless another case begins so', async () => {
    const { get, deliveries, answers } = createHarness();
    const idOf = (n: number) => `7f3e2a10-0000-4000-8000-00000000000${n}`;
    const decide = async (n: number) => {
      await deliveries.save(delivery({ key: { ...KEY, id: idOf(n), destination: 'soc' } }), 0, null, NOW);
      await answers.save({ ...verdict([trailEntry()]), caseId: idOf(n) });
      await answers.copyTrail(auditOf({ ...verdict([trailEntry()]), caseId: idOf(n) }));
    };
    await decide(1);
    expect(await (await get('/api/items/acme/cases/7f3e2a10')).json()).toMatchObject({ id: idOf(1) });
    await decide(2);
    const several = await get('/api/items/acme/cases/7f3e2a10');
    expect(several.status).toBe(404);
    expect(await several.text()).toContain(`2 cases begin with 7f3e2a10: ${idOf(1)}, ${idOf(2)}.`);
    expect(await (await get(`/api/items/acme/cases/${idOf(2)}`)).json()).toMatchObject({ id: idOf(2) });
  });
});

describe('what endpoints are told of an item', () => {
  const told = (more: object) => ({
    ...{
      destination: 'siem',
      type: 'case.created',
      atMs: NOW,
      end: undefined,
      reason: undefined,
      place: null,
    },
    ...more,
  });

  it.each([
    ['siem was told case.created', 'told', { end: 'taken' }],
    ['siem is still to be told case.created', 'awaited', { place: '20#00001700000000', reason: 'HTTP 503' }],
    ['siem did not take case.created', 'parked', { place: '90#00001700000000', reason: 'HTTP 400' }],
    ['siem does not want case.created', 'parked', { end: 'aborted' }],
  ])('is in its story: %s', (text, kind, more) => {
    const { effects } = tellStory(KEY, standing([delivery()], { told: [told(more)] as Standing['told'] }));
    expect(effects).toContainEqual(expect.objectContaining({ text, kind }));
  });

  it('is nothing where it did not choose to hear of that', () => {
    const { effects } = tellStory(
      KEY,
      standing([], { told: [told({ end: 'not chosen' })] as Standing['told'] }),
    );
    expect(effects).toEqual([]);
  });

  it('is the end of the way where no chat shows it', () => {
    const over = standing([], { told: [told({ end: 'taken' })] as Standing['told'] });
    expect(stageOf(over)).toBe('told');
    expect(stageOf(standing([], { told: [told({})] as Standing['told'] }))).toBe('queued');
  });

  it('is read from the ledger, beside what chats show', async () => {
    const { source } = createHarness();
    const event = newEvent({
      key: { ...KEY, destination: 'siem' },
      ...{ deliveryId: 'd', type: 'case.created', atMs: NOW, content: { kind: 'data', data: {} } },
    });
    const ledger = source.ledger as unknown as { events: EventLedger };
    await ledger.events.save(event, 0, '20#1', NOW);
    const rows = await readItemRows(source, KEY);
    expect(rows.told).toMatchObject([{ destination: 'siem', type: 'case.created', place: '20#1' }]);
  });
});
