import fc from 'fast-check';
import type { CaseStory } from '../../lib/chats/document/case-story.ts';
import { createThreatStory } from '../../lib/chats/document/create-threat-story.ts';
import type { SlackMessage } from '../../lib/chats/slack/message.ts';
import type { TeamsMessage } from '../../lib/chats/teams/message.ts';
import {
  renderCase,
  renderConflict,
  renderDigest,
  renderNotice,
  renderProblem,
  renderThreat,
} from '../support/written-slack.ts';
import {
  renderCase as renderCard,
  renderDigest as renderDigestCard,
  renderNotice as renderNoticeCard,
  renderThreat as renderThreatCard,
} from '../support/written-teams.ts';
import { anyStory, anyTrail, NASTY, nastyThreat } from '../unit/chats/document/hostile.ts';
import {
  CASE,
  decision,
  event,
  LINKS,
  NOW_MS,
  STATES,
  story,
  uuid,
  verdict,
} from '../unit/chats/document/stories.ts';
import { messageProblems } from '../unit/chats/slack/check-limits.ts';
import { harms } from '../unit/chats/slack/harms.ts';
import { threadOf } from '../unit/chats/slack/thread-of.ts';
import { messageProblems as cardProblems } from '../unit/chats/teams/check-card.ts';
import { threadOf as cardThreadOf } from '../unit/chats/teams/thread-of.ts';
import type { Attack, AttackGroup } from './group.ts';

type Trail = Parameters<typeof threadOf>[1];

/** Those who decided are shown by the name that Slack knows. */
const namedIn = ({ standing }: CaseStory): readonly string[] => {
  if (standing.is !== 'decided') return [];
  const { by, approvedBy, state } = standing.decision;
  return [by, approvedBy, 'by' in state ? state.by : null].flatMap((person) => person?.id ?? []);
};

const firstHarm = (
  messages: Iterable<SlackMessage>,
  cards: Iterable<TeamsMessage>,
  named: readonly string[] = [],
): string | null => {
  for (const message of messages) {
    const [harm] = [...harms(message, named), ...messageProblems(message)];
    if (harm !== undefined) return `in Slack: ${harm}`;
  }
  for (const card of cards) {
    const [harm] = cardProblems(card);
    if (harm !== undefined) return `in Teams: ${harm}`;
  }
  return null;
};

const shownIn = (one: CaseStory, steps: Trail): string | null =>
  firstHarm([renderCase(one)], [renderCard(one)], namedIn(one)) ??
  firstHarm(
    threadOf(one, steps, null).notes.map(({ message }) => message),
    cardThreadOf(one, steps, null).notes.map(({ message }) => message),
  );

/** The text wherever others write: in a case, its evidence, a decision, a threat, a notice, a digest, an answer. */
function everywhere(text: string): string | null {
  const by = { surface: 'slack', id: 'U0EVE', name: text };
  const events = [
    event(1, {
      ...{ title: text, summary: text, source: text, severity: text },
      ...{ category: [text], subcategory: [text], signal_type: text },
    }),
  ];
  const item = { ...CASE, user_name: text, user_email: text, threat_type: text, threat_brief: text, events };
  const failed = { is: 'failed', because: 'rejected', message: text, mayBeRecorded: false, atMs: 1 } as const;
  const state = STATES.find(({ is }) => is === 'recorded') ?? failed;
  const decided = decision(state, { by, comment: text, approvedBy: by });
  const stories = [
    story({ item }),
    story({ item, answer: { ...verdict(state), decision: decided } }),
    story({ item, answer: { ...verdict(failed), decision: { ...decided, state: failed } } }),
    story({ item: { ...item, case_id: text || uuid(1) }, links: true }),
  ];
  const step = {
    what: 'overridden',
    id: 'd1',
    outcome: 'SAFE',
    by,
    place: 'soc',
    atMs: NOW_MS,
  } as const;
  for (const one of stories) {
    const harm = shownIn(one, [{ ...step, comment: text, answer: text }]);
    if (harm !== null) return harm;
  }
  const threat = createThreatStory(
    {
      ...{
        event_id: text || uuid(2),
        title: text,
        summary: text,
        category: [text],
        subcategory: [text],
        source: text,
      },
      ...{ source_event_ids: [text], user_name: text, user_email: text, created_at: CASE.created_at },
    },
    'acme',
    LINKS,
  );
  const notice = { code: text, title: text, text, at: text };
  const names = [{ name: text, count: 3 }];
  const digest = {
    ...{ severities: [], sinceMs: NOW_MS, total: 9, cases: 1, types: names, people: names },
    of: 'storm',
  } as const;
  const target = { domain: 'acme', caseId: 'c', destination: 'soc', createdAtMs: 1, decisionId: null };
  return firstHarm(
    [
      renderThreat(threat),
      renderNotice(notice),
      renderDigest(digest),
      renderProblem([{ said: text }]),
      renderConflict(decided, target),
    ],
    [renderThreatCard(threat), renderNoticeCard(notice), renderDigestCard(digest)],
  );
}

