import { describe, expect, it } from 'vitest';
import type { TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { createTeamsRenderer } from '../../../../lib/chats/teams/renderer.ts';
import { createWorkflowRenderer } from '../../../../lib/chats/teams/workflow-renderer.ts';
import type { Delivery } from '../../../../lib/outbox/delivery.ts';
import { CASE, event, LINKS, NOW_MS, rules, uuid, verdict } from '../document/stories.ts';
import { nodesOf } from './check-card.ts';

const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  key: { domain: 'acme', feed: 'cases', id: CASE.case_id, destination: 'soc' },
  content: { kind: 'case', item: CASE, trimmed: [] },
  settled: true,
  broadcast: false,
  thread: null,
  main: null,
  notes: {},
  begun: null,
  memory: null,
  parked: null,
  handedOverAtMs: NOW_MS,
  ...fields,
});

const linesOf = ({ card }: TeamsMessage): string[] =>
  [...nodesOf(card.body)].flatMap((node) => {
    if (node.type === 'TextBlock') return [String(node.text)];
    if (node.type !== 'RichTextBlock') return [];
    return [(node.inlines as { text: string }[]).map(({ text }) => text).join('')];
  });

describe('what Teams shows', () => {
  const renderer = createTeamsRenderer(rules());

  it('of a new case is what an analyst has to know, from the top', () => {
    const { main, notes } = renderer.render(delivery(), null);
    expect(linesOf(main.message)).toEqual([
      '🟠 High · Data exfiltration · Dana Frost',
      'dana.frost@acme.example',
      'Downloaded 4,812 files to a personal device after hours',
      '6 events  ·  opened {{DATE(2026-11-15T09:41:00Z,COMPACT)}} {{TIME(2026-11-15T09:41:00Z)}}  ·  ready for triage',
      '• 🚩 Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents',
      '{{DATE(2026-11-15T09:12:00Z,COMPACT)}} {{TIME(2026-11-15T09:12:00Z)}}',
      '• Sign-in from a new country  ·  High  ·  SigninLogs',
      '{{DATE(2026-11-15T09:08:00Z,COMPACT)}} {{TIME(2026-11-15T09:08:00Z)}}',
      '• Event 3  ·  Medium  ·  SigninLogs',
      '{{DATE(2026-11-15T09:00:00Z,COMPACT)}} {{TIME(2026-11-15T09:00:00Z)}}',
      '… 3 more in the thread',
      'case 7f3e2a10-1111-4222-8333-444455556666  ·  acme',
    ]);
    expect(notes.map(({ key }) => key)).toEqual(['evidence:1']);
  });

  it('of threats that waited together is each of them in short', () => {
    const created_at = '2026-11-15T09:00:00Z';
    const item = { event_id: 't1', created_at, title: 'Token replay', user_email: 'dana@acme.example' };
    const threats = [
      { domain: 'acme', id: 't1', item },
      { domain: 'acme', id: 't2', item: { event_id: 't2', created_at, category: ['collection'] } },
    ];
    const content = { kind: 'threats', threats } as const;
    const { main, notes } = renderer.render(delivery({ content }), null);
    const at = '{{DATE(2026-11-15T09:00:00Z,COMPACT)}} {{TIME(2026-11-15T09:00:00Z)}}';
    expect(linesOf(main.message)).toEqual([
      '🔍 2 new threats',
      '• Token replay  ·  dana@acme.example  ·  threat t1  ·  acme',
      at,
      '• Collection  ·  nobody named  ·  Collection  ·  threat t2  ·  acme',
      at,
    ]);
    expect(notes).toEqual([]);
  });

  it('of a case leads to it, and says of its events what they are', () => {
    const withLinks = createTeamsRenderer({ ...rules(), ...LINKS });
    const said = event(1, {
      title: 'Mass download',
      category: ['exfiltration'],
      signal_type: 'behavioral_anomaly',
      summary: '4,812 files went to a device that nobody manages.',
    });
    const content = { kind: 'case' as const, item: { ...CASE, events: [said] }, trimmed: [] };
    const { message } = withLinks.render(delivery({ content }), null).main;
    expect(linesOf(message).slice(4, 7)).toEqual([
      '• Mass download  ·  Medium  ·  SigninLogs',
      'Exfiltration  ·  Behavioral anomaly',
      '4,812 files went to a device that nobody manages.',
    ]);
    const opened = [...nodesOf(message.card)].filter(({ type }) => type === 'Action.OpenUrl');
    expect(opened.map(({ url }) => url)).toEqual([`https://console.example/cases/${CASE.case_id}`]);
    const tooltips = (message.card.actions ?? []).map(({ tooltip }) => tooltip);
    // `Open case` says itself what it does.
    expect(tooltips).toEqual([
      undefined,
      'True positive. A real threat, acted on',
      'False positive. Wrongly classified: marks the case safe',
      'Escalate. Passes it to investigators or the SOC',
      'Choose an outcome, say why, pick events',
      'On it. Shows everyone that you have the case',
    ]);
  });

  it('of threats has a query for each table, and opens it', () => {
    const withLinks = createTeamsRenderer({ ...rules(), ...LINKS });
    const threats = [1, 2].map((n) => ({
      domain: 'acme',
      id: uuid(n),
      item: {
        event_id: uuid(n),
        created_at: '2026-11-15T09:00:00Z',
        source: 'Syslog',
        source_event_ids: [uuid(n + 10)],
      },
    }));
    const { message } = withLinks.render(delivery({ content: { kind: 'threats', threats } }), null).main;
    expect(linesOf(message).slice(-2)).toEqual([
      'Find it in the logs',
      `Syslog | where _ItemId in ("${uuid(11)}", "${uuid(12)}")`,
    ]);
    expect(message.card.actions?.map(({ title }) => title)).toEqual(['Open Syslog in Defender']);
  });

  it('of threats through a Workflow links to their domain, if it is one', () => {
    const platformOf = (domain: string) => (domain === '-' ? null : `https://${domain}.example/`);
    const workflow = createWorkflowRenderer({ rules: rules(), platformOf });
    const linksOf = (domains: readonly string[]) => {
      const threats = domains.map((domain, n) => ({ domain, id: `t${n}` }));
      const key = { domain: '-', feed: 'digests', id: 'threats:x', destination: 'soc' } as const;
      const { main } = workflow.render(delivery({ key, content: { kind: 'threats', threats } }), null);
      return (main.message.card.actions ?? []).map(({ url }) => url);
    };
    expect(linksOf(['acme', 'acme'])).toEqual(['https://acme.example/']);
    expect(linksOf(['acme', 'globex'])).toEqual([]);
  });

  it('of a recorded one is who decided what, when, and how the platform took it', () => {
    const { main } = renderer.render(
      delivery(),
      verdict({ is: 'recorded', atMs: NOW_MS, resolved: false }, { comment: 'sure' }),
    );
    expect(linesOf(main.message).slice(-5)).toEqual([
      'Anna Berg: true positive, recorded ',
      '{{DATE(2026-11-15T10:00:00Z,COMPACT)}} {{TIME(2026-11-15T10:00:00Z)}}',
      'Still open in the platform',
      '“sure”',
      'case 7f3e2a10-1111-4222-8333-444455556666  ·  acme',
    ]);
  });

  it('of a change is told once in the thread', () => {
    const { memory } = renderer.render(delivery(), null);
    const item = { ...CASE, events: [...(CASE.events ?? []), event(7, { title: 'New one' })] };
    const changed = delivery({ content: { kind: 'case', item, trimmed: [] }, memory });
    const later = renderer.render(changed, null);
    expect(later.notes).toHaveLength(1);
    expect(linesOf(later.notes[0]?.message as TeamsMessage)).toContain('• New one  ·  Medium  ·  SigninLogs');
    expect(renderer.render({ ...changed, memory: later.memory }, null).notes).toEqual([]);
  });

  it('where there is only a Workflow never changes, since it could not', () => {
    const workflow = createWorkflowRenderer({ rules: rules(), platformOf: () => null });
    const [before, after] = [null, verdict({ is: 'posting', sinceMs: NOW_MS })].map((one) =>
      workflow.render(delivery(), one),
    );
    expect(after).toEqual(before);
    expect(before?.notes).toEqual([]);
    expect(before?.main.message.card.actions).toBeUndefined();
  });
});
