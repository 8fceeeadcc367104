import { describe, expect, it } from 'vitest';
import { isAtRest, momentOf, readItemRows, stageOf } from '../../../../local/console/flow/item-rows.ts';
import { tellStory } from '../../../../local/console/flow/tell-story.ts';
import { caseItem, createHarness, delivery, KEY, type Loose, NOW, trailEntry, verdict } from './harness.ts';

const decided = (state: Loose) => ({ ...verdict(), decision: { ...verdict().decision, state } });

describe('how far an item has come', () => {
  it.each([
    ['queued', [], null],
    ['queued', [delivery({ main: null })], null],
    ['shown', [delivery()], null],
    ['shown', [delivery(), delivery({ main: null, parked: 'no such channel' })], null],
    ['queued', [delivery(), delivery({ main: null })], null],
    ['parked', [delivery({ main: null, parked: 'no such channel' })], null],
    ['told', [delivery({ main: null, toldElsewhere: true })], null],
    ['shown', [delivery(), delivery({ main: null, toldElsewhere: true })], null],
    ['queued', [delivery({ main: null }), delivery({ main: null, toldElsewhere: true })], null],
    ['waiting', [delivery()], decided({ is: 'undoable', sinceMs: 1, untilMs: 2 })],
    ['waiting', [delivery()], decided({ is: 'awaiting-approval' })],
    ['posting', [delivery()], decided({ is: 'posting', sinceMs: 1 })],
    ['recorded', [delivery()], verdict()],
    ['failed', [delivery()], decided({ is: 'failed', because: 'gave-up' })],
    ['shown', [delivery()], decided({ is: 'undone' })],
  ] as const)('%s', (stage, deliveries, ofCase) => {
    expect(stageOf({ deliveries, verdict: ofCase, awaited: [] })).toBe(stage);
  });

  it('is in the chat once all places have it, and decided wherever it is', () => {
    const standing = { deliveries: [delivery()], verdict: null, awaited: ['second'] };
    expect(stageOf(standing)).toBe('queued');
    expect(stageOf({ ...standing, verdict: verdict() })).toBe('recorded');
    expect(isAtRest({ ...standing, verdict: verdict() })).toBe(false);
  });

  it('rests when nothing is begun anywhere', () => {
    expect(isAtRest({ deliveries: [delivery()], verdict: verdict(), awaited: [] })).toBe(true);
    const begun = { note: 'main', hash: 'h', sinceMs: NOW };
    expect(isAtRest({ deliveries: [delivery({ begun })], verdict: null, awaited: [] })).toBe(false);
    expect(isAtRest({ deliveries: [delivery(), delivery({ main: null })], verdict: null, awaited: [] })).toBe(
      false,
    );
    expect(
      isAtRest({ deliveries: [delivery()], verdict: decided({ is: 'posting', sinceMs: 1 }), awaited: [] }),
    ).toBe(false);
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
    const story = tellStory(KEY, { deliveries: [delivery({ notes })], verdict: verdict(trail), awaited: [] });
    expect(story).toMatchObject({ ...KEY, title: 'Data exfiltration · Ida Berg', stage: 'recorded' });
    expect(story.effects.map(({ atMs, kind, text }) => [(atMs ?? 0) - NOW, kind, text])).toEqual([
      [-60_000, 'created', 'Created in the platform'],
      [-50_000, 'queued', 'Handed over for soc'],
      [-40_000, 'shown', 'Shown in soc'],
      [-39_000, 'note', 'Written into its thread in soc'],
      [-30_000, 'verdict', 'ada.winter decided: TRUE_POSITIVE'],
      [-25_000, 'verdict', 'TRUE_POSITIVE is being sent to the platform'],
      [-20_000, 'verdict', 'The platform recorded TRUE_POSITIVE'],
    ]);
    expect(story.effects[4]?.detail).toBe('in soc · “Seen it myself.”');
    expect(story.facts).toContainEqual({ label: 'Person', text: 'Ida Berg' });
  });

  it('says what is in doubt, and what cannot be shown', () => {
    const begun = { note: 'main', hash: 'h', sinceMs: NOW };
    const { effects } = tellStory(KEY, {
      deliveries: [delivery({ main: null, begun }), delivery({ main: null, parked: 'no such channel' })],
      verdict: null,
      awaited: [],
    });
    expect(effects.slice(-2)).toMatchObject([
      { kind: 'doubt', atMs: NOW },
      { kind: 'parked', atMs: null, detail: 'no such channel' },
    ]);
  });

  it('says that another message tells it, and waits for nothing', () => {
    const told = delivery({
      key: { ...KEY, feed: 'threats', destination: 'soc' },
      main: null,
      toldElsewhere: true,
    });
    const standing = { deliveries: [told], verdict: null, awaited: [] };
    const { stage, effects } = tellStory({ ...KEY, feed: 'threats' }, standing);
    expect(stage).toBe('told');
    expect(effects.at(-1)).toMatchObject({
      kind: 'told',
      text: 'Told in soc by the message of its case, or by a digest',
    });
    expect(isAtRest(standing)).toBe(true);
  });

  it('says that a threat is told along with others, once their message stands there', async () => {
    const key = { domain: 'acme', feed: 'threats', id: 't1', destination: 'soc' } as const;
    const told = delivery({ key, main: null, toldElsewhere: true, toldWith: 'threats:x' });
    const shown = delivery({ key: { ...key, domain: '-', feed: 'digests', id: 'threats:x' } });
    const storyWith = async (group: typeof shown) => {
      const deliveries = {
        places: async () => [{ value: told, version: 2 }],
        load: async () => ({ value: group, version: 3 }),
      };
      const rows = await readItemRows({ ledger: { deliveries } as never }, key);
      return tellStory(key, { ...rows, awaited: [] });
    };
    expect(await storyWith({ ...shown, main: null })).toMatchObject({ stage: 'queued' });
    const { stage, effects } = await storyWith(shown);
    expect(stage).toBe('told');
    expect(effects.at(-1)?.text).toBe('Told in soc along with other threats, in one message');
  });

  it('says where it is still on its way to, whether or not there is a row', () => {
    const { stage, effects } = tellStory(KEY, {
      deliveries: [delivery(), delivery({ key: { ...KEY, destination: 'second' }, main: null })],
      verdict: null,
      awaited: ['third'],
    });
    expect(stage).toBe('queued');
    expect(effects.slice(-2)).toMatchObject([
      { kind: 'awaited', atMs: null, text: 'Still on its way to second' },
      { kind: 'awaited', atMs: null, text: 'Still on its way to third' },
    ]);
  });

  it('lets no text turn a line around', () => {
    const item = caseItem({ user_name: 'Ida\u202e greB', threat_brief: 'Much\u2066 was copied.' }) as Loose;
    const story = tellStory(KEY, {
      deliveries: [delivery({ content: { kind: 'case', item, trimmed: [] } })],
      verdict: verdict([trailEntry({ comment: 'seen\u202e it' })]),
      awaited: [],
    });
    expect(JSON.stringify(story)).not.toMatch(/\p{Bidi_Control}/u);
    expect(story.title).toBe('Data exfiltration · Ida greB');
  });

  it('is read from the ledger', async () => {
    const { get, deliveries, verdicts, feeds } = createHarness();
    await deliveries.save(delivery(), 0, null, NOW);
    await verdicts.save(verdict());
    const story = (await (await get('/api/items/acme/cases/case-1')).json()) as Loose;
    expect(story).toMatchObject({ stage: 'recorded', id: 'case-1' });

    await feeds.record(
      { domain: 'acme', feed: 'threats' },
      [{ id: 'old', createdAtMs: NOW, missing: [] }],
      NOW,
    );
    const seen = (await (await get('/api/items/acme/threats/old')).json()) as Loose;
    expect(seen.effects[0].text).toMatch(/^Seen, and not announced/);
    await feeds.noteTold('acme', [{ id: 'e1', caseId: 'case-1', at: ['soc'] }]);
    const told = (await (await get('/api/items/acme/threats/e1')).json()) as Loose;
    expect(told).toMatchObject({ stage: 'told', effects: [{ text: 'Its case tells it in soc' }] });
    expect((await get('/api/items/acme/cases/none')).status).toBe(404);
    expect((await get('/api/items/acme/rows/none')).status).toBe(404);
  });
});