/** A text that nobody sees as it is, for the list of attacks. */
export const spelled = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const CLEAN = 'lib/base/text/clean-text.ts';
const ESCAPE = 'lib/chats/slack/escape.ts';

function* fuzzedTries(seed: number, count: number): Generator<Attack> {
  const AT_ONCE = 50;
  for (let round = 0; round < count; round += AT_ONCE) {
    const some = { numRuns: Math.min(AT_ONCE, count - round), seed: seed + round };
    const trails = fc.sample(anyTrail, some);
    for (const [at, one] of fc.sample(anyStory, some).entries())
      yield { name: 'a case with anything in it', run: async () => shownIn(one, trails[at] ?? []) };
    for (const one of fc.sample(nastyThreat, { ...some, numRuns: 5 })) {
      const told = createThreatStory(one, 'acme', LINKS);
      yield {
        name: 'a threat with anything in it',
        run: async () => firstHarm([renderThreat(told)], [renderThreatCard(told)]),
      };
    }
  }
}

export const hostileChat: AttackGroup = {
  name: 'hostile text in chats',
  attacks: 'the messages in Slack and Teams: mentions, links, markup, lines and directions of others',
  share: 0.03,
  checks: [
    {
      name: 'brackets stay in the fallback of Slack',
      file: ESCAPE,
      right: '.replace(/[&<>]/g, (sign) => ENTITY[sign] ?? sign)',
      wrong: '',
    },
    {
      name: 'names and addresses come alive in the fallback of Slack',
      file: ESCAPE,
      right: ".replace(/[@#:/.](?=\\S|$)/g, '\\u2060$&\\u2060')",
      wrong: '',
    },
    {
      name: 'formatting stays in the fallback of Slack',
      file: ESCAPE,
      right: '/[*_~`]/g,',
      wrong: '/[*_~]{9}/g,',
    },
    { name: 'a text has lines of its own', file: CLEAN, right: ".replace(BLANK, ' ')", wrong: '' },
    { name: 'a text turns others around', file: CLEAN, right: ".replace(INVISIBLE, '')", wrong: '' },
    {
      name: 'halves of pairs stay',
      file: CLEAN,
      right: ".replace(LONE_SURROGATE, '\\ufffd')",
      wrong: '',
    },
    {
      name: 'markup stays in the line for notifications of Teams',
      file: 'lib/chats/teams/plain-text.ts',
      right: "withLookAlikes(cleanWithin(text ?? '', maxLength), /[<>&*_~`[\\]{}#|\\\\]/g)",
      wrong: "withLookAlikes(cleanWithin(text ?? '', maxLength), /[<>&]{99}/g)",
    },
    {
      name: 'macros are read in a card',
      file: 'lib/chats/teams/blocks.ts',
      right: 'ours(withoutMacros(breakLongWords(shown)), style)',
      wrong: 'ours(breakLongWords(shown), style)',
    },
    {
      name: 'Markdown is read in a card',
      file: 'lib/chats/teams/blocks.ts',
      right:
        "export const ours = (text: string, style: Style = {}): Run => ({ type: 'TextRun', text, ...style });",
      wrong:
        "export const ours = (text: string, style: Style = {}): Run => ({ type: 'TextBlock' as 'TextRun', text, ...style });",
    },
  ],

  async control() {
    const plain = everywhere('Dana Frost');
    if (plain !== null) return `a plain text is taken for harmful, ${plain}`;
    if (!JSON.stringify([renderCase(story()), renderCard(story())]).includes('Dana Frost'))
      return 'a name is not shown at all';
    const raw = { text: '<!channel>', blocks: [] };
    return harms(raw).length > 0 ? null : 'a mention that is not escaped is not found';
  },

  *tries({ seed, fuzzed }) {
    for (const text of NASTY)
      for (const [how, make] of Object.entries(WAYS))
        yield { name: `${how}${spelled(text)}`, run: async () => everywhere(make(text)) };
    yield* fuzzedTries(seed, fuzzed);
  },
};

const WAYS: Readonly<Record<string, (text: string) => string>> = {
  '': (text) => text,
  'between words: ': (text) => `Dana ${text} Frost`,
  'again and again: ': (text) => text.repeat(300),
};
