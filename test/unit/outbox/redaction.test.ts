import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BridgeKey } from '../../../lib/base/bridge-keys.ts';
import type { CaseVerdict } from '../../../lib/case/answer.ts';
import { FORGOTTEN } from '../../../lib/case/case-skeleton.ts';
import type { Content, DigestCounts } from '../../../lib/case/message-content.ts';
import { createSlackRenderer } from '../../../lib/chats/slack/renderer.ts';
import { createTeamsRenderer } from '../../../lib/chats/teams/renderer.ts';
import { createWorkflowRenderer } from '../../../lib/chats/teams/workflow-renderer.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import { redactedPerson } from '../../../lib/features/entry-points/command/redacted.ts';
import { openRedaction } from '../../../lib/outbox/redaction/open-redaction.ts';
import { createPseudonyms } from '../../../lib/outbox/redaction/pseudonym.ts';
import { redact } from '../../../lib/outbox/redaction/redact.ts';
import type { Renderer, ToRender } from '../../../lib/outbox/renderer-port.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';
import { shareOf } from '../../support/extent.ts';
import { createMemoryBridgeKeys } from '../../support/memory/memory-bridge-keys.ts';
import { CASE, decision, event, LINKS, rules, STATES } from '../chats/document/stories.ts';

const config = {
  personas: 'all',
  storm: { severe: 'high' },
  destinations: {
    full: { type: 'slack', channel: 'C1' },
    named: { type: 'slack', channel: 'C2', show: 'pseudonym' },
    bare: { type: 'slack', channel: 'C3', show: 'minimal' },
    quiet: { type: 'slack', channel: 'C4', notify: 'quiet' },
    silent: { type: 'teams', channel: 'C5', show: 'pseudonym', notify: 'quiet' },
  },
} as unknown as BridgeConfig;

const opened = (seed = 'a bridge') =>
  openRedaction({ config, key: () => createMemoryBridgeKeys(seed).keyOf('people'), log: () => undefined });

const RENDERERS: Readonly<Record<string, Renderer<unknown>>> = {
  Slack: createSlackRenderer({ ...rules(), ...LINKS }),
  Teams: createTeamsRenderer({ ...rules(), ...LINKS }),
  'a Workflow of Teams': createWorkflowRenderer({
    rules: rules(),
    platformOf: () => 'https://console.example/',
  }),
};

interface Seen {
  /** Everything: the message, its thread, the notifications, the buttons. */
  readonly all: string;
  /** What stands on a locked screen. */
  readonly notifications: string;
}

async function seen(
  renderer: Renderer<unknown>,
  destination: string,
  content: Content,
  verdict: CaseVerdict | null = null,
): Promise<Seen> {
  const redaction = opened();
  await redaction.ready();
  const shown: ToRender = { key: { domain: 'acme', destination }, content, memory: null };
  const { main, notes } = redaction.renderer(renderer).render(shown, verdict);
  const messages = [main.message, ...notes.map(({ message }) => message)] as {
    text?: string;
    summary?: string;
  }[];
  return {
    // Without what Teams puts around signs so that no address comes alive.
    all: JSON.stringify(messages).replaceAll('\u2060', ''),
    notifications: messages
      .map(({ text, summary }) => text ?? summary)
      .join('\n')
      .replaceAll('\u2060', ''),
  };
}

const caseContent = (item: Case, connector = 'Cloud Directory'): Content => ({
  kind: 'case',
  item,
  trimmed: [],
  facts: { past: '90|3s2|14f9', connectors: [{ name: connector, status: 'degraded' }] },
});
const threatOf = (fields: Partial<Threat>): Threat => ({
  event_id: '00000000-0000-4000-8000-000000000009',
  created_at: '2026-11-15T09:00:00Z',
  ...fields,
});

/** Of letters that our own words do not use next to each other. */
const syllables = fc.constantFrom('Xyl', 'Qua', 'Zwé', 'Jøk', 'SSax', 'Ōxu', 'Wyq', 'Ñij');
const word = fc.array(syllables, { minLength: 2, maxLength: 3 }).map((parts) => parts.join('').toLowerCase());
const personOf = fc
  .record({ first: word, last: word, host: word, tuid: fc.uuid() })
  .map(({ first, last, host, tuid }) => ({
    name: `${first[0]?.toUpperCase()}${first.slice(1)} ${last}`,
    email: `${first}.${last}@${host}.example`,
    tuid,
    first,
    last,
    local: `${first}.${last}`,
  }));

