import fc from 'fast-check';
import type { Decision, DecisionState, Person, TrailEntry } from '../../../../lib/case/answer.ts';
import type { GroupedThreat } from '../../../../lib/case/message-content.ts';
import type { Case, CaseEvent } from '../../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../../lib/posture/schemas/threat.ts';
import { OUTCOMES, type Outcome } from '../../../../lib/posture/schemas/verdict-schema.ts';
import { anyCharacter } from '../../any-character.ts';
import { claimed, NOW_MS, STATES, story, uuid } from './stories.ts';

export const NASTY = [
  '<!channel>',
  '<!here|x>',
  '<!subteam^S0123ABCD>',
  '<@U0123ABCD>',
  '<#C0123ABCD>',
  '@here',
  '@channel',
  '@everyone',
  '#general',
  '<https://evil.example|your bank>',
  'https://evil.example/login',
  'www.evil.example',
  'mailto:ceo@evil.example',
  'ceo@evil.example',
  '<!date^1^{date}^https://evil.example|now>',
  '```',
  '`code`',
  '*bold* _italic_ ~struck~',
  '&lt;!channel&gt;',
  '&amp;lt;!here&amp;gt;',
  '\n> quoted\n*Decided: safe*',
  '\r\n',
  '\u2028',
  '\u202eevil\u202c',
  '\u2066\u2067',
  'שלום עולם',
  'مرحبا',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '👍🏽',
  'Z̸̢̛̤̩̓̈́̑͒̀a̷̛',
  '\ud83d',
  '\udc4d',
  '\u0000\u0007\u001b[31m',
  '\u200b\u200b',
  '\ufeff',
  '\uffff',
  ':rotating_light:',
  '{date_num}',
  '{{DATE(2026-11-15T09:00:00Z,SHORT)}}',
  '{{TIME(2026-11-15T09:00:00Z)}}',
  '{{{DATE(2026-11-15T09:00:00Z)}}}',
  '{\u2060{DATE(2026-11-15T09:00:00Z)}}',
  '@{triggerBody()}',
  '"}],"blocks":[',
  '\\u003c!channel\\u003e',
];

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(unit, { maxLength: 6 }).map((parts) => parts.join('')) },
  fc
    .tuple(unit, fc.integer({ min: 1, max: 10_000 }))
    .map(([text, length]) => text.repeat(Math.ceil(10_000 / Math.max(1, text.length))).slice(0, length)),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 8 });
const names = maybe(fc.array(nastyText, { maxLength: 30 }));
const date = fc.oneof(
  fc.constantFrom('2026-11-15T09:00:00Z', '0001-01-01', '9999-12-31T23:59:59Z', '1969-01-01', 'soon', ''),
  nastyText,
);
const instant = fc.constantFrom('2026-11-15T09:00:00Z', '0001-01-01', '9999-12-31T23:59:59Z', '1970-01-01');
const identifier = fc.oneof(
  { weight: 4, arbitrary: fc.nat(600).map(uuid) },
  nastyText.filter((text) => text !== ''),
);

const nastyEvent: fc.Arbitrary<CaseEvent> = fc.record({
  event_id: identifier,
  title: maybe(nastyText),
  summary: maybe(nastyText),
  source: maybe(nastyText),
  severity: maybe(fc.oneof(fc.constantFrom('HIGH', 'sev1', 'low'), nastyText)),
  category: names,
  subcategory: names,
  signal_type: maybe(nastyText),
  created_at: maybe(date),
  flagged: maybe(fc.boolean()),
  safe: maybe(fc.boolean()),
});

/** A few events or five hundred: of those many are alike, which saves time and hides nothing. */
const events = fc.oneof(
  { weight: 3, arbitrary: fc.array(nastyEvent, { maxLength: 6 }) },
  fc
    .tuple(fc.array(nastyEvent, { minLength: 1, maxLength: 6 }), fc.integer({ min: 50, max: 500 }))
    .map(([some, count]) =>
      Array.from({ length: count }, (_, index) => ({
        ...(some[index % some.length] as CaseEvent),
        event_id: uuid(index),
      })),
    ),
);

export const nastyCase: fc.Arbitrary<Case> = fc.record({
  case_id: identifier,
  user_name: maybe(nastyText),
  user_email: maybe(nastyText),
  threat_type: maybe(nastyText),
  threat_brief: maybe(nastyText),
  created_at: instant,
  updated_at: maybe(date),
  closed_at: fc.option(date, { nil: null, freq: 2 }),
  events: maybe(events),
});

export const nastyThreat: fc.Arbitrary<Threat> = fc.record({
  event_id: identifier,
  title: maybe(nastyText),
  summary: maybe(nastyText),
  category: names,
  subcategory: names,
  source: maybe(fc.oneof(fc.constantFrom('SigninLogs', 'Syslog'), nastyText)),
  source_event_ids: maybe(fc.array(identifier, { maxLength: 40 })),
  user_name: maybe(nastyText),
  user_email: maybe(nastyText),
  created_at: instant,
});

