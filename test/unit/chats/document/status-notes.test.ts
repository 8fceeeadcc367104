import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../lib/case/answer.ts';
import type { CaseRecord, CaseStatus, StatusChange } from '../../../../lib/case/case-record.ts';
import { ASK_VERB } from '../../../../lib/chats/document/case-questions.ts';
import { EVIDENCE_VERB } from '../../../../lib/chats/document/press.ts';
import { createSlackRenderer } from '../../../../lib/chats/slack/renderer.ts';
import { createTeamsRenderer } from '../../../../lib/chats/teams/renderer.ts';
import { checkMessageBlocks } from '../../../../local/slack/blocks/check-blocks.ts';
import { readMessage as readSlack } from '../../../../local/slack/reading/read-message.ts';
import { checkCard } from '../../../../local/teams/cards/check-card.ts';
import { readMessage as readTeams } from '../../../../local/teams/reading/read-message.ts';
import { caseRecord } from '../../../support/case-records.ts';
import { CASE, claimed, rules, verdict as verdictOf } from './stories.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const [slack, teams] = [
  createSlackRenderer({ ...rules(), tell: 'all' }),
  createTeamsRenderer({ ...rules(), tell: 'all' }),
];
const names = {
  userName: () => undefined,
  channelName: () => undefined,
  findPerson: () => undefined,
  findChannel: () => undefined,
};
const change = (to: CaseStatus, from: CaseStatus = 'discover', n = 1): StatusChange => ({
  n,
  from,
  to,
  atMs: NOON,
});
const lifeOf = (...changes: readonly StatusChange[]): CaseRecord =>
  caseRecord({ caseId: CASE.case_id, changes, status: changes.at(-1)?.to ?? 'discover' });

interface Told {
  readonly item?: object;
  readonly answer?: Answer | null;
  readonly knewChange?: number;
  readonly notes?: Record<string, object>;
}

/** What both chats show of a case: all that can be read, and whether there is anything to press. */
function inBoth(record: CaseRecord, { item = {}, answer = null, ...place }: Told = {}) {
  const content = { kind: 'case', item: { ...CASE, ...item }, trimmed: [] } as const;
  const key = { domain: 'acme', destination: 'soc' };
  const shown = { key, content, memory: null, record, knewChange: 0, ...place };
  const [one, other] = [slack.render(shown, answer), teams.render(shown, answer)];
  const blocks = one.main.message.blocks;
  expect(checkMessageBlocks(blocks)).toMatchObject({ ok: true });
  expect(checkCard(other.main.message.card)).toEqual([]);
  const readCard = (card: object) =>
    readTeams({ text: '', textFormat: 'plain', entities: [], cards: [card] } as never).shown.join('');
  const lives = <One extends { key: string }>(notes: readonly One[]) =>
    notes.filter((note) => note.key.startsWith('status:'));
  return {
    slack: readSlack({ text: one.main.message.text, blocks } as never, names).shown.join(''),
    teams: readCard(other.main.message.card),
    pressed: [
      // To look and to ask is always possible.
      [EVIDENCE_VERB, ASK_VERB]
        .reduce((text, verb) => text.replace(`"action_id":"${verb}"`, ''), JSON.stringify(blocks))
        .includes('action_id'),
      JSON.stringify(other.main.message.card).includes('verb'),
    ],
    notes: [
      lives(one.notes).map(({ message }) => message.text),
      lives(other.notes).map(({ message }) => readCard(message.card)),
    ],
  };
}

describe('the message of a case that is followed', () => {
  it.each([
    ['pending_investigation', 'investigation pending'],
    ['investigating', 'under investigation'],
  ] as const)('says that it is %s, and can be decided', (state, words) => {
    const shown = inBoth(lifeOf(change(state)));
    expect([shown.slack, shown.teams]).toEqual([
      expect.stringContaining(words),
      expect.stringContaining(words),
    ]);
    expect(shown.pressed).toEqual([true, true]);
  });

  it.each([
    ['enforced', 'Action taken in the platform'],
    ['closed', 'Closed in the platform'],
    ['vanished', 'No longer in the platform since'],
  ] as const)('says why nothing can be pressed when it is %s, and shows nobody on it', (state, words) => {
    const shown = inBoth(lifeOf(change(state)), { answer: claimed() });
    expect([shown.slack, shown.teams]).toEqual([
      expect.stringContaining(words),
      expect.stringContaining(words),
    ]);
    expect(`${shown.slack}${shown.teams}`).not.toContain('has had this since');
    expect(shown.pressed).toEqual([false, false]);
  });

  it('goes by what is newer: that it was opened again, or a closing since', () => {
    const open = lifeOf(change('investigating', 'closed'));
    const before = { closed_at: new Date(NOON - 60_000).toISOString() };
    expect(inBoth(open, { item: before }).pressed).toEqual([true, true]);
    const since = { closed_at: new Date(NOON + 60_000).toISOString() };
    expect(inBoth(open, { item: since }).slack).toContain('Closed in the platform');
  });

  it('keeps what was decided here, and says when the platform closed what it had kept open', () => {
    const answer = verdictOf({ is: 'recorded', atMs: NOON, resolved: false });
    expect(inBoth(lifeOf(change('investigating')), { answer }).slack).toContain('Still open in the platform');
    const closed = inBoth(lifeOf(change('closed')), { answer });
    expect(closed.slack).toContain('. Closed in the platform');
    expect(closed.teams).not.toContain('keeps the case open');
  });
});