const accented = (text: string) => text.replace(/[aeio]/g, '$&\u0301');
const hidden = (text: string) => [...text].join('\u200b');
const joined = (text: string) => [...text].join('\u200d');
const wide = (text: string) =>
  [...text].map((c) => (/[a-z]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('');
const mangle = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.normalize('NFD'),
  accented,
  hidden,
  joined,
  wide,
);

/** A text that names somebody somewhere, in some spelling. */
const telling = (names: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom('', 'Files of ', '"', '('),
      fc.constantFrom(...names),
      mangle,
      fc.constantFrom('', ' left', ')', "'s"),
    )
    .map(([before, name, change, behind]) => `${before}${change(name)}${behind}`);

const world = personOf.chain((person) => {
  const text = telling(Object.values(person));
  const maybeText = fc.option(text, { nil: null, freq: 4 });
  const events = fc.array(
    fc.record({
      title: maybeText,
      summary: maybeText,
      source: maybeText,
      category: fc.array(text, { maxLength: 2 }),
      who: fc.boolean(),
    }),
    { maxLength: 9 },
  );
  return fc.record({
    person: fc.constant(person),
    brief: maybeText,
    type: fc.oneof(fc.constant('data_exfiltration'), text),
    events,
    title: maybeText,
    answer: maybeText,
    state: fc.constantFrom(...STATES),
    hasName: fc.boolean(),
  });
});

const simple = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b-\u200d\u2060]/gu, '')
    .toLowerCase();
const leaked = (all: string, person: Record<string, string>) => {
  const plain = simple(JSON.parse(JSON.stringify(all)));
  return Object.entries(person).filter(([, text]) => plain.includes(simple(text)));
};

