import { describe, expect, it } from 'vitest';
import type { Decision, DecisionState } from '../../../../lib/case/answer.ts';
import type { GroupedThreat } from '../../../../lib/case/message-content.ts';
import {
  createThreatStories,
  createThreatStory,
} from '../../../../lib/chats/document/create-threat-story.ts';
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
  BO,
  CASE,
  claimed,
  decision,
  event,
  LINKS,
  NOW_MS,
  STATES,
  story,
  uuid,
  verdict,
} from '../document/stories.ts';
import { nodesOf } from './check-limits.ts';
import { mock } from './mock.ts';

const decided = (state: DecisionState, fields: Partial<Decision> = {}) =>
  renderCase(story({ answer: verdict(state, fields) }));

const OUTCOMES = '[True positive] [False positive] [Escalate] [⋯ Safe, Duplicate, With comment…]';
const CHOICES = `${OUTCOMES} [I'm on it] [Ask… ▾]`;

describe('the message of a case', () => {
  it('says what happened, to whom, how bad, and what to press', () => {
    expect(mock(renderCase(story()))).toEqual([
      '🟠 High · Data exfiltration · Dana Frost  ·  dana.frost@acme.example',
      'Downloaded 4,812 files to a personal device after hours',
      '6 events  ·  opened 09:41  ·  ready for triage',
      '  • 🚩 Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents  ·  09:12',
      '  • Sign-in from a new country  ·  High  ·  SigninLogs  ·  09:08',
      '  • Event 3  ·  Medium  ·  SigninLogs  ·  09:00',
      '… 3 more in the thread',
      CHOICES,
      'case 7f3e2a10-1111-4222-8333-444455556666  ·  acme',
    ]);
  });

  it('leads to the case in the platform, where the configuration says how', () => {
    const [first] = mock(renderCase(story({ links: true })));
    expect(first).toBe(
      `🟠 High · [Data exfiltration](https://console.example/cases/${CASE.case_id}) · Dana Frost  ·  dana.frost@acme.example`,
    );
  });

  it('says of what kind an event is and what is known of it, once', () => {
    const said = event(1, {
      title: 'Mass download',
      category: ['exfiltration'],
      subcategory: ['mass_download', 'cloud_storage'],
      signal_type: 'behavioral_anomaly',
      summary: '4,812 files went to a device that nobody manages.',
    });
    const repeated = event(2, { title: null, summary: 'Only a summary', category: [''], signal_type: '' });
    const named = event(3, { title: null, category: ['collection'] });
    const lines = mock(renderCase(story({ item: { ...CASE, events: [said, repeated, named] } })));
    expect(lines.slice(3, 8)).toEqual([
      '  • Mass download  ·  Medium  ·  SigninLogs  ·  09:00',
      'Exfiltration › Mass download, Cloud storage  ·  Behavioral anomaly',
      '4,812 files went to a device that nobody manages.',
      '  • Only a summary  ·  Medium  ·  SigninLogs  ·  09:00',
      '  • Collection  ·  Medium  ·  SigninLogs  ·  09:00',
    ]);
  });

  it('says what a button does to those who cannot see what is around it, and what a menu does to all', () => {
    const nodes = [...nodesOf(renderCase(story({ outcomes: { SAFE: { comment: 'required' } } })).blocks)];
    const labels = nodes.flatMap(({ type, accessibility_label: label }) =>
      type === 'button' ? [label] : [],
    );
    expect(labels).toEqual([
      'True positive. A real threat, acted on',
      'False positive. Wrongly classified: marks the case safe',
      'Escalate. Passes it to investigators or the SOC',
      'On it. Shows everyone that you have the case',
    ]);
    const [menu] = nodes.filter(({ type }) => type === 'overflow');
    const options = menu?.options as { description: { text: string } }[];
    expect(options.map(({ description }) => description.text)).toEqual([
      'No threat: marks the case safe; needs a comment',
      'Already handled in another case',
      'Choose an outcome, say why, pick events',
    ]);
  });

  it('says to the second until when a decision can be undone', () => {
    const message = decided({ is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS + 10_000 });
    const dates = [...nodesOf(message.blocks)].filter(({ format }) => format === '{time_secs}');
    expect(dates.map(({ timestamp }) => timestamp)).toEqual([NOW_MS / 1_000 + 10]);
    expect(message.text).toContain('. Recording at 10:00:10 UTC. Undo until then');
  });

  it('shows the name of somebody of another chat as that sent it', () => {
    const by = { surface: 'teams', id: 'U0MIRA', name: 'Mira Söder' } as const;
    expect(mock(decided({ is: 'posting', sinceMs: NOW_MS }, { by }))).toContain(
      'Mira Söder: true positive. Recording now',
    );
  });

  it('has a line that works as a notification', () => {
    expect(renderCase(story()).text).toBe(
      'High · Data exfiltration · Dana Frost · Downloaded 4,812 files to a personal device after hours',
    );
  });

  it('names no person twice in that line', () => {
    const item = { ...CASE, threat_brief: 'DANA FROST downloaded 4,812 files' };
    expect(renderCase(story({ item })).text).toBe('High · Data exfiltration · Dana Frost');
  });

  it('shrinks to who decided what, when and why once it is recorded, with the evidence one press away', () => {
    const message = decided(
      { is: 'recorded', atMs: NOW_MS, resolved: true },
      { comment: 'Asked her: not her device', approvedBy: BO },
    );
    expect(mock(message)).toEqual([
      '✅ High · Data exfiltration · Dana Frost  ·  dana.frost@acme.example',
      'Anna Berg: true positive, approved by Bo Lind, recorded 10:00',
      '  | Asked her: not her device',
      '[Override…] [Evidence] [Ask… ▾]',
      'case 7f3e2a10-1111-4222-8333-444455556666  ·  acme',
    ]);
    expect(message.text).toBe(
      'High · Data exfiltration · Dana Frost · Anna Berg: true positive, approved by Bo Lind, recorded 2026-11-15 10:00 UTC',
    );
  });

  it('offers what can be done in each state, and nothing else', () => {
    const rows = STATES.map((state) => [
      state.is,
      mock(decided(state)).filter((line) => line.startsWith('[')),
    ]);
    expect(rows).toEqual([
      ['awaiting-approval', ['[Approve] [Decline] [Undo] [Ask… ▾]']],
      ['undoable', ['[Undo] [Ask… ▾]']],
      ['posting', []],
      ['waiting', ['[Undo] [Ask… ▾]']],
      ['waiting', ['[Undo] [Ask… ▾]']],
      ['waiting', ['[Undo] [Ask… ▾]']],
      ['recorded', ['[Override…] [Evidence] [Ask… ▾]']],
      // Still open in the platform: it keeps its evidence.
      ['recorded', ['[Override…] [Ask… ▾]']],
      ['failed', [`[Retry] ${OUTCOMES} [Ask… ▾]`]],
      ['failed', ['[Retry] [Override…] [Ask… ▾]']],
      ['undone', [CHOICES]],
      ['declined', [CHOICES]],
    ]);
  });

  it('wears the sign of an open case, and shows it whole, while the platform keeps it open', () => {
    const lines = mock(decided({ is: 'recorded', atMs: NOW_MS, resolved: false }, { outcome: 'ESCALATED' }));
    expect(lines[0]).toMatch(/^🟠 High · Data exfiltration/);
    expect(lines).toContain('Downloaded 4,812 files to a personal device after hours');
  });

  it('has nothing to decide once the platform closed the case', () => {
    const lines = mock(renderCase(story({ item: { ...CASE, closed_at: '2026-11-15T11:00:00Z' } })));
    expect(lines).toContain('Closed in the platform 11:00');
    expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Evidence] [Ask… ▾]']);
  });

  it('offers no evidence where there is none, as of a person who was forgotten', () => {
    const item = { ...CASE, events: [], closed_at: '2026-11-15T11:00:00Z' };
    expect(mock(renderCase(story({ item }))).some((line) => line.startsWith('['))).toBe(false);
  });

  it('asks before it decides where the rules say so, and opens the form where a comment is needed', () => {
    const outcomes = {
      TRUE_POSITIVE: { confirm: true },
      FALSE_POSITIVE: { comment: 'required', confirm: true },
      ESCALATED: { approval: true },
      SAFE: { approval: true },
    };
    const message = renderCase(story({ outcomes }));
    expect(mock(message)).toContain(
      "[True positive] [False positive…] [Escalate] [⋯ Safe…, Duplicate, With comment…] [I'm on it] [Ask… ▾]",
    );
    const buttons = [...nodesOf(message.blocks)].filter(({ type }) => type === 'button');
    expect(
      buttons.map(({ confirm }) => (confirm as { text: { text: string } } | undefined)?.text.text),
    ).toEqual([
      'A real threat, acted on. It is recorded in the platform under your name.',
      undefined,
      'Passes it to investigators or the SOC. A second person has to approve it before it is recorded in the platform.',
      undefined,
    ]);
  });

  it('warns before sending again what may be recorded', () => {
    const confirms = STATES.filter(({ is }) => is === 'failed').map((state) =>
      [...nodesOf(decided(state).blocks)].some(
        ({ action_id, confirm }) => action_id === 'decision:retry' && confirm,
      ),
    );
    expect(confirms).toEqual([false, true]);
  });

  it('says who is on it, and lets others take over or hand it back, until it is decided', () => {
    const lines = mock(renderCase(story({ answer: claimed() })));
    expect(lines.some((line) => line.startsWith('Anna Berg has had this since '))).toBe(true);
    expect(lines).toContain(`${OUTCOMES} [Take over] [Hand back] [Ask… ▾]`);
    const recorded = verdict({ is: 'recorded', atMs: NOW_MS, resolved: true });
    const decided = mock(renderCase(story({ answer: { ...claimed(), ...recorded } })));
    expect(decided.join()).not.toContain('has had this');
    const closed = story({ answer: claimed(), item: { ...CASE, closed_at: '2026-11-15T10:00:00Z' } });
    expect(mock(renderCase(closed)).join()).not.toContain('has had this');
  });

  it('shows a case of which hardly anything is known', () => {
    const item = { case_id: 'x', created_at: '0001-01-01' };
    expect(mock(renderCase(story({ item })))).toEqual([
      '⚪ Case · nobody named',
      '0 events  ·  ready for triage',
      CHOICES,
      'case x  ·  acme',
    ]);
  });

  it('says so when the ids are too long for a button, instead of failing', () => {
    const lines = mock(renderCase(story({ item: { ...CASE, case_id: 'x'.repeat(3_000) } })));
    expect(lines).toContain(
      "This case can't be decided from here: its id is too long. Decide it in the platform.",
    );
  });

  it('sets no block_id, so that Slack makes a fresh one for each update', () => {
    expect(renderCase(story()).blocks.every((block) => !('block_id' in block))).toBe(true);
  });
});

