import { describe, expect, it } from 'vitest';
import type { Decision, DecisionState } from '../../../lib/case/answer.ts';
import type { Sentence } from '../../../lib/case/sentence.ts';
import { controlsOf } from '../../../lib/chats/document/controls.ts';
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
      'Anna Berg: true positive; waits for a second person in Slack to approve it',
      'Anna Berg: true positive; it can be undone until [second], and is then recorded',
      'Anna Berg: true positive; it is being recorded',
      'Anna Berg: true positive; waiting: the platform is not ready until [time]',
      'Anna Berg: true positive; waiting: the platform takes no more requests until [time]',
      'Anna Berg: true positive; waiting: the platform cannot be reached, the next attempt is [time]',
      'Anna Berg: true positive, recorded [time]',
      'Anna Berg: true positive, recorded [time]; the platform keeps the case open',
      'Anna Berg: true positive; failed: the platform refused it',
      'Anna Berg: true positive; failed: the platform did not answer. It may have been recorded all the same.',
      'Anna Berg: true positive; taken back [time]',
      'Anna Berg: true positive; declined by Bo Lind [time]',
    ]);
  });

  it('asks for two people where a system decided', () => {
    const by = systemPerson('soar', null);
    expect(told({ is: 'awaiting-approval' }, { by })).toMatch(/; waits for two people in .* to approve it$/);
  });

  it('names the second person, and says that it overrides', () => {
    const recorded: DecisionState = { is: 'recorded', atMs: NOW_MS, resolved: true };
    expect(told(recorded, { outcome: 'ESCALATED', approvedBy: BO, overrides: 'd0' })).toBe(
      'Anna Berg: escalated, overriding an earlier decision, approved by Bo Lind, recorded [time]',
    );
    expect(told(recorded, { outcome: 'ESCALATED', replaces: 'd0' })).toBe(
      'Anna Berg: escalated, in place of what was decided before the case was reopened, recorded [time]',
    );
  });

  it('does not promise what nobody knows', () => {
    expect(told({ is: 'waiting', because: 'not-ready', untilMs: NOW_MS, sinceMs: NOW_MS })).toBe(
      'Anna Berg: true positive; waiting: the platform is not ready, the next attempt is [time]',
    );
    expect(told({ is: 'posting', sinceMs: NOW_MS, doubt: { looks: 1, nextLookMs: NOW_MS } })).toBe(
      'Anna Berg: true positive; the platform gave no clear answer, so it is being looked up',
    );
  });

  it('says until when it can be undone: to the second where that matters, and nothing where it cannot', () => {
    expect(told({ is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS })).toBe(
      'Anna Berg: true positive; it is being recorded',
    );
    expect(told({ is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS + 600_000 })).toBe(
      'Anna Berg: true positive; it can be undone until [time], and is then recorded',
    );
  });

  it('says nothing of an open case, and when a closed one was closed', () => {
    expect(standingText(story())).toEqual({ mood: 'open', words: null, comment: null });
    const closed = story({ item: { ...CASE, closed_at: '2026-11-15T11:00:00Z' } });
    expect(read(standingText(closed).words)).toBe('Closed in the platform [time]');
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
      'retry choices',
      'choices claim',
      'choices claim',
    ]);
  });
});
