import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankEvidence } from '../../../../lib/case/evidence.ts';
import { outcomeChoices } from '../../../../lib/chats/document/outcome-choices.ts';
import { readForm } from '../../../../lib/chats/document/read-form.ts';
import { subjectOf, type VerdictForm, verdictForm } from '../../../../lib/chats/document/verdict-form.ts';
import { readSubmission } from '../../../../lib/chats/slack/form-entries.ts';
import { writeMetadata } from '../../../../lib/chats/slack/form-metadata.ts';
import { writeForm } from '../../../../lib/chats/slack/write-form.ts';
import { commentRoom, composeComment } from '../../../../lib/verdict/compose-comment.ts';
import { checkView } from '../../../../local/slack/blocks/check-blocks.ts';
import { SEAL } from '../../../support/sealed.ts';
import { nastyCase, nastyDecision, outcomeRules } from '../document/hostile.ts';
import { decision, event, NOW_MS, rules, uuid } from '../document/stories.ts';
import { nodesOf, viewProblems } from './check-limits.ts';

const TARGET = { domain: 'acme', caseId: uuid(7), destination: 'soc', createdAtMs: 1, decisionId: null };
const choices = outcomeChoices(rules({ ESCALATED: { comment: 'required', approval: true } }));
/** Of a case whose ids are too long for a button. */
const NO_BUTTON = '';
const metadataOf = (
  mode: VerdictForm['mode'],
  target = TARGET,
  responseUrl = 'https://hooks.slack.com/actions/T1/2/3',
) =>
  writeMetadata(
    { about: { mode, target }, channel: 'C0123ABCD', messageTs: '1.2', threadTs: null, responseUrl },
    SEAL.of,
  ) ?? NO_BUTTON;
const form = (fields: Partial<VerdictForm> = {}, metadata = metadataOf(fields.mode ?? 'comment')) =>
  writeForm(
    verdictForm({
      ...{ target: TARGET, mode: 'comment', choices, subject: null, commentRoom: 1_900 },
      events: rankEvidence([event(1), event(2)]),
      ...fields,
    }),
    'verdict',
    metadata,
  );

const submitted = (outcome: string | null, comment: string | null, events: readonly string[] = []) => ({
  outcome: {
    outcome: { type: 'radio_buttons', selected_option: outcome === null ? null : { value: outcome } },
  },
  comment: { comment: { type: 'plain_text_input', value: comment } },
  'events:1': {
    events: { type: 'multi_static_select', selected_options: events.map((value) => ({ value })) },
  },
});

const requestIn = (values: unknown, privateMetadata: unknown) =>
  readSubmission({ id: 'V1', hash: '', callbackId: 'verdict', privateMetadata, values } as never, SEAL);
const read = (values: unknown, mode: VerdictForm['mode'] = 'comment') => {
  const request = requestIn(values, metadataOf(mode))?.request;
  const entries = request?.is === 'press' ? request.entries : null;
  return readForm(entries ?? expect.fail('not ours'), { choices, mode, commentRoom: 1_900 });
};
const inputs = (modal = form()) => modal.blocks.filter(({ type }) => type === 'input');
const ids = (modal = form()) => inputs(modal).map(({ block_id }) => block_id);

