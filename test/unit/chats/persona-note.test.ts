import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPersonaNote } from '../../../lib/case/note-keys.ts';
import type { PersonaNote } from '../../../lib/case/persona-note.ts';
import { createSlackRenderer } from '../../../lib/chats/slack/renderer.ts';
import { createTeamsRenderer } from '../../../lib/chats/teams/renderer.ts';
import { tellPersonInShort } from '../../../lib/features/personas/tell-person.ts';
import { tellServiceInShort } from '../../../lib/features/personas/tell-service.ts';
import { openRedaction } from '../../../lib/outbox/redaction/open-redaction.ts';
import { createPseudonyms } from '../../../lib/outbox/redaction/pseudonym.ts';
import type { Show } from '../../../lib/outbox/redaction/redact.ts';
import { redactPersonas } from '../../../lib/outbox/redaction/redact-personas.ts';
import type { ToRender } from '../../../lib/outbox/renderer-port.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { seenInSlack, seenInTeams } from '../../interplay/commands/as-seen.ts';
import { shareOf } from '../../support/extent.ts';
import { renderPersona as inSlack } from '../../support/written-slack.ts';
import { renderPersona as inTeams } from '../../support/written-teams.ts';
import { nastyText } from './document/hostile.ts';
import { CASE, rules } from './document/stories.ts';
import { messageProblems as slackProblems } from './slack/check-limits.ts';
import { harms } from './slack/harms.ts';
import { messageProblems as teamsProblems } from './teams/check-card.ts';

const ADA: PersonaNote = {
  key: 'who:person',
  about: 'person',
  name: 'Ada Winter',
  parts: tellPersonInShort(
    {
      tuid: 't',
      overview: { summary: 'Ada works in Finance.' },
      role: { observed_role: 'Payment clerk' },
      access: { privileged_entitlement_count: 2, applications: ['Mail', 'Payroll'] },
      coverage: { posture: 'thin' },
    },
    null,
  ),
  people: ['ada@acme.example', 'Ada Winter'],
};
const BACKUP: PersonaNote = {
  key: 'who:backup',
  about: 'service',
  name: 'backup-of-anna-berg',
  parts: tellServiceInShort({
    nuid: 'n',
    overview: { summary: 'Made by Bo Lind for Anna Berg; ask bo.lind@acme.example.' },
    stewardship: { steward_upn: 'bo.lind@acme.example' },
  }),
  people: ['bo.lind@acme.example'],
};

const seen = (note: PersonaNote) => [seenInSlack(inSlack(note, false)), seenInTeams(inTeams(note, false))];

