import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createThreatStories,
  createThreatStory,
} from '../../../../lib/chats/document/create-threat-story.ts';
import { type Card, createCard, MOST_WORKFLOW_BYTES } from '../../../../lib/chats/teams/message.ts';
import { renderHello } from '../../../../lib/chats/teams/render-hello.ts';
import { createTeamsRenderer } from '../../../../lib/chats/teams/renderer.ts';
import { createWorkflowRenderer } from '../../../../lib/chats/teams/workflow-renderer.ts';
import { shareOf } from '../../../support/extent.ts';
import { parseTarget } from '../../../support/sealed.ts';
import {
  renderCase,
  renderDigest,
  renderNotice,
  renderThreat,
  renderThreats,
} from '../../../support/written-teams.ts';
import {
  anyStory,
  anyTrail,
  longestThreats,
  nastyCase,
  nastyText,
  nastyThreat,
  tenThreats,
} from '../document/hostile.ts';
import { CASE, event, LINKS, NOW_MS, rules, STATES, story, uuid, verdict } from '../document/stories.ts';
import { messageProblems, nodesOf, parserProblems, strayTexts } from './check-card.ts';
import { threadOf } from './thread-of.ts';

describe('whatever a case holds', () => {
  it('its card keeps within 80 KB, is read by the official parser, and holds it in TextRuns alone', () => {
    fc.assert(
      fc.property(anyStory, (one) => void expect(messageProblems(renderCase(one))).toEqual([])),
      { numRuns: shareOf(150) },
    );
  });

  it('its thread does so too, in a few messages', () => {
    fc.assert(
      fc.property(anyStory, anyStory, anyTrail, (one, other, steps) => {
        const first = threadOf(one, steps, null);
        const later = threadOf(other, steps, first.memory);
        for (const { message } of [...first.notes, ...later.notes])
          expect(messageProblems(message)).toEqual([]);
        expect(first.notes.length).toBeLessThanOrEqual(3 + steps.length);
        expect(new Set(first.notes.map(({ key }) => key)).size).toBe(first.notes.length);
      }),
      { numRuns: 30 },
    );
  });

  it('its buttons can be read back, also by a client that only knows Submit', () => {
    fc.assert(
      fc.property(anyStory, (one) => {
        for (const { type, verb, data } of nodesOf(renderCase(one).card)) {
          if (type !== 'Action.Execute' && type !== 'Action.Submit') continue;
          const { target, verb: carried } = data as { target: string; verb?: string };
          expect(parseTarget(target)).toMatchObject({ caseId: one.caseId, createdAtMs: one.openedAtMs });
          expect(typeof (verb ?? carried)).toBe('string');
        }
      }),
      { numRuns: shareOf(100) },
    );
  });

  it('it is rendered the same each time', () => {
    fc.assert(
      fc.property(anyStory, (one) => void expect(renderCase(one)).toEqual(renderCase(structuredClone(one)))),
      { numRuns: 20 },
    );
  });

  it('it fits into what a Workflow passes on', () => {
    const renderer = createWorkflowRenderer({
      rules: { ...rules(), ...LINKS },
      platformOf: () => 'https://console.example/',
    });
    const key = { domain: 'acme', destination: 'soc' };
    fc.assert(
      fc.property(nastyCase, nastyThreat, tenThreats, (item, threat, threats) => {
        const contents = [
          { kind: 'case', item, trimmed: [] },
          { kind: 'threat', item: threat, trimmed: [] },
          { kind: 'threats', threats },
          { kind: 'threats', threats: longestThreats },
        ] as const;
        for (const content of contents) {
          const { message } = renderer.render({ key, content, memory: null }, null).main;
          expect(messageProblems(message, MOST_WORKFLOW_BYTES)).toEqual([]);
          const types = [...nodesOf(message.card)].map(({ type }) => String(type));
          const actions = types.filter((type) => type.startsWith('Action.'));
          expect(new Set(actions)).toEqual(new Set(['Action.OpenUrl']));
        }
      }),
      { numRuns: shareOf(60) },
    );
  });
});

