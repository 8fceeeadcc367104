import { describe, expect, it } from 'vitest';
import type { Decision, DecisionState } from '../../../lib/case/answer.ts';
import type { Sentence } from '../../../lib/case/sentence.ts';
import { controlsOf } from '../../../lib/chats/document/case-buttons.ts';
import { standingText } from '../../../lib/verdict/decision-text.ts';
import { systemPerson } from '../../../lib/verdict/system-person.ts';
import { BO, CASE, NOW_MS, STATES, story, verdict } from '../chats/document/stories.ts';

const read = (words: Sentence | null): string | null =>
  words
    ?.map((part) => {
      if (typeof part === 'string') return part;
      if ('said' in part) return part.said;
      return part.exact ? '[second]' : '[time]';
    })
    .join('') ?? null;

const told = (state: DecisionState, fields: Partial<Decision> = {}) =>
  read(standingText(story({ answer: verdict(state, fields) })).words);

describe('what is said of a decision', () => {
  it('says who decided what, and how it stands', () => {
    expect(STATES.map((state) => told(state))).toEqual([
      'Anna Berg wants to close this as true positive. Needs a second approver in Slack',
      'Anna Berg: true positive. Recording at [second]. Undo until then',
      'Anna Berg: true positive. Recording now',
      "Anna Berg: true positive, saved. The platform isn't ready; retrying until [time]",
      'Anna Berg: true positive, saved. The platform is busy; retrying until [time]',
      "Anna Berg: true positive, saved. The platform can't be reached; retrying until [time]",
      'Anna Berg: true positive, recorded [time]',
      'Anna Berg: true positive, recorded [time]. Still open in the platform',
      'Anna Berg wanted to close this as true positive. Not recorded: the platform rejected it. Retry, or decide there',
      'Anna Berg: true positive. May be recorded: the platform gave no clear answer. Check there before you retry',
      'Anna Berg wanted to close this as true positive, undone [time]',
      'Anna Berg wanted to close this as true positive, declined by Bo Lind [time]',
    ]);
  });

  it('asks for two people where a system decided', () => {
    const by = systemPerson('soar', null);
    expect(told({ is: 'awaiting-approval' }, { by })).toMatch(/\. Needs two approvers in .*$/);
  });

  const recorded: DecisionState = { is: 'recorded', atMs: NOW_MS, resolved: true };

  it('says from what to what an override changes it, and who approved', () => {
    const changed = { outcome: 'ESCALATED', approvedBy: BO, overrides: 'd0', was: 'SAFE' } as const;
    expect(told(recorded, changed)).toBe(
      'Anna Berg changed safe to escalated, approved by Bo Lind, recorded [time]',
    );
    expect(told({ is: 'awaiting-approval' }, { ...changed, approvedBy: null })).toBe(
      'Anna Berg wants to change safe to escalated. Needs a second approver in Slack',
    );
    expect(told({ is: 'declined', by: BO, atMs: NOW_MS }, { ...changed, approvedBy: null })).toBe(
      'Anna Berg wanted to change safe to escalated, declined by Bo Lind [time]',
    );
  });

  it('tells a retry as the decision that it is', () => {
    expect(told(recorded, { overrides: 'd0' })).toBe('Anna Berg: true positive, recorded [time]');
    expect(told(recorded, { overrides: 'd0', was: 'TRUE_POSITIVE' })).toBe(
      'Anna Berg: true positive, recorded [time]',
    );
  });

  it('says what was decided before the case was reopened', () => {
    expect(told(recorded, { outcome: 'ESCALATED', replaces: 'd0', was: 'SAFE' })).toBe(
      'Anna Berg: escalated, reopened after safe, recorded [time]',
    );
  });

  it('does not promise what nobody knows', () => {
    expect(told({ is: 'posting', sinceMs: NOW_MS, doubt: { looks: 1, nextLookMs: NOW_MS } })).toBe(
      'Anna Berg: true positive. The platform gave no clear answer; checking whether it was recorded',
    );
  });

  it('says for how long the bridge tries, and that an operator has to look where the key is refused', () => {
    const state = { is: 'waiting', because: 'unreachable', untilMs: NOW_MS, sinceMs: NOW_MS } as const;
    const { words } = standingText(story({ answer: verdict({ ...state, keyRefused: true }) }));
    expect(read(words)).toBe(
      "Anna Berg: true positive, saved. The platform refuses the bridge's API key, and an operator has to look; retrying until [time]",
    );
    expect(words?.at(-1)).toEqual({ atMs: NOW_MS + 86_400_000 });
  });

  it('says until when it can be undone: to the second where that matters, and nothing where it cannot', () => {
    expect(told({ is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS })).toBe(
      'Anna Berg: true positive. Recording now',
    );
    expect(told({ is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS + 600_000 })).toBe(
      'Anna Berg: true positive. Recording at [time]. Undo until then',
    );
  });

  it('says nothing of an open case, and when a closed one was closed', () => {
    expect(standingText(story())).toEqual({ mood: 'open', words: null, comment: null });
    const closed = story({ item: { ...CASE, closed_at: '2026-11-15T11:00:00Z' } });
    expect(read(standingText(closed).words)).toBe('Closed in the platform [time]');
  });

  it('asks nobody to act on a case that has ended, and says how it ended', () => {
    const item = { ...CASE, closed_at: '2026-11-15T11:00:00Z' };
    const ended = STATES.map((state) => standingText(story({ item, answer: verdict(state) })));
    expect(ended.map(({ words }) => read(words))).toEqual([
      'Closed in the platform [time]',
      'Anna Berg: true positive. Recording at [second]',
      'Anna Berg: true positive. Recording now',
      "Anna Berg: true positive, saved. The platform isn't ready; retrying until [time]",
      'Anna Berg: true positive, saved. The platform is busy; retrying until [time]',
      "Anna Berg: true positive, saved. The platform can't be reached; retrying until [time]",
      'Anna Berg: true positive, recorded [time]',
      'Anna Berg: true positive, recorded [time]. Closed in the platform [time]',
      'Closed in the platform [time]',
      'Anna Berg: true positive. May be recorded: the platform gave no clear answer. Closed in the platform [time]',
      'Closed in the platform [time]',
      'Closed in the platform [time]',
    ]);
    expect(new Set(ended.map(({ mood }) => mood))).toEqual(new Set(['closed', 'underway', 'done']));
  });

  it('falls back on the id of a person without a name', () => {
    const nameless = { surface: 'slack', id: 'U1', name: ' ' } as const;
    expect(told({ is: 'posting', sinceMs: 0 }, { by: nameless })).toMatch(/^U1: /);
  });
});

describe('what can be pressed', () => {
  it('has no undo where there is no undo window', () => {
    const state = { is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS } as const;
    expect(controlsOf(story({ answer: verdict(state) }).standing, 'slack')).toEqual([]);
  });

  it('follows from how the case stands', () => {
    const controls = STATES.map((state) =>
      controlsOf(story({ answer: verdict(state) }).standing, 'slack').join(' '),
    );
    expect(controls).toEqual([
      'approve decline undo',
      'undo',
      '',
      'undo',
      'undo',
      'undo',
      'override',
      'override',
      'retry choices',
      'retry override',
      'choices claim',
      'choices claim',
    ]);
  });
});
