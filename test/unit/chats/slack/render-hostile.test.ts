import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStory } from '../../../../lib/chats/document/case-story.ts';
import {
  createThreatStories,
  createThreatStory,
} from '../../../../lib/chats/document/create-threat-story.ts';
import type { SlackMessage } from '../../../../lib/chats/slack/message.ts';
import { createSlackRenderer } from '../../../../lib/chats/slack/renderer.ts';
import { checkMessageBlocks } from '../../../../local/slack/blocks/check-blocks.ts';
import { shareOf } from '../../../support/extent.ts';
import { parseTarget } from '../../../support/sealed.ts';
import {
  renderCase,
  renderConflict,
  renderDigest,
  renderNotice,
  renderProblem,
  renderThreat,
  renderThreats,
} from '../../../support/written-slack.ts';
import {
  anyStory,
  anyTrail,
  longestThreats,
  nastyDecision,
  nastyText,
  nastyThreat,
  tenThreats,
} from '../document/hostile.ts';
import { CASE, LINKS, NOW_MS, rules } from '../document/stories.ts';
import { messageProblems, nodesOf } from './check-limits.ts';
import { harms } from './harms.ts';
import { threadOf } from './thread-of.ts';

function expectFine({ plain, ...message }: SlackMessage, named: readonly string[] = []): void {
  // With tables, and as it is where Slack takes none.
  if (plain) expectFine({ ...message, blocks: plain }, named);
  expect(messageProblems(message)).toEqual([]);
  expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
  expect(harms(message, named)).toEqual([]);
}

/** Those who did something about it in Slack. */
function peopleOf({ standing }: CaseStory): readonly string[] {
  if (standing.is !== 'decided') return [];
  const { by, approvedBy, state } = standing.decision;
  const all = [by, approvedBy, 'by' in state ? state.by : null];
  return all.flatMap((person) => (person?.surface === 'slack' ? [person.id] : []));
}

describe('whatever a case holds', () => {
  it('its message keeps within every limit, names only who decided, and links only to the platform', () => {
    fc.assert(
      fc.property(anyStory, (one) => expectFine(renderCase(one), peopleOf(one))),
      { numRuns: shareOf(200) },
    );
  });

  it('its thread does so too, in a few messages', () => {
    fc.assert(
      fc.property(anyStory, anyStory, anyTrail, (one, other, steps) => {
        const first = threadOf(one, steps, null);
        const later = threadOf(other, steps, first.memory);
        for (const { message } of [...first.notes, ...later.notes]) expectFine(message);
        expect(first.notes.length).toBeLessThanOrEqual(3 + steps.length);
        expect(new Set(first.notes.map(({ key }) => key)).size).toBe(first.notes.length);
      }),
      { numRuns: 40 },
    );
  });

  it('its buttons can be read back', () => {
    fc.assert(
      fc.property(anyStory, (one) => {
        for (const { type, value } of nodesOf(renderCase(one).blocks)) {
          if (type !== 'button') continue;
          expect(parseTarget(value)).toMatchObject({ caseId: one.caseId, createdAtMs: one.openedAtMs });
        }
      }),
      { numRuns: shareOf(200) },
    );
  });

  it('it is rendered the same each time', () => {
    fc.assert(
      fc.property(anyStory, (one) => {
        expect(renderCase(one)).toEqual(renderCase(structuredClone(one)));
      }),
      { numRuns: 20 },
    );
  });
});

describe('whatever else is told', () => {
  it('is as harmless: threats', () => {
    fc.assert(
      fc.property(nastyThreat, (threat) =>
        expectFine(renderThreat(createThreatStory(threat, 'acme', LINKS))),
      ),
      { numRuns: shareOf(100) },
    );
  });

  it('is as harmless: ten threats in one message', () => {
    fc.assert(
      fc.property(tenThreats, (threats) => expectFine(renderThreats(createThreatStories(threats, LINKS)))),
      { numRuns: shareOf(100) },
    );
    expectFine(renderThreats(createThreatStories(longestThreats, LINKS)));
  });

  it('is as harmless: threats that were told before their case, and a backlog', () => {
    const renderer = createSlackRenderer({ ...rules(), ...LINKS });
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
          ...{ of: 'backlog' as const, sinceMs: 1, total: 3, cases: 3, bySeverity: {}, byType: {} },
          ...{ byPerson: {}, listed: [one, { ...one, severity: text }] },
        };
        const digest = renderer.render({ key, content: { kind: 'digest', counts }, memory: null }, null);
        for (const { message } of [main, ...notes, digest.main, ...digest.notes]) expectFine(message);
      }),
      { numRuns: shareOf(40) },
    );
  });

  it('is as harmless: notices, digests and private answers', () => {
    const counts = fc.array(fc.record({ name: nastyText, count: fc.nat(1_000) }), { maxLength: 30 });
    const target = { domain: 'acme', caseId: 'c', destination: 'soc', createdAtMs: 1, decisionId: null };
    fc.assert(
      fc.property(nastyText, nastyText, counts, nastyDecision, (title, text, names, decision) => {
        expectFine(renderNotice({ code: title, title, text, at: text }));
        expectFine(
          renderDigest({
            of: 'storm',
            severities: [],
            sinceMs: 0,
            total: 9,
            cases: 1,
            types: names,
            people: names,
          }),
        );
        expectFine(renderProblem([{ said: text }]));
        expectFine(renderConflict(decision, target));
      }),
      { numRuns: shareOf(60) },
    );
  });
});

describe('the check itself', () => {
  const caught = (render: (text: string) => SlackMessage): boolean => {
    const result = fc.check(
      fc.property(nastyText, (text) => harms(render(text)).length === 0),
      { numRuns: 300, endOnFailure: true },
    );
    return result.failed;
  };
  const rich = (text: string) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
  ];
  const section = (text: object) => [{ type: 'section', text }];

  it.each<[string, (text: string) => SlackMessage]>([
    ['a fallback that is not escaped', (text) => ({ text, blocks: [] })],
    [
      'a fallback with entities alone',
      (text) => ({
        text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        blocks: [],
      }),
    ],
    ['mrkdwn', (text) => ({ text: '', blocks: section({ type: 'mrkdwn', text }) })],
    ['verbatim mrkdwn', (text) => ({ text: '', blocks: section({ type: 'mrkdwn', text, verbatim: true }) })],
    ['rich text that is not cleaned', (text) => ({ text: '', blocks: rich(text) })],
  ])('catches %s', (_, render) => {
    expect(caught(render)).toBe(true);
  });

  it('catches a message that is too long', () => {
    expect(messageProblems({ text: 'x', blocks: rich('x'.repeat(9_000)) })).toContain('all texts together');
    expect(messageProblems({ text: 'x'.repeat(4_001), blocks: rich('x') })).toContain('fallback text');
  });
});