describe.each(Object.entries(RENDERERS))('in %s', (_, renderer) => {
  it.each(['named', 'bare', 'silent'])(
    'nothing names the person at %s, however it is spelled',
    async (destination) => {
      await fc.assert(
        fc.asyncProperty(world, async ({ person, brief, type, events, title, answer, state, hasName }) => {
          const { name, email, tuid, ...parts } = person;
          const identifiers = hasName ? person : { email, tuid, ...parts };
          const item: Case = {
            ...CASE,
            user_name: hasName ? name : null,
            user_email: email,
            tuid,
            threat_type: type,
            threat_brief: brief,
            events: events.map(({ who, ...fields }, n) =>
              event(n, {
                ...fields,
                ...(who ? { user_email: email.toUpperCase(), user_name: hasName ? name : null } : {}),
              }),
            ),
          };
          const failed = {
            is: 'failed',
            because: 'rejected',
            message: answer ?? '',
            mayBeRecorded: false,
            atMs: 1,
          } as const;
          const by = { surface: 'slack', id: 'U1', name: 'Ada' } as const;
          const entry = {
            atMs: 1,
            id: 'd',
            outcome: 'SAFE',
            by,
            place: 'soc',
            comment: null,
            answer,
          } as const;
          const verdict: CaseVerdict = {
            domain: 'acme',
            caseId: item.case_id,
            version: 1,
            decision: decision(answer ? failed : state, { by }),
            trail: [
              { ...entry, what: 'recorded' },
              { ...entry, what: 'failed' },
            ],
          };
          const shown = await seen(renderer, destination, caseContent(item, title ?? undefined), verdict);
          expect(leaked(shown.all, identifiers)).toEqual([]);
          const threat = threatOf({
            title,
            summary: brief,
            user_name: item.user_name,
            user_email: email,
            tuid,
            source: answer,
          });
          const told = await seen(renderer, destination, { kind: 'threat', item: threat, trimmed: [] });
          expect(leaked(told.all, identifiers)).toEqual([]);
          const threats = ['1', '2', '3'].map((id) => ({ domain: 'acme', id, item: threat }));
          const together = await seen(renderer, destination, { kind: 'threats', threats });
          expect(leaked(together.all, identifiers)).toEqual([]);
          const earlier = threats.map((one) => ({ ...one, postedAtMs: 1 }));
          const before = await seen(renderer, destination, { ...caseContent(CASE), earlier } as Content);
          expect(leaked(before.all, identifiers)).toEqual([]);
          const counts: DigestCounts = {
            of: 'backlog',
            sinceMs: 1,
            total: 2,
            cases: 2,
            bySeverity: { high: 2 },
            byType: { [type]: 2 },
            byPerson: { [email]: 2 },
            listed: [{ id: 'c1', domain: 'acme', type, person: email, severity: 'high', atMs: 1 }],
          };
          const digest = await seen(renderer, destination, { kind: 'digest', counts });
          expect(leaked(digest.all, { email, local: person.local })).toEqual([]);
        }),
        { numRuns: shareOf(200) },
      );
    },
  );

  it('a quiet notification names nobody and tells nothing of what was written, whatever is shown', async () => {
    const verdict: CaseVerdict = {
      domain: 'acme',
      caseId: CASE.case_id,
      version: 1,
      decision: decision({ is: 'recorded', atMs: 1, resolved: true }),
      trail: [
        {
          atMs: 1,
          what: 'recorded',
          id: 'd',
          outcome: 'SAFE',
          by: null,
          place: null,
          comment: null,
          answer: 'for Dana',
        },
      ],
    };
    for (const one of [null, verdict]) {
      const { notifications, all } = await seen(renderer, 'quiet', caseContent(CASE), one);
      expect(all).toContain('Dana Frost');
      expect(notifications).toMatch(/^High · Data exfiltration/);
      expect(notifications).not.toMatch(/Dana|Frost|acme\.example|Downloaded|SharePoint|Anna|Berg/);
    }
    const threat = threatOf({ title: 'Odd for Dana Frost', summary: 'Dana', user_name: 'Dana Frost' });
    const told = await seen(renderer, 'quiet', { kind: 'threat', item: threat, trimmed: [] });
    expect(told.notifications).toBe('A new threat');
    const threats = ['1', '2', '3'].map((id) => ({ domain: 'acme', id, item: threat }));
    const together = await seen(renderer, 'quiet', { kind: 'threats', threats });
    expect(together.notifications).toBe('3 new threats');
    const earlier = threats.map((one) => ({ ...one, postedAtMs: 1 }));
    const before = await seen(renderer, 'quiet', { ...caseContent(CASE), earlier } as Content);
    expect(before.notifications).not.toMatch(/Dana|Frost|acme\.example|Token/);
    expect(together.all).toContain('Dana Frost');
    const odd = { ...CASE, threat_type: 'Dana Frost again' };
    expect((await seen(renderer, 'quiet', caseContent(odd))).notifications).not.toMatch(/Dana/);
  });

  it('everything is shown unless the destination says otherwise', async () => {
    const { all } = await seen(renderer, 'full', caseContent(CASE));
    for (const text of ['Dana Frost', 'dana.frost@acme.example', 'Downloaded 4,812 files'])
      expect(all).toContain(text);
  });

  it('what was before is told under the name that may be shown, and of nobody where none may', async () => {
    const linesAt = async (destination: string) => {
      const { all } = await seen(renderer, destination, caseContent(CASE));
      return {
        all,
        ofPerson: all.includes('3 earlier cases here in 90 days'),
        ofType: all.includes('14 similar cases'),
      };
    };
    expect(await linesAt('full')).toMatchObject({ ofPerson: true, ofType: true });
    const named = await linesAt('named');
    expect(named).toMatchObject({ ofPerson: true, ofType: true });
    expect(named.all).not.toContain('Dana');
    expect(await linesAt('bare')).toMatchObject({ ofPerson: false, ofType: true });
  });

  it('what an analyst wrote stays, and so do buttons and the case', async () => {
    const item = { ...CASE, threat_brief: 'Dana Frost downloaded 4,812 files' };
    const recorded = decision(
      { is: 'recorded', atMs: 1, resolved: true },
      { comment: 'A drill, agreed with Ops' },
    );
    const verdict = { domain: 'acme', caseId: item.case_id, version: 1, decision: recorded, trail: [] };
    const named = await seen(renderer, 'named', caseContent(item), verdict);
    const open = await seen(renderer, 'named', caseContent(item), null);
    expect(open.all).toMatch(/Person [2-9B-Z]{6} downloaded 4,812 files/);
    const bare = await seen(renderer, 'bare', caseContent(item), verdict);
    const bareOpen = await seen(renderer, 'bare', caseContent(item), null);
    expect(`${bare.all}${bareOpen.all}`).not.toContain('downloaded');
    for (const { all } of [named, bare]) {
      expect(all).toContain('Data exfiltration');
      expect(all).toContain(item.case_id.slice(0, 8));
    }
  });
});

