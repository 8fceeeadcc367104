import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../../lib/base/queues/message-text.ts';
import { rankEvidence } from '../../../../lib/case/evidence.ts';
import { headlineOf, humanise } from '../../../../lib/case/threat-type-words.ts';
import { trimItem } from '../../../../lib/case/trim-item.ts';
import { createRenderer } from '../../../../lib/chats/document/create-renderer.ts';
import { createThreatStory } from '../../../../lib/chats/document/create-threat-story.ts';
import { renderRules } from '../../../../lib/chats/document/outcome-choices.ts';
import { eventMark, storyHash } from '../../../../lib/chats/document/story-hash.ts';
import { THREAT_TYPES } from '../../../../lib/posture/schemas/case.ts';
import { readSeverity } from '../../../../lib/posture/severity.ts';
import { renderCase as renderSlackCase } from '../../../support/written-slack.ts';
import { renderCase as renderTeamsCase } from '../../../support/written-teams.ts';
import { CASE, event, story, uuid, verdict } from './stories.ts';

describe('the story of a case', () => {
  it('says what happened, to whom and how bad', () => {
    expect(story()).toMatchObject({
      headline: 'Data exfiltration',
      who: { name: 'Dana Frost', email: 'dana.frost@acme.example' },
      severity: 'high',
      state: 'ready for triage',
      eventCount: 6,
      standing: { is: 'open' },
    });
  });

  it('leads to the runbook of the first route that has one, in both chats', () => {
    const runbook = 'https://wiki.acme.example/fraud#first';
    const routes = [
      { name: 'other', runbook: 'https://wiki.acme.example/other' },
      { name: 'all' },
      { name: 'fraud', runbook },
    ];
    const { runbookOf } = renderRules({ routes, domains: {}, people: {}, destinations: {} } as never);
    expect(runbookOf?.([])).toBeNull();
    expect(runbookOf?.(['all'])).toBeNull();
    const told = { ...story(), runbook: runbookOf?.(['all', 'fraud']) };
    for (const message of [renderSlackCase(told), renderTeamsCase(told)]) {
      expect(JSON.stringify(message)).toContain('What to do: ');
      expect(JSON.stringify(message)).toContain(runbook);
    }
  });

  it('offers the five outcomes as an analyst says them, the most used first', () => {
    expect(story({ outcomes: { ESCALATED: { approval: true } } }).choices).toMatchObject([
      { outcome: 'TRUE_POSITIVE', label: 'True positive' },
      { outcome: 'FALSE_POSITIVE', label: 'False positive' },
      { outcome: 'ESCALATED', label: 'Escalate', approval: true },
      { outcome: 'SAFE', label: 'Safe' },
      { outcome: 'DUPLICATE', label: 'Duplicate' },
    ]);
  });

  it('counts the events that were left out on the way', () => {
    const item = {
      ...CASE,
      events: Array.from({ length: 300 }, (_, index) => event(index, { summary: 'x'.repeat(400) })),
    };
    const { item: short, eventsLeftOut } = trimItem('case', item, Math.floor(bytesOf(item) / 2));
    expect(short.events?.length).toBeLessThan(300);
    expect(story({ item: short, trimmed: ['in other words'], eventsLeftOut }).eventCount).toBe(300);
  });

  it('is closed elsewhere when the platform closed it and nobody here decided', () => {
    const item = { ...CASE, closed_at: '2026-11-15T11:00:00Z' };
    expect(story({ item }).standing).toEqual({ is: 'closed', atMs: Date.parse(item.closed_at) });
    const recorded = verdict({ is: 'recorded', atMs: 1, resolved: true });
    expect(story({ item, answer: recorded }).standing.is).toBe('decided');
  });

  it.each([null, '', 'soon', '0001-01-01T00:00:00Z'])(
    'keeps its buttons when it was closed at %j',
    (closed_at) => {
      expect(story({ item: { ...CASE, closed_at } }).standing.is).toBe('open');
    },
  );

  it('is as bad as the worst event that nobody called safe', () => {
    const events = [event(1, { severity: 'critical', safe: true }), event(2, { severity: 'low' })];
    expect(story({ item: { ...CASE, events } }).severity).toBe('low');
  });
});