describe('other messages', () => {
  it('shows a threat with its hunting queries ready to copy', () => {
    const threat = {
      event_id: uuid(1),
      title: 'Token replay',
      summary: 'A session token was used from two countries',
      category: ['credential_access'],
      subcategory: ['token_theft'],
      source: 'SigninLogs',
      source_event_ids: [2, 3, 4, 5, 6, 7, 8].map(uuid),
      user_name: 'Dana Frost',
      created_at: '2026-11-15T09:00:00Z',
    };
    const ids = [2, 3, 4, 5, 6, 7, 8].map((number) => `"${uuid(number)}"`).join(', ');
    const lines = [
      'A session token was used from two countries',
      'Credential access › Token theft  ·  SigninLogs  ·  09:00',
      'Find it in the logs',
      `  SigninLogs | where _ItemId in (${ids})`,
    ];
    expect(mock(renderThreat(createThreatStory(threat, 'acme')))).toEqual([
      '🔍 Token replay  ·  Dana Frost',
      ...lines,
      `threat ${uuid(1)}  ·  acme`,
    ]);
    expect(mock(renderThreat(createThreatStory(threat, 'acme', LINKS)))).toEqual([
      `🔍 [Token replay](https://console.example/threats/${uuid(1)})  ·  Dana Frost`,
      ...lines,
      '[Open SigninLogs in Defender]',
      `threat ${uuid(1)}  ·  acme`,
    ]);
  });

  it('shows threats that waited together, each on a line', () => {
    const created_at = '2026-11-15T09:00:00Z';
    const replay = {
      event_id: uuid(2),
      created_at,
      title: 'Token replay',
      source: 'SigninLogs',
      category: ['credential_access'],
      user_name: 'Dana Frost',
      user_email: 'dana@acme.example',
    };
    const threats: readonly GroupedThreat[] = [
      { domain: 'acme', id: uuid(2), item: replay },
      { domain: 'globex', id: uuid(3), item: { event_id: uuid(3), created_at, title: '<!here> *x*' } },
      // Its row is gone.
      { domain: 'acme', id: uuid(4) },
    ];
    const message = renderThreats(createThreatStories(threats));
    expect(mock(message)).toEqual([
      '🔍 3 new threats',
      '  • Token replay  ·  Dana Frost  ·  dana@acme.example  ·  Credential access  ·  SigninLogs  ·  09:00  ·  threat 00000000-0000-4000-8000-000000000002  ·  acme',
      '  • <!here> *x*  ·  nobody named  ·  09:00  ·  threat 00000000-0000-4000-8000-000000000003  ·  globex',
      '  • Threat  ·  nobody named  ·  threat 00000000-0000-4000-8000-000000000004  ·  acme',
    ]);
    expect(message.text.replaceAll('\u2060', '')).toBe(
      '3 new threats · Token replay · &lt;!here&gt; ∗x∗ · Threat',
    );
  });

  it('shows a storm by type and person', () => {
    const people = Array.from({ length: 10 }, (_, index) => ({ name: `Person ${index}`, count: 10 - index }));
    const types = [
      { name: 'Insider threat', count: 3 },
      { name: 'Data exfiltration', count: 52 },
    ];
    const severities = [
      { name: 'medium', count: 4 },
      { name: 'low', count: 50 },
    ];
    const message = renderDigest({
      ...{ of: 'storm', sinceMs: NOW_MS, total: 55, cases: 54 },
      ...{ severities, types, people },
    });
    const last = 'Each is posted in this thread; cases have buttons. Severe cases get their own messages.';
    expect(mock(message)).toEqual([
      '🌪️ 54 new cases and 1 new threat',
      'since 10:00  ·  54 cases to decide: 4 medium, 50 low',
      'What',
      '  | What | Items |',
      '  | Data exfiltration | 52 |',
      '  | Insider threat | 3 |',
      'Who',
      '  | Who | Items |',
      ...[10, 9, 8, 7, 6, 5, 4, 3].map((count) => `  | Person ${10 - count} | ${count} |`),
      '… and 2 others',
      last,
    ]);
    // Where the workspace has no tables.
    expect(mock({ blocks: message.plain ?? [] })).toEqual([
      '🌪️ 54 new cases and 1 new threat',
      'since 10:00  ·  54 cases to decide: 4 medium, 50 low',
      'What',
      '  • 52 × Data exfiltration',
      '  • 3 × Insider threat',
      'Who',
      ...[10, 9, 8, 7, 6, 5, 4, 3].map((count) => `  • ${count} × Person ${10 - count}`),
      '  • … and 2 others',
      last,
    ]);
  });

  it('shows a notice', () => {
    const notice = {
      code: 'feed_unauthorized',
      title: 'acme: refused',
      text: 'Why.',
      at: '2026-11-15T09:00:00Z',
    };
    expect(mock(renderNotice(notice))).toEqual([
      '⚠️ acme: refused',
      'Why.',
      '09:00',
      'posture-bridge  ·  feed_unauthorized',
    ]);
    const signOf = (code: string) => mock(renderNotice({ ...notice, code }))[0]?.split(' ')[0];
    expect(['destination_closed', 'destination_open', 'items_unrouted'].map(signOf)).toEqual([
      '⚠️',
      '✅',
      '📡',
    ]);
  });
});

describe('private answers', () => {
  const told = decision({ is: 'recorded', atMs: NOW_MS, resolved: true });
  const target = { domain: 'acme', caseId: 'c', destination: 'soc', createdAtMs: 1, decisionId: null };

  it('tells the second one who decided what, and lets them override', () => {
    expect(mock(renderConflict(told, target))).toEqual([
      'Already decided',
      'Anna Berg: true positive, recorded 10:00',
      '[Override…]',
    ]);
  });

  it('offers no override of what is not recorded yet', () => {
    const lines = mock(renderConflict({ ...told, state: { is: 'posting', sinceMs: 0 } }, target));
    expect(lines.at(-1)).toBe('Anna Berg: true positive. Recording now');
  });

  it('says what went wrong', () => {
    expect(mock(renderProblem([{ said: 'the case is gone' }]))).toEqual(['the case is gone']);
  });
});