describe('the form of a verdict', () => {
  it('asks for the outcome, a comment and the events that support it', () => {
    expect(ids()).toEqual(['outcome', 'comment', 'events:1']);
    expect(inputs()[1]).toMatchObject({ element: { max_length: 1_900 } });
  });

  it('has the outcome chosen that was pressed', () => {
    expect(inputs(form({ chosen: 'ESCALATED' }))[0]).toMatchObject({
      element: {
        initial_option: {
          value: 'ESCALATED',
          description: { text: 'Passes it to investigators or the SOC; needs a comment and approval' },
        },
      },
    });
  });

  it('names the person and the threat, once they are known', () => {
    const subject = subjectOf({
      threat_type: 'data_exfiltration',
      user_name: 'Anna Berg',
      user_email: 'a@b.example',
    });
    const top = JSON.stringify(form({ subject }).blocks[0]);
    for (const words of ['Data exfiltration', 'Anna Berg', 'a@b.example']) expect(top).toContain(words);
    expect(JSON.stringify(form({ subject: 'looking-up' }).blocks[0])).toContain('Looking up the case');
    expect(form().blocks[0]).toMatchObject({ block_id: 'outcome' });
    expect(JSON.stringify(form({ subject: subjectOf({}) }).blocks[0])).toMatch(/Case.*nobody named/);
  });

  it('needs a comment for the outcome that is chosen, if that one needs it', () => {
    expect(inputs(form({ chosen: 'ESCALATED' }))[1]).toMatchObject({ optional: false });
    expect(inputs(form({ chosen: 'SAFE' }))[1]).toMatchObject({ optional: true });
    expect(inputs(form({ choices: [] }))[1]).toMatchObject({ optional: false });
  });

  it('never calls a comment optional before an outcome is chosen, where one of them needs it', () => {
    expect(inputs()[1]).toMatchObject({ optional: false });
    expect(inputs(form({ choices: outcomeChoices(rules()) }))[1]).toMatchObject({ optional: true });
  });

  it('is told what is chosen, only where that changes anything', () => {
    expect(inputs()[0]).toMatchObject({ dispatch_action: true });
    expect(inputs(form({ mode: 'override' }))[0]).not.toHaveProperty('dispatch_action');
    expect(inputs(form({ choices: outcomeChoices(rules()) }))[0]).not.toHaveProperty('dispatch_action');
  });

  it('says which outcomes need a comment, and how much room there is', () => {
    const hint = (fields: Partial<VerdictForm> = {}) =>
      String((inputs(form(fields))[1]?.hint as { text: string } | undefined)?.text);
    expect(hint()).toBe(
      'Needed for: Escalate. Goes to the platform under your name. Up to 1,900 characters.',
    );
    expect(hint({ commentRoom: 5_000 })).toContain('Up to 2,000 characters.');
    expect(hint({ mode: 'override' })).not.toContain('Needed for');
    const by = { surface: 'slack', id: 'U0123ABCD', name: 'Zoë Kravitz' } as const;
    const room = commentRoom(by, 'soc');
    expect(hint({ commentRoom: room })).toContain(`Up to ${room.toLocaleString('en-US')} characters.`);
    const added = composeComment({ comment: 'x'.repeat(room), by, approvedBy: null }, { placeName: 'soc' });
    expect(added).toHaveLength(2_000);
  });

  it('offers up to 200 events in menus of a hundred', () => {
    const events = rankEvidence(Array.from({ length: 350 }, (_, index) => event(index)));
    const menus = inputs(form({ events })).slice(2);
    expect(menus.map(({ label }) => (label as { text: string }).text)).toEqual([
      'Supporting events, 1 to 100',
      'Supporting events, 101 to 200',
    ]);
    expect([...nodesOf(menus)].filter(({ type }) => type === 'multi_static_select')).toHaveLength(2);
  });

  it('offers no event that the API would refuse, and each once', () => {
    const events = rankEvidence([event(1), event(1), event(2, { event_id: 'odd' })]);
    const options = [...nodesOf(form({ events }).blocks)].filter(
      ({ value }) => value === uuid(1) || value === 'odd',
    );
    expect(options).toHaveLength(1);
  });

  it('opens without waiting for the events', () => {
    expect(ids(form({ subject: 'looking-up', events: [] }))).toEqual(['outcome', 'comment']);
  });

  it('shows whose decision is overridden, and asks why', () => {
    const current = decision({ is: 'recorded', atMs: NOW_MS, resolved: true });
    const modal = form({ mode: 'override', current });
    expect(JSON.stringify(modal.blocks[0])).toContain('Anna Berg');
    expect(inputs(modal)[1]).toMatchObject({ optional: false, label: { text: 'Why' } });
  });

  it('keeps within every limit for any case, and leaves out an address that does not fit', () => {
    const any = fc.record({
      item: nastyCase,
      current: nastyDecision,
      outcomes: outcomeRules,
      mode: fc.constantFrom('comment' as const, 'override' as const),
      url: fc.string({ minLength: 0, maxLength: 4_000 }),
      room: fc.integer({ min: -5, max: 5_000 }),
    });
    fc.assert(
      fc.property(any, ({ item, current, outcomes, mode, url, room }) => {
        const target = { ...TARGET, caseId: item.case_id };
        const fields = {
          choices: outcomeChoices(rules(outcomes)),
          chosen: current.outcome,
          subject: subjectOf(item),
          events: rankEvidence(item.events ?? []),
          commentRoom: room,
          ...{ mode, current, target },
        };
        const modal = form(fields, metadataOf(mode, target, url));
        expect(viewProblems(modal)).toEqual([]);
        expect(checkView(modal)).toMatchObject({ ok: true });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a submitted form', () => {
  it('becomes a decision with what the press was about', () => {
    expect(read(submitted('SAFE', ' Known travel ', [uuid(1), uuid(1), 'odd']))).toMatchObject({
      is: 'answer',
      outcome: 'SAFE',
      comment: 'Known travel',
      eventIds: [uuid(1)],
    });
    expect(requestIn(submitted('SAFE', null), metadataOf('comment'))).toMatchObject({
      location: { channel: 'C0123ABCD', messageTs: '1.2' },
      request: { press: { is: 'outcome', outcome: 'SAFE' }, read: { target: TARGET, origin: 'genuine' } },
    });
  });

  it('may have no comment, and events of the second menu only', () => {
    const values = {
      outcome: { outcome: { type: 'radio_buttons', selected_option: { value: 'SAFE' } } },
      comment: { comment: { type: 'plain_text_input', value: null } },
      'events:2': { events: { type: 'multi_static_select', selected_options: [{ value: uuid(2) }] } },
    };
    expect(read(values)).toMatchObject({ is: 'answer', outcome: 'SAFE', comment: null, eventIds: [uuid(2)] });
  });

  it.each([
    ['no outcome', submitted(null, 'x'), 'comment', { outcome: 'Choose an outcome.' }],
    ['an unknown outcome', submitted('MAYBE', 'x'), 'comment', { outcome: 'Choose an outcome.' }],
    [
      'no comment where one is needed',
      submitted('ESCALATED', ' '),
      'comment',
      { comment: 'Escalate needs a comment.' },
    ],
    [
      'no reason to override',
      submitted('SAFE', null),
      'override',
      { comment: 'Say why you override the decision.' },
    ],
    [
      'a long comment',
      submitted('SAFE', '👍'.repeat(960)),
      'comment',
      { comment: 'Too long by 20 characters.' },
    ],
  ] as const)('is told what is wrong with %s', (_, values, mode, errors) => {
    expect(read(values, mode)).toEqual({ is: 'errors', errors });
  });

  it('is nothing when it is not ours', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (values, metadata) => {
        expect(requestIn(values, metadata)).toBeNull();
      }),
    );
  });
});