describe('the message of a case that was reopened', () => {
  const reopened = { ...lifeOf(change('closed'), change('investigating', 'closed', 2)), episode: 1 };
  const recorded = verdictOf({ is: 'recorded', atMs: NOON, resolved: true });

  it('shows the earlier verdict, has its buttons back, and is nobody\u2019s', () => {
    const { slack: inSlack, teams: inTeams, pressed } = inBoth(reopened, { answer: recorded });
    for (const text of [inSlack, inTeams]) expect(text).toContain('Reopened. Before that: ');
    expect(pressed).toEqual([true, true]);
    const claim = { ...claimed(), decision: null };
    expect(inBoth(reopened, { answer: claim }).slack).not.toContain('has had this since');
  });

  it('is short while it is over, and whole again once it is reopened, in both chats', () => {
    const brief = String(CASE.threat_brief);
    const closed = inBoth(lifeOf(change('closed')), { answer: recorded });
    expect([closed.slack, closed.teams].filter((text) => text.includes(brief))).toEqual([]);
    const again = inBoth(reopened, { answer: recorded });
    expect([again.slack, again.teams].filter((text) => text.includes(brief))).toHaveLength(2);
  });

  it('says nothing of an earlier decision that came to nothing, nor once somebody decided again', () => {
    const undone = verdictOf({ is: 'undone', by: recorded.decision.by, atMs: NOON });
    expect(inBoth(reopened, { answer: undone }).slack).not.toContain('Before that');
    const again = { ...recorded, decision: { ...recorded.decision, episode: 1 }, before: recorded.decision };
    expect(inBoth(reopened, { answer: again }).slack).not.toContain('Before that');
  });
});

describe('the thread of a case that is followed', () => {
  it.each([
    [change('investigating'), 'Now under investigation in the platform'],
    [change('enforced'), 'Action taken in the platform'],
    [change('closed'), 'Closed in the platform'],
    [change('vanished'), 'No longer in the platform'],
    [change('investigating', 'closed'), 'Reopened in the platform: under investigation'],
    [change('enforced', 'closed'), 'Reopened in the platform: action taken'],
    [change('discover', 'vanished'), 'Back in the platform: ready for triage'],
  ])('tells of %j once, in both chats', (one, words) => {
    const [inSlack = [], inTeams = []] = inBoth(lifeOf(one)).notes;
    expect([inSlack.length, inTeams.length]).toEqual([1, 1]);
    expect(inSlack[0]).toContain(words);
    expect(inTeams[0]).toContain(words);
  });

  it('says nothing of an end that follows from what was decided here', () => {
    const notesWith = (resolved: boolean) =>
      inBoth(lifeOf(change('closed'), change('investigating', 'closed', 2)), {
        answer: verdictOf({ is: 'recorded', atMs: NOON, resolved }),
      }).notes.map((notes) => notes.length);
    expect(notesWith(true)).toEqual([1, 1]);
    expect(notesWith(false)).toEqual([2, 2]);
  });

  it('says nothing of what its message began with, nor of what came before the last that it told', () => {
    const record = lifeOf(
      change('closed'),
      change('investigating', 'closed', 2),
      change('closed', 'investigating', 3),
    );
    const told = (place: Told) => inBoth(record, place).notes.map((notes) => notes.length);
    expect(told({ knewChange: 0 })).toEqual([3, 3]);
    expect(told({ knewChange: 2 })).toEqual([1, 1]);
    expect(told({ knewChange: 0, notes: { 'status:2': {} } })).toEqual([1, 1]);
    expect(told({ knewChange: 3 })).toEqual([0, 0]);
  });

  it('keeps quiet about an end of ours while the verdict is being replaced', () => {
    const ours = verdictOf({ is: 'recorded', atMs: NOON, resolved: true });
    const replacing = verdictOf({ is: 'posting', sinceMs: NOON });
    const answer = { ...replacing, before: ours.decision };
    expect(inBoth(lifeOf(change('closed')), { answer }).notes).toEqual([[], []]);
  });

  it.each([
    ['none', []],
    ['important', ['status:2']],
    ['all', ['status:1', 'status:2']],
  ] as const)('tells what the configuration says: %s', (tell, keys) => {
    const record = lifeOf(change('investigating'), change('closed', 'investigating', 2));
    const content = { kind: 'case', item: CASE, trimmed: [] } as const;
    const shown = {
      key: { domain: 'acme', destination: 'soc' },
      content,
      memory: null,
      record,
      knewChange: 0,
    };
    const { notes } = createSlackRenderer({ ...rules(), tell }).render(shown, null);
    expect(notes.map(({ key }) => key).filter((key) => key.startsWith('status:'))).toEqual(keys);
  });
});
