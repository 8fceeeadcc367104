import { describe, expect, it } from 'vitest';
import type { DecisionEntry } from '../../../../lib/case/answer.ts';
import { createSlackRenderer } from '../../../../lib/chats/slack/renderer.ts';
import type { CaseEvent } from '../../../../lib/posture/schemas/case.ts';
import { ANNA, BO, CASE, event, LINKS, NOW_MS, rules, story, uuid, verdict } from '../document/stories.ts';
import { mock } from './mock.ts';
import { threadOf } from './thread-of.ts';

const withEvents = (events: CaseEvent[], trimmed: readonly string[] = []) =>
  story({ item: { ...CASE, events }, trimmed });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => event(index));

const step = (what: DecisionEntry['what'], fields: Partial<DecisionEntry> = {}): DecisionEntry => ({
  atMs: NOW_MS,
  what,
  id: 'd1',
  outcome: 'TRUE_POSITIVE',
  by: null,
  place: null,
  comment: null,
  answer: null,
  ...fields,
});

describe('evidence in the thread', () => {
  it('is what the message does not show', () => {
    const { notes } = threadOf(story(), [], null);
    expect(notes.map(({ key, message }) => [key, ...mock(message)])).toEqual([
      [
        'evidence:1',
        'More evidence',
        '  • Event 4  ·  Medium  ·  SigninLogs  ·  09:00',
        '  • Event 5  ·  Medium  ·  SigninLogs  ·  09:00',
        '  • Event 6  ·  Medium  ·  SigninLogs  ·  09:00',
      ],
    ]);
  });

  it('is nothing when the message shows everything', () => {
    expect(threadOf(withEvents(numbered(3)), [], null).notes).toEqual([]);
  });

  it('takes a few messages for 500 events, and counts the rest', () => {
    const { notes, memory } = threadOf(withEvents(numbered(500)), [], null);
    expect(notes.map(({ key }) => key)).toEqual(['evidence:1', 'evidence:2', 'evidence:3']);
    const lines = notes.flatMap(({ message }) => mock(message));
    const listed = lines.filter((line) => line.startsWith('  •')).length;
    expect(lines.at(-1)).toBe(`… ${497 - listed} more in the platform`);
    expect(memory.seen).toHaveLength(500);
  });

  it('tells threats that stood in the channel before the case, with what finds them', () => {
    const renderer = createSlackRenderer({ ...rules(), ...LINKS });
    const item = {
      event_id: uuid(1),
      created_at: '2026-11-15T09:00:00Z',
      title: 'Token replay',
      source: 'SigninLogs',
      source_event_ids: [uuid(9)],
    };
    const earlier = [
      { domain: 'acme', id: uuid(1), item, postedAtMs: Date.parse('2026-11-15T09:02:00Z') },
      { domain: 'acme', id: uuid(2), postedAtMs: null },
    ];
    const content = { kind: 'case' as const, item: { ...CASE, events: [] }, trimmed: [], earlier };
    const key = { domain: 'acme', destination: 'soc' };
    const { notes } = renderer.render({ key, content, memory: null }, null);
    expect(notes.map(({ key: name, message }) => [name, ...mock(message)])).toEqual([
      [
        'earlier:1',
        '🔍 2 threats for this case, posted here earlier',
        `  • [Token replay](https://console.example/threats/${uuid(1)})  ·  nobody named  ·  SigninLogs  ·  09:00  ·  posted 09:02  ·  threat ${uuid(1)}  ·  acme`,
        `  • [Threat](https://console.example/threats/${uuid(2)})  ·  nobody named  ·  threat ${uuid(2)}  ·  acme`,
        'Find it in the logs',
        `  SigninLogs | where _ItemId == "${uuid(9)}"`,
        '[Open SigninLogs in Defender]',
      ],
    ]);
  });

  it('says what was lost on the way', () => {
    const { notes } = threadOf(withEvents(numbered(1), ['events: 7 of 8 left out']), [], null);
    expect(notes.flatMap(({ message }) => mock(message))).toEqual([
      'More evidence',
      'Shortened to fit. events: 7 of 8 left out',
    ]);
  });

  it('tells new events later, and again nothing when nothing is new', () => {
    const first = threadOf(withEvents([event(1)]), [], null);
    const second = threadOf(withEvents([event(1), event(2)]), [], first.memory);
    expect(second.notes.flatMap(({ message }) => mock(message))).toEqual([
      'New in this case',
      '  • Event 2  ·  Medium  ·  SigninLogs  ·  09:00',
    ]);
    expect(second.notes[0]?.key).toBe(
      threadOf(withEvents([event(2), event(1)]), [], first.memory).notes[0]?.key,
    );
    expect(threadOf(withEvents([event(1), event(2)]), [], second.memory).notes).toEqual([]);
  });
});

describe('history in the thread', () => {
  it('keeps what stays true, each once', () => {
    const trail = [
      step('requested', { by: ANNA }),
      step('approved', { by: BO }),
      step('posting'),
      step('waiting', { answer: 'not ready' }),
      step('waiting', { answer: 'not ready' }),
      step('failed', { answer: 'refused' }),
      step('failed', { answer: 'refused again' }),
      step('recorded', {
        comment: 'Not her device',
        answer: 'recorded and resolved, processed at 2026-11-16T00:07:59.928Z',
      }),
      step('overridden', { id: 'd2', outcome: 'SAFE', by: BO, comment: 'It was her' }),
      step('requested', { id: 'd4', outcome: 'FALSE_POSITIVE', by: BO }),
      step('replaced', { id: 'd3', outcome: 'SAFE', by: BO }),
      step('requested', { id: 'd5', outcome: 'ESCALATED', by: BO }),
    ];
    const recorded = { is: 'recorded', atMs: NOW_MS, resolved: true } as const;
    const decided = story({ item: { ...CASE, events: [] }, answer: verdict(recorded) });
    const { notes } = threadOf(decided, trail, null);
    expect(notes.map(({ key, message }) => [key, ...mock(message)])).toEqual([
      [
        'decision:d1:approved',
        "Bo Lind approved Anna Berg's request to close this as true positive  ·  10:00",
      ],
      [
        'decision:d1:waiting',
        "True positive by Anna Berg is saved. The platform hasn't taken it; the bridge keeps trying  ·  10:00",
      ],
      ['decision:d1:failed', 'True positive by Anna Berg was not recorded  ·  10:00'],
      ['decision:d1:failed:2', 'True positive by Anna Berg was not recorded  ·  10:00'],
      ['decision:d1:recorded', 'Closed as true positive by Anna Berg  ·  10:00', '  | Not her device'],
      ['decision:d2:overridden', 'Bo Lind changed safe to false positive  ·  10:00', '  | It was her'],
      [
        'decision:d3:replaced',
        'Bo Lind decided again after the case was reopened: escalated, was safe  ·  10:00',
      ],
    ]);
  });

  it('notifies of what happened, without the time that a notification has of its own', () => {
    const { notes } = threadOf(withEvents([]), [step('approved', { by: BO })], null);
    expect(notes.map(({ message }) => message.text)).toEqual([
      'Bo Lind approved the request to close this as true positive',
    ]);
  });
});