describe('buttons', () => {
  it.each(['Slack', 'Teams'])('of %s are the same, whatever is shown', async (name) => {
    const renderer = RENDERERS[name] as Renderer<unknown>;
    const targets = async (destination: string) => {
      const { all } = await seen(renderer, destination, caseContent(CASE));
      return [...all.matchAll(/\\"d\\":\\"acme\\",\\"c\\":\\"[^"]*"/g)].length;
    };
    expect(await targets('full')).toBeGreaterThan(2);
    expect(await targets('bare')).toBe(await targets('full'));
    expect(await targets('named')).toBe(await targets('full'));
  });
});

describe('a pseudonym', () => {
  const of = createPseudonyms(Buffer.alloc(32, 7));

  it('is the same for the same person however the address is written, and another for another', () => {
    expect(of('Dana.Frost@acme.example ')).toBe(of('dana.frost@ACME.example'));
    expect(of('dana.frost@acme.example')).not.toBe(of('dana.frost@acme.examples'));
    expect(of('x')).toMatch(/^Person [2-9BCDFGHJKMNPQRSTVWXYZ]{6}$/);
  });

  it('is another in another bridge', async () => {
    const shown = { key: { domain: 'acme', destination: 'named' }, content: caseContent(CASE), memory: null };
    const names = await Promise.all(
      ['a', 'b', 'a'].map(async (seed) => {
        const redaction = opened(seed);
        await redaction.ready();
        const { content } = redaction.apply(shown, null).shown;
        return content.kind === 'case' ? content.item.user_name : null;
      }),
    );
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
  });

  it('stands for the person in the message and in a digest alike', async () => {
    const [name] =
      /Person [2-9B-Z]{6}/.exec(
        (await seen(RENDERERS.Slack as Renderer<unknown>, 'named', caseContent(CASE))).all,
      ) ?? [];
    const counts = {
      of: 'storm',
      sinceMs: 1,
      total: 1,
      cases: 1,
      bySeverity: {},
      byType: {},
      byPerson: { [CASE.user_email ?? '']: 1 },
    } as const;
    const digest = await seen(RENDERERS.Teams as Renderer<unknown>, 'silent', { kind: 'digest', counts });
    expect(digest.all).toContain(name);
  });

  it('is rare to be shared: none of 5,000 addresses', () => {
    expect(new Set(Array.from({ length: 5_000 }, (_, n) => of(`${n}@acme.example`))).size).toBe(5_000);
  });

  it('is never the name itself when the key cannot be read: then nobody is shown', async () => {
    const logged: string[] = [];
    const redaction = openRedaction({
      config,
      key: () => Promise.reject(new Error('denied')),
      log: (line) => void logged.push(line),
    });
    await redaction.ready();
    const shown = { key: { domain: 'acme', destination: 'named' }, content: caseContent(CASE), memory: null };
    expect(JSON.stringify(redaction.apply(shown, null).shown)).not.toMatch(/Dana|dana/);
    expect(logged).toEqual(['no key for pseudonyms']);
  });

  it('is there as soon as another function has made the key', async () => {
    const keys: (BridgeKey | null)[] = [null, await createMemoryBridgeKeys('a bridge').keyOf('people')];
    const redaction = openRedaction({
      config,
      key: async () => keys.shift() ?? null,
      log: () => expect.unreachable(),
    });
    const shown = { key: { domain: 'acme', destination: 'named' }, content: caseContent(CASE), memory: null };
    const said = () => JSON.stringify(redaction.apply(shown, null).shown);
    await redaction.ready();
    expect(said()).toContain('Person not shown');
    await redaction.ready();
    expect(said()).toMatch(/Person [2-9B-Z]{6}/);
  });

  it('needs no key where no destination shows one', async () => {
    const redaction = openRedaction({
      config: { destinations: { full: config.destinations.full } } as unknown as BridgeConfig,
      key: () => Promise.reject(new Error('asked')),
      log: () => expect.unreachable(),
    });
    await redaction.ready();
  });

  it('takes nobody who was forgotten for a person: their words stand in many sentences', () => {
    const pseudonymOf = createPseudonyms(Buffer.alloc(16, 1));
    const item = {
      ...CASE,
      ...{ user_name: FORGOTTEN, user_email: null, threat_brief: 'Sent a request', events: [] },
    };
    const { content } = redact({ kind: 'case', item, trimmed: [] }, null, 'pseudonym', pseudonymOf);
    expect(content).toMatchObject({ item: { user_name: FORGOTTEN, threat_brief: 'Sent a request' } });
    const { name, scrub } = redactedPerson({ show: 'pseudonym', pseudonymOf }, [FORGOTTEN]);
    expect([name, scrub('Handles request routing')]).toEqual([FORGOTTEN, 'Handles request routing']);
  });
});