const person: fc.Arbitrary<Person> = fc.record({
  surface: fc.constantFrom('slack', 'teams'),
  id: fc.oneof(fc.constantFrom('U0ANNA', 'W0BO'), fc.string({ minLength: 1, maxLength: 20 })),
  name: nastyText,
});

const state: fc.Arbitrary<DecisionState> = fc
  .tuple(fc.constantFrom(...STATES), nastyText, person, fc.constantFrom(0, -1, 1e12, 8.64e15))
  .map(
    ([one, message, by, atMs]) => ({ ...one, message, by, atMs, untilMs: atMs }) as unknown as DecisionState,
  );

/** As many as one message tells. */
export const tenThreats: fc.Arbitrary<GroupedThreat[]> = fc
  .array(nastyThreat, { minLength: 10, maxLength: 10 })
  .map((items) => items.map((item) => ({ domain: 'acme', id: item.event_id, item })));

/** As long as can be, of signs that take two where they are written. */
export const longestThreats: readonly GroupedThreat[] = Array.from({ length: 10 }, (_, n) => {
  const text = '"\\'.repeat(2_000);
  const kinds = Array.from({ length: 30 }, () => text);
  const item = {
    event_id: `${n}`.repeat(36),
    created_at: '2026-11-15T09:00:00Z',
    title: text,
    summary: text,
    user_name: text,
    user_email: text,
    category: kinds,
    subcategory: kinds,
    source: 'SigninLogs',
    source_event_ids: Array.from({ length: 40 }, (_, index) => uuid(100 * n + index)),
  };
  return { domain: 'a-domain-with-a-name-as-long-as-they-get', id: item.event_id, item };
});

export const nastyDecision: fc.Arbitrary<Decision> = fc.record({
  id: fc.oneof(
    fc.constant('a'.repeat(32)),
    nastyText.filter((text) => text !== ''),
  ),
  outcome: fc.constantFrom(...OUTCOMES),
  comment: maybe(nastyText),
  eventIds: fc.constant([]),
  by: person,
  place: fc.constant('soc'),
  clickedAtMs: fc.constant(1e12),
  overrides: maybe(fc.constant('d0')),
  approvedBy: fc.option(person, { nil: null }),
  episode: fc.constant(0),
  state,
});

const rule = fc.record({
  comment: fc.constantFrom('required', 'optional'),
  confirm: fc.boolean(),
  approval: fc.boolean(),
});
export const outcomeRules = fc.record(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, rule])) as Record<Outcome, typeof rule>,
);

/** What stands beside a case: connectors with names from outside, and counts of any size. */
const anyFacts = fc.record({
  past: fc.option(fc.constantFrom('90+|3s2|14f9', '90||999999999f999999999', '30|1|1', 'newer'), {
    nil: undefined,
  }),
  connectors: fc.option(
    fc.array(fc.record({ name: nastyText, status: fc.oneof(fc.constant('degraded'), nastyText) }), {
      maxLength: 6,
    }),
    { nil: undefined },
  ),
});

/** A case, decided or not, to be shown by any renderer. */
export const anyStory = fc
  .record({
    item: nastyCase,
    decision: fc.option(nastyDecision, { nil: null, freq: 4 }),
    outcomes: outcomeRules,
    claimant: fc.option(person, { nil: null, freq: 3 }),
    trimmed: fc.constantFrom([], ['events: 12 of 500 left out', 'summaries: 3 shortened']),
    facts: fc.option(anyFacts, { nil: undefined }),
  })
  .map(({ item, decision, outcomes, claimant, trimmed, facts }) =>
    story({
      item,
      links: true,
      outcomes,
      trimmed,
      facts,
      answer: {
        ...claimed(claimant ? { by: claimant } : {}),
        ...(claimant ? {} : { claim: null }),
        caseId: item.case_id,
        decision,
      },
    }),
  );

export const anyTrail: fc.Arbitrary<TrailEntry[]> = fc.array(
  fc.record({
    atMs: fc.constantFrom(NOW_MS, 0, -1, 8.64e15),
    what: fc.constantFrom('overridden', 'approved', 'undone', 'waiting', 'recorded', 'failed'),
    id: fc.constantFrom('d1', 'd2'),
    outcome: fc.constantFrom('SAFE', 'ESCALATED'),
    by: nastyDecision.map(({ by }) => by),
    place: fc.constant('soc'),
    comment: fc.option(nastyText, { nil: null }),
    answer: fc.option(nastyText, { nil: null }),
  }),
  { maxLength: 4 },
);
