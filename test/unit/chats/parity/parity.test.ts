import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../lib/case/answer.ts';
import type { Content } from '../../../../lib/case/message-content.ts';
import { createSlackRenderer } from '../../../../lib/chats/slack/renderer.ts';
import { createTeamsRenderer } from '../../../../lib/chats/teams/renderer.ts';
import type { ToRender } from '../../../../lib/outbox/renderer-port.ts';
import { SEAL } from '../../../support/sealed.ts';
import {
  ANNA,
  BO,
  CASE,
  claimed,
  event,
  LINKS,
  NOW_MS,
  rules,
  STATES,
  uuid,
  verdict,
} from '../document/stories.ts';
import { DIFFERENCES, type Difference, differencesOf } from './differences.ts';

const RULES = { ...rules(), ...LINKS, sealOf: SEAL.of };
const NAMES = { [ANNA.id]: ANNA.name, [BO.id]: BO.name };
const used = new Set<Difference>();

/** What one chat shows of it and the other does not. */
function compared(
  content: Content,
  answer: Answer | null = null,
  more: Partial<ToRender> = {},
): readonly string[] {
  const shown = { key: { domain: 'acme', destination: 'soc' }, content, memory: null, ...more };
  const messages = <Message>({
    main,
    notes,
  }: {
    main: { message: Message };
    notes: readonly { message: Message }[];
  }) => [main.message, ...notes.map(({ message }) => message)];
  return differencesOf(
    {
      slack: messages(createSlackRenderer(RULES).render(shown, answer)),
      teams: messages(createTeamsRenderer(RULES).render(shown, answer)),
      names: NAMES,
    },
    used,
  );
}

const caseOf = (fields: Partial<typeof CASE> = {}): Content => ({
  kind: 'case',
  item: { ...CASE, ...fields },
  trimmed: ['events: 7 of 67 left out'],
});
const MANY = Array.from({ length: 12 }, (_, index) => event(index));
const THREAT = {
  ...{ event_id: uuid(2), created_at: '2026-11-15T09:00:00Z', title: 'Token replay' },
  ...{ user_name: 'Dana Frost', user_email: 'dana@acme.example', summary: 'Two devices.' },
};
const COUNTS = {
  ...{ sinceMs: NOW_MS, total: 60, cases: 50, bySeverity: { low: 40, medium: 10 } },
  byType: { data_exfiltration: 45, insider_threat: 5 },
  byPerson: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`Person ${index}`, 12 - index])),
};
const LISTED = [1, 2, 3].map((number) => ({
  ...{ id: uuid(number), domain: 'acme', type: 'insider_threat', person: `Person ${number}` },
  ...{ severity: 'low', atMs: NOW_MS },
}));

describe('both chats show the same', () => {
  it.each<[string, Content, Answer | null]>([
    ['an open case', caseOf(), null],
    ['a case with much evidence', caseOf({ events: MANY }), null],
    [
      'a case of which hardly anything is known',
      caseOf({ user_name: null, user_email: null, events: [] }),
      null,
    ],
    ['a case that the platform closed', caseOf({ closed_at: '2026-11-15T09:30:00Z' }), null],
    ['a case that somebody is on', caseOf(), claimed()],
    ...STATES.map(
      (state) =>
        [`a decision that is ${state.is}`, caseOf(), verdict(state)] satisfies [
          string,
          Content,
          Answer | null,
        ],
    ),
    ['a threat', { kind: 'threat', item: THREAT, trimmed: [] }, null],
    ['threats', { kind: 'threats', threats: [{ domain: 'acme', id: THREAT.event_id, item: THREAT }] }, null],
    [
      'a notice',
      { kind: 'notice', notice: { code: 'x', title: 'acme: refused', text: 'Why.', at: THREAT.created_at } },
      null,
    ],
    [
      'a proposal',
      {
        kind: 'notice',
        notice: {
          ...{ code: 'x', title: 'Mute?', text: 'Why.', at: THREAT.created_at },
          proposals: [{ id: '0123abcd', words: 'Mute SigninLogs', became: null }],
        },
      },
      null,
    ],
    ['a storm', { kind: 'digest', counts: { of: 'storm', ...COUNTS, alone: 3 } }, null],
    ['a backlog', { kind: 'digest', counts: { of: 'backlog', ...COUNTS, listed: LISTED } }, null],
  ])('of %s', (_, content, answer) => {
    expect(compared(content, answer)).toEqual([]);
    expect(compared(content, answer, { quiet: true })).toEqual([]);
  });

  it('but for what the table names, and it names nothing else', () => {
    expect(DIFFERENCES.filter((one) => !used.has(one))).toEqual([]);
  });

  it('which a line less would show', () => {
    const shown = { key: { domain: 'acme', destination: 'soc' }, content: caseOf(), memory: null };
    const { message } = createSlackRenderer(RULES).render(shown, null).main;
    const teams = [createTeamsRenderer(RULES).render(shown, null).main.message];
    const without = { ...message, blocks: message.blocks.slice(1) };
    expect(differencesOf({ slack: [message], teams })).toEqual([]);
    expect(differencesOf({ slack: [without], teams })).not.toEqual([]);
  });
});