describe('who a case is about', () => {
  it('reads the same in both chats', () => {
    const lines = [
      'Ada works in Finance.',
      'Observed role: Payment clerk',
      'Access: Privileged entitlements: 2  ·  Applications: Mail, Payroll',
      'Uncertain: posture (thin)',
    ];
    for (const text of seen(ADA)) {
      expect(text.replaceAll('*', '').split('\n')[0]).toBe('Who is Ada Winter');
      for (const line of lines) expect(text).toContain(line);
    }
    for (const text of seen(BACKUP))
      expect(text.replaceAll('*', '')).toContain('What is backup-of-anna-berg');
  });

  it('is in the message where it is known before that is posted, the same each time, and in no note', () => {
    const item = { ...CASE, user_email: 'Ada@acme.example' };
    const shown = {
      key: { domain: 'acme', destination: 'soc' },
      content: { kind: 'case', item, trimmed: [] } as const,
      memory: null,
    };
    const first = { ...shown, main: null, personas: [ADA, BACKUP] };
    const later = { ...shown, main: {}, saysWho: ADA, personas: [BACKUP] };
    const other = {
      ...later,
      content: { ...shown.content, item: { ...item, user_email: 'bo@acme.example' } },
    };
    const [slack, teams] = [createSlackRenderer(rules()), createTeamsRenderer(rules())];
    const seenIn = [
      (one: ToRender) => {
        const { blocks, ...message } = slack.render(one, null).main.message;
        return seenInSlack({ ...message, blocks: blocks.filter(({ type }) => type !== 'actions') });
      },
      (one: ToRender) => seenInTeams(teams.render(one, null).main.message),
    ];
    for (const renderer of [slack, teams]) {
      const [posted, redrawn] = [renderer.render(first, null), renderer.render(later, null)];
      expect([posted.saysWho, redrawn.main.hash]).toEqual([true, posted.main.hash]);
      for (const { notes } of [posted, redrawn])
        expect(notes.map(({ key }) => key).filter(isPersonaNote)).toEqual(['who:backup']);
      expect(renderer.render(other, null).notes.map(({ key }) => key)).not.toContain('who:person');
    }
    for (const look of seenIn) {
      const [before, after] = [look(shown), look(first)];
      const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
      const added = lines(after).filter((line) => !lines(before).includes(line));
      expect(added.map((line) => line.replaceAll(/[*>“”]/g, '').trim())).toEqual([
        'Who is Ada Winter',
        'Ada works in Finance.',
        'Privileged account: 2 privileged entitlements',
        'Observed role: Payment clerk',
        'Access: Privileged entitlements: 2  ·  Applications: Mail, Payroll',
        'Uncertain: posture (thin)',
      ]);
      // Nobody is told of another person than the one whom the case names now.
      expect(look(other)).not.toContain('Ada works');
    }
  });

  it('is not in the message where people are hidden, or the configuration wants none of it any more', async () => {
    const bySetting = (personas: string, show = 'full') =>
      openRedaction({
        config: {
          personas,
          storm: { severe: 'none' },
          destinations: { soc: { type: 'slack', channel: 'C0123SOC1', show } },
        } as never,
        key: async () => null,
        log: () => undefined,
      });
    const shown = {
      key: { domain: 'acme', destination: 'soc' },
      content: { kind: 'case', item: { ...CASE, user_email: 'ada@acme.example' }, trimmed: [] } as const,
      memory: null,
      main: {},
      saysWho: ADA,
    };
    const isTold = (...settings: Parameters<typeof bySetting>) =>
      JSON.stringify(bySetting(...settings).apply(shown, null)).includes('Ada works');
    expect(isTold('all')).toBe(true);
    expect([isTold('all', 'pseudonym'), isTold('none'), isTold('severe')]).toEqual([false, false, false]);
  });

  it('is a note in the thread, and changes nothing on the message', () => {
    const shown = {
      key: { domain: 'acme', destination: 'soc' },
      content: { kind: 'case', item: CASE, trimmed: [] } as const,
      memory: null,
    };
    for (const renderer of [createSlackRenderer(rules()), createTeamsRenderer(rules())]) {
      const [before, after] = [
        renderer.render(shown, null),
        renderer.render({ ...shown, personas: [ADA] }, null),
      ];
      expect(after.main.hash).toBe(before.main.hash);
      expect(after.memory).toEqual(before.memory);
      expect(after.notes.map(({ key }) => key)).toEqual([
        'who:person',
        ...before.notes.map(({ key }) => key),
      ]);
    }
  });

  it('says nothing of people in a quiet notification', () => {
    expect([inSlack(ADA, true).text, inTeams(ADA, true).summary]).toEqual([
      'Who this case is about',
      'Who this case is about',
    ]);
    for (const line of [inSlack(ADA, false).text, inTeams(ADA, false).summary])
      expect(line).toContain('Ada Winter');
  });

  it('does nothing and fits, whatever the platform says', () => {
    const text = fc.option(nastyText, { nil: undefined });
    const texts = fc.array(nastyText, { maxLength: 12 });
    const persona = fc.record({
      tuid: fc.constant('t'),
      overview: fc.record({ summary: text }),
      identity: fc.record({ title: text, department: text }),
      role: fc.record({ observed_role: text, title_match: text, confidence: fc.double() }),
      workstreams: fc.record({ items: fc.array(fc.record({ name: text })) }),
      access: fc.record({
        privileged_classes: texts,
        applications: texts,
        directory_role_count: fc.double(),
      }),
      posture: fc.record({ device_classes: texts, os_types: texts }),
      risk_lens: fc.record({ blast_radius: text, credential_exposure: text }),
      coverage: fc.dictionary(nastyText, fc.anything()),
    });
    const check = (name: string, one: Parameters<typeof tellPersonInShort>[0], overview: string) => {
      const note = { ...ADA, name, parts: tellPersonInShort(one, overview) };
      const message = inSlack(note, false);
      expect(slackProblems(message)).toEqual([]);
      expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
      expect(harms(message)).toEqual([]);
      expect(teamsProblems(inTeams(note, false))).toEqual([]);
      const shown = {
        key: { domain: 'acme', destination: 'soc' },
        content: { kind: 'case', item: { ...CASE, user_email: 'ada@acme.example' }, trimmed: [] } as const,
        memory: null,
        ...{ main: null, personas: [note] },
      };
      const whole = createSlackRenderer(rules()).render(shown, null).main.message;
      expect([...slackProblems(whole), ...harms(whole)]).toEqual([]);
      expect(checkMessageBlocks(whole.blocks)).toMatchObject({ ok: true });
      expect(teamsProblems(createTeamsRenderer(rules()).render(shown, null).main.message)).toEqual([]);
    };
    fc.assert(fc.property(nastyText, persona, nastyText, check), { numRuns: shareOf(150) });
  });
});

describe('where people are hidden', () => {
  const pseudonymOf = createPseudonyms(Buffer.alloc(32, 7));
  const item = { ...CASE, user_email: 'anna.berg@acme.example', user_name: 'Anna Berg' };
  const redacted = (show: Show) => redactPersonas([ADA, BACKUP], item, show, pseudonymOf);

  it('nobody is described, and a service identity names nobody', () => {
    const notes = redacted('pseudonym');
    expect(notes.map(({ key }) => key)).toEqual(['who:backup']);
    const text = notes.flatMap(seen).join('\n');
    expect(text).not.toMatch(/anna|berg|bo\.|lind|acme\.example/i);
    expect(text).toContain(`Steward: ${pseudonymOf('bo.lind@acme.example')}`);
    expect(JSON.stringify(notes)).not.toMatch(/anna|lind/i);
  });

  it('a service identity keeps its own name, though an event names it as others name people', () => {
    const note = { ...BACKUP, name: 'deploy-shared-006' };
    const events = [{ event_id: 'e1', user_name: 'Deploy-Shared-006', user_email: '' }];
    const [redacted] = redactPersonas([note], { ...item, events }, 'pseudonym', pseudonymOf);
    expect(redacted?.name).toBe('deploy-shared-006');
  });

  it('nothing at all is told where no text is shown, and everything where people are', () => {
    expect(redacted('minimal')).toEqual([]);
    expect(redacted('full')).toEqual([ADA, BACKUP]);
  });
});