describe('whatever else is told', () => {
  it('is as harmless: ten threats in one message', () => {
    fc.assert(
      fc.property(tenThreats, (threats) => {
        expect(messageProblems(renderThreats(createThreatStories(threats, LINKS)))).toEqual([]);
      }),
      { numRuns: shareOf(80) },
    );
    expect(messageProblems(renderThreats(createThreatStories(longestThreats, LINKS)))).toEqual([]);
  });

  it('is as harmless: threats that were told before their case, and a backlog', () => {
    const renderer = createTeamsRenderer({ ...rules(), ...LINKS });
    const key = { domain: 'acme', destination: 'soc' };
    const id = nastyText.filter((text) => text !== '');
    fc.assert(
      fc.property(tenThreats, id, nastyText, (threats, caseId, text) => {
        const all = [...threats, ...longestThreats];
        const earlier = all.map((one, n) => ({ ...one, postedAtMs: n % 2 ? NOW_MS : null }));
        const item = { ...CASE, case_id: caseId };
        const { main, notes } = renderer.render(
          { key, content: { kind: 'case', item, trimmed: [], earlier }, memory: null },
          null,
        );
        expect(notes.map((note) => note.key)).toEqual(['evidence:1', 'earlier:1', 'earlier:2']);
        const one = { id: caseId, domain: 'acme', type: text, person: text, severity: 'high', atMs: NOW_MS };
        const counts = {
          ...{ of: 'backlog' as const, sinceMs: NOW_MS, total: 3, cases: 3, bySeverity: {}, byType: {} },
          ...{ byPerson: {}, listed: [one, { ...one, severity: text }] },
        };
        const digest = renderer.render({ key, content: { kind: 'digest', counts }, memory: null }, null);
        for (const { message } of [main, ...notes, digest.main, ...digest.notes])
          expect(messageProblems(message)).toEqual([]);
      }),
      { numRuns: shareOf(40) },
    );
  });

  it('is as harmless: threats, notices, digests and the greeting', () => {
    const counts = fc.array(fc.record({ name: nastyText, count: fc.nat(1_000) }), { maxLength: 30 });
    fc.assert(
      fc.property(nastyThreat, nastyText, nastyText, counts, (threat, title, text, names) => {
        expect(messageProblems(renderThreat(createThreatStory(threat, 'acme', LINKS)))).toEqual([]);
        expect(messageProblems(renderNotice({ code: title, title, text, at: text }))).toEqual([]);
        const digest = {
          of: 'backlog' as const,
          severities: [],
          sinceMs: NOW_MS,
          total: 9,
          cases: 1,
          types: names,
          people: names,
        };
        expect(messageProblems(renderDigest(digest))).toEqual([]);
      }),
      { numRuns: shareOf(80) },
    );
    expect(messageProblems(renderHello('19:abc@thread.tacv2'))).toEqual([]);
  });
});

describe('every state of a case', () => {
  it.each(STATES.map((state) => [state.is, state] as const))(
    'is a card that is read without a word: %s',
    (_, state) => {
      const outcomes = { TRUE_POSITIVE: { confirm: true }, SAFE: { comment: 'required', approval: true } };
      expect(messageProblems(renderCase(story({ answer: verdict(state), outcomes })))).toEqual([]);
    },
  );

  it('offers 200 events of ordinary length, and never one that the API would not take', () => {
    const events = Array.from({ length: 250 }, (_, index) =>
      event(index, { title: `Sign-in number ${index} from a new place` }),
    );
    const item = { ...CASE, events: [...events, event(999, { event_id: 'no-uuid' })] };
    const inputs = [...nodesOf(renderCase(story({ item })).card)].filter(({ id }) => id === 'events');
    expect(inputs).toHaveLength(1);
    const choices = inputs[0]?.choices as { value: string }[];
    expect(choices).toHaveLength(200);
    expect(choices[0]?.value).toBe(uuid(0));
  });

  it('gives up events of the form before anything else when they are too large', () => {
    const events = Array.from({ length: 200 }, (_, index) => event(index, { title: '"'.repeat(500) }));
    const message = renderCase(story({ item: { ...CASE, events } }));
    expect(messageProblems(message)).toEqual([]);
    expect(JSON.stringify(message.card)).toContain('more in the platform');
  });
});

describe('the check itself', () => {
  const withBody = (...body: Card['body']) => createCard(body);

  it('notices text of others where Markdown is read', () => {
    expect(strayTexts(withBody({ type: 'TextBlock', text: '[bank](https://evil.example)' }))).toHaveLength(1);
    expect(strayTexts(withBody({ type: 'Input.Text', id: 'a', label: 'evil' }))).toHaveLength(1);
  });

  it('notices what the official parser does not know', () => {
    expect(parserProblems(withBody({ type: 'TextBlok', text: 'a' }))).not.toEqual([]);
    expect(parserProblems(withBody({ type: 'Input.Text', label: 'without an id' }))).not.toEqual([]);
    const twice = { type: 'Input.Text', id: 'a', label: 'a' };
    expect(parserProblems(withBody(twice, twice))).not.toEqual([]);
  });
});