describe('evidence', () => {
  it('has flagged events first, then severe, then new ones, and safe ones last', () => {
    const ranked = rankEvidence([
      event(1, { severity: 'critical', flagged: true, safe: true }),
      event(2, { severity: 'low', created_at: '2026-11-15T09:00:00Z' }),
      event(3, { severity: 'low', created_at: '2026-11-15T09:30:00Z' }),
      event(4, { severity: 'high' }),
      event(5, { severity: 'low', flagged: true }),
      event(6, { severity: null, created_at: 'yesterday' }),
    ]);
    expect(ranked.map(({ eventId }) => eventId)).toEqual([5, 4, 3, 2, 6, 1].map(uuid));
  });

  it('has one order, however the API lists the events', () => {
    const events = [1, 2, 3, 4, 5, 6, 7].map((number) => event(number));
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: 7 }), (shuffled) => {
        expect(rankEvidence(shuffled)).toEqual(rankEvidence(events));
      }),
    );
  });
});

describe('a drift that an event names', () => {
  it.each([
    [uuid(7), { what: 'drift', id: uuid(7), domain: '', link: null }],
    ['../../cases', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('%j', (drift_id, id) => {
    expect(rankEvidence([event(1, { drift_id })])[0]?.id).toEqual(id);
  });

  it('can be read in both chats, for the command that tells of it', () => {
    const told = story({ item: { ...CASE, events: [event(1, { drift_id: uuid(7) })] } });
    for (const message of [renderSlackCase(told), renderTeamsCase(told)])
      expect(JSON.stringify(message)).toContain(uuid(7));
  });
});

describe('severity', () => {
  it.each([
    ['HIGH', 'high'],
    ['High risk', 'high'],
    ['sev1', 'critical'],
    ['SEV-2', 'high'],
    ['severity: 3', 'medium'],
    ['P4', 'low'],
    ['Informational', 'low'],
    ['moderate', 'medium'],
    ['7', null],
    ['', null],
    [null, null],
    ['constructor', null],
  ])('of %j is %j', (text, severity) => {
    expect(readSeverity(text)).toBe(severity);
  });
});

describe('headlines', () => {
  it('has words for every known threat type', () => {
    expect(THREAT_TYPES.map(headlineOf)).toEqual(THREAT_TYPES.map(humanise));
  });

  it.each([
    ['impossible_travel', 'Impossible travel'],
    ['impossibleTravel', 'Impossible travel'],
    ['MFA_fatigue', 'MFA fatigue'],
    ['__proto__', 'Proto'],
    ['constructor', 'Constructor'],
    ['___', 'Case'],
    [null, 'Case'],
  ])('of %j is %j', (type, headline) => {
    expect(headlineOf(type)).toBe(headline);
  });
});

describe('the story of a threat', () => {
  it('has its hunting queries', () => {
    const threat = {
      event_id: uuid(1),
      title: 'Token replay',
      category: ['credential_access'],
      source: 'SigninLogs',
      source_event_ids: [uuid(2)],
      created_at: '2026-11-15T09:00:00Z',
    };
    expect(createThreatStory(threat, 'acme')).toMatchObject({
      headline: 'Token replay',
      category: ['Credential access'],
      hunting: [
        { name: 'SigninLogs', query: `SigninLogs | where _ItemId == "${uuid(2)}"`, events: 1, link: null },
      ],
    });
  });

  it('has those of the table that its domain names, and of no other domain', () => {
    const threat = {
      event_id: uuid(1),
      source: 'ProtectionLogs',
      source_event_ids: [uuid(2)],
      created_at: '',
    };
    const rules = renderRules({
      verdicts: undefined,
      people: {},
      destinations: {},
      domains: {
        acme: { baseUrl: '', apiKey: '', auth: 'bearer', huntingTable: 'ProtectionLogs' },
        other: { baseUrl: '', apiKey: '', auth: 'bearer' },
      },
    });
    const renderer = createRenderer<readonly string[]>(rules, {
      surface: 'small',
      write: ({ groups }) =>
        groups.flatMap(({ blocks }) => blocks.flatMap((one) => (one.is === 'query' ? [one.query] : []))),
      fits: () => true,
      paging: () => [],
    });
    const shown = ['acme', 'other'].map((domain) => {
      const content = { kind: 'threat', item: threat, trimmed: [] } as const;
      return renderer.render({ key: { domain, destination: 'soc' }, content, memory: null }, null).main
        .message;
    });
    expect(shown).toEqual([[`ProtectionLogs | where _ItemId == "${uuid(2)}"`], []]);
  });
});

describe('the hash of what is shown', () => {
  it('does not depend on the order of keys, and on everything else', () => {
    expect(storyHash({ a: 1, b: [1, 2] })).toBe(storyHash({ b: [1, 2], a: 1 }));
    expect(storyHash({ a: 1, b: [1, 2] })).not.toBe(storyHash({ a: 1, b: [2, 1] }));
    expect(storyHash('\ud800')).not.toBe(storyHash('\ud801'));
    expect(eventMark(uuid(1))).toHaveLength(8);
  });
});
