import { describe, expect, it } from 'vitest';
import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { severityOf } from '../../../lib/case/evidence.ts';
import { changeStatus } from '../../../lib/case/vanished-or-reopened.ts';
import { controlsOf } from '../../../lib/chats/document/case-buttons.ts';
import { createCaseStory } from '../../../lib/chats/document/create-case-story.ts';
import { outcomesWithoutRules } from '../../../lib/chats/document/outcome-choices.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createAsk } from '../../../lib/outbox/ask-notifiers.ts';
import { createWhomToCall } from '../../../lib/routing/whom-to-call.ts';
import { caseRecord } from '../../support/case-records.ts';
import { sample } from '../config/sample.ts';
import { aDecision, aVerdict } from '../verdict/examples.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  handOver,
  meta,
  wakeUpAbout,
} from './delivery-world.ts';

const [DUTY, TEAM] = ['S0000DUTY', 'S0000TEAM'];
const config = defineBridge({
  ...sample,
  destinations: { ...sample.destinations, soc: { type: 'slack', channel: 'C0123SOC1' } },
  routes: [{ to: ['soc', 'soc-slack'], mention: { critical: [DUTY], high: [TEAM], medium: [TEAM] } }],
});
const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;

function createWorld(
  options?: Parameters<typeof createDeliveryWorld>[0],
  more: Partial<Parameters<typeof delivering>[0]> = {},
) {
  const world = createDeliveryWorld(options);
  const { ledger, clock, outbox } = world;
  const deliver = delivering({
    ...world.parts,
    whomToCall: createWhomToCall(config),
    isMuted: more.isMuted,
  });
  const ask = createAsk({
    ledger,
    clock,
    outbox: world.queue,
    severeFrom: 'high',
    queueUrlOf: () => 'queue',
  });
  let minute = 0;
  /** The poller brings what changed. */
  const changes = (severity: string) => {
    const updatedAt = new Date(Date.parse('2026-11-15T10:00:00Z') + ++minute * 60_000).toISOString();
    const changed = { ...caseEnvelope('c1', { severity, updatedAt }), changed: true } as Envelope;
    return outbox.send('queue', [handOver(changed)]);
  };
  const show = () => deliver(wakeUpAbout('c1'), meta());
  return {
    ...world,
    deliver,
    show,
    async becomes(severity: string) {
      await changes(severity);
      await show();
    },
    changes,
    /** It waits, as where the destination is closed. */
    waits: (severity = 'critical') =>
      outbox.send('queue', [handOver(caseEnvelope('c1', { severity, events: [] }))]),
    ends(to: 'closed' | 'vanished' | 'enforced' | 'investigating') {
      const record = world.records.get('acme/c1') ?? caseRecord();
      world.records.set('acme/c1', changeStatus(record, to, clock.now(), clock.now()));
      return ask.everywhere('acme', 'c1', null);
    },
    claims() {
      const by = { surface: 'slack', id: 'U1', name: 'ada' };
      const claim = { id: 'k1', by, place: 'soc', atMs: clock.now(), episode: 0 };
      const claimed = { ...aVerdict({ caseId: 'c1' }), decision: null, claim, trail: [] };
      world.verdicts.set('acme/c1', claimed as unknown as CaseVerdict);
    },
    mains: () => world.posted.filter(({ message, thread }) => message.text.startsWith('case c1') && !thread),
    calls: () => world.posted.flatMap(({ called }) => called),
  };
}

describe('a case that came to its end before a place got it', () => {
  it.each(['closed', 'vanished', 'enforced'] as const)(
    'was %s: its first message calls nobody and has nothing to press',
    async (end) => {
      const world = createWorld();
      await world.waits();
      await world.ends(end);
      await world.show();
      expect(world.mains()).toMatchObject([{ called: [], message: { buttons: [] } }]);
      expect(world.calls()).toEqual([]);
      // It says so itself: its thread tells nothing of it.
      expect(world.texts()).not.toContain(`is ${end}`);
    },
  );

  it('was decided: its first message calls nobody', async () => {
    const world = createWorld();
    await world.waits();
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.show();
    expect(world.mains()).toHaveLength(1);
    expect(world.calls()).toEqual([]);
  });

  it('was claimed: its first message calls nobody', async () => {
    const world = createWorld();
    await world.waits();
    world.claims();
    await world.show();
    expect(world.mains()).toHaveLength(1);
    expect(world.calls()).toEqual([]);
  });

  it('and one that nobody answered calls whom its severity names', async () => {
    const world = createWorld();
    await world.waits();
    await world.show();
    expect(world.calls()).toEqual([DUTY]);
  });
});

describe('a case that ends while something about it is under way', () => {
  const tell = (state: DecisionState, closed_at: string | null, more: Partial<CaseVerdict> = {}) => {
    const item = { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', closed_at, events: [] };
    const answer = aVerdict({ caseId: 'c1', decision: aDecision({ state }), ...more });
    return createCaseStory({
      item,
      domain: 'acme',
      destination: 'soc',
      config: outcomesWithoutRules,
      answer,
    });
  };
  const controls = (...about: Parameters<typeof tell>) => controlsOf(tell(...about).standing, 'slack');
  const CLOSED_AT = '2026-11-15T09:30:00Z';
  const atMs = Date.parse('2026-11-15T09:10:00Z');
  const recorded: DecisionState = { is: 'recorded', atMs, resolved: true };
  const failed = { is: 'failed', because: 'gave-up', message: '', mayBeRecorded: true, atMs } as const;

  it.each<DecisionState>([
    { is: 'awaiting-approval', sinceMs: atMs, untilMs: atMs + 1 } as DecisionState,
    failed,
  ])('has nothing to press, whatever was decided: %j', (state) => {
    expect(controls(state, null)).not.toEqual([]);
    expect(controls(state, CLOSED_AT)).toEqual([]);
  });

  it('can still be corrected where the bridge itself recorded its verdict', () => {
    expect(controls(recorded, CLOSED_AT)).toEqual(['override']);
  });

  it('waits for no second person, and says that it ended', () => {
    expect(tell({ is: 'awaiting-approval' }, CLOSED_AT).standing).toMatchObject({ is: 'closed' });
  });

  it.each<[DecisionState, readonly string[]]>([
    [{ is: 'awaiting-approval' }, ['approve', 'decline', 'undo']],
    [{ is: 'undoable', sinceMs: atMs, untilMs: atMs + 1 }, ['undo']],
    [failed, ['retry', 'override']],
  ])('lets people go on with what is to correct its recorded verdict: %j', (state, expected) => {
    const before = aDecision({ id: 'd0', state: recorded });
    expect(controls(state, CLOSED_AT, { before })).toEqual(expected);
  });
});

describe('a case that is reopened', () => {
  it('tells that it came back, and nothing of the end that a verdict of ours brought, whatever is decided then', async () => {
    const world = createWorld();
    const told = () => world.texts().filter((text) => text.startsWith('is '));
    await world.waits('medium');
    await world.show();
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.ends('enforced');
    await world.show();
    await world.ends('investigating');
    await world.show();
    expect(told()).toEqual(['is investigating']);
    const again = aDecision({ state: { is: 'posting', sinceMs: 1 }, episode: 1 });
    world.verdicts.set('acme/c1', { ...aVerdict({ caseId: 'c1' }), decision: again });
    await world.becomes('medium');
    expect(told()).toEqual(['is investigating']);
  });

  it('may call people again: what was decided before counts no more', async () => {
    const world = createWorld();
    await world.waits('medium');
    await world.show();
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.ends('closed');
    await world.ends('investigating');
    expect(world.records.get('acme/c1')).toMatchObject({ episode: 1 });
    await world.becomes('critical');
    expect(world.calls()).toContain(DUTY);
  });

  it('calls nobody while somebody is on it, and people again once that claim has ended by itself', async () => {
    const world = createWorld();
    world.records.set('acme/c1', caseRecord());
    await world.waits('medium');
    await world.show();
    world.claims();
    await world.becomes('high');
    expect(world.calls()).toEqual([TEAM]);
    world.clock.advance(2 * 3_600_000);
    await world.becomes('critical');
    expect(world.calls()).toEqual([TEAM, DUTY]);
  });
});

describe('a case that became worse where it stands in the channel', () => {
  it('calls people once for the new severity, in its thread, and not again for later changes', async () => {
    const world = createWorld();
    await world.waits('medium');
    await world.show();
    expect(world.calls()).toEqual([TEAM]);
    await world.becomes('critical');
    expect(world.calls()).toEqual([TEAM, DUTY]);
    const note = world.posted.find(({ message }) => message.text === 'worse:critical');
    expect(note).toMatchObject({ called: [DUTY], broadcast: true, thread: expect.anything() });
    await world.becomes('critical');
    await world.becomes('low');
    await world.becomes('critical');
    expect(world.calls()).toEqual([TEAM, DUTY]);
    expect(world.mains()).toHaveLength(1);
  });

  it('calls nobody while a mute would hide it, which never hides a critical one', async () => {
    let isMuted = false;
    const world = createWorld(undefined, {
      isMuted: async ({ content }) =>
        isMuted && content.kind === 'case' && severityOf(content.item) !== 'critical',
    });
    await world.waits('low');
    await world.show();
    const before = world.calls().length;
    isMuted = true;
    await world.becomes('medium');
    expect(world.texts()).toContain('worse:medium');
    expect(world.calls()).toHaveLength(before);
    await world.becomes('critical');
    expect(world.calls().slice(before)).toEqual([DUTY]);
  });

  it('goes before new cases that are not severe', async () => {
    const world = createWorld();
    await world.waits('medium');
    await world.show();
    await world.outbox.send('queue', [handOver(caseEnvelope('other', { severity: 'medium' }))]);
    await world.becomes('critical');
    const texts = world.texts();
    expect(texts.indexOf('worse:critical')).toBeGreaterThan(0);
    expect(texts.indexOf('worse:critical')).toBeLessThan(texts.indexOf('case other'));
  });

  it('calls nobody when it ended, or somebody is on it', async () => {
    const claimed = createWorld();
    await claimed.waits('medium');
    await claimed.show();
    claimed.claims();
    await claimed.becomes('critical');
    expect(claimed.texts()).toContain('worse:critical');
    expect(claimed.calls()).toEqual([TEAM]);
    const ended = createWorld();
    await ended.waits('medium');
    await ended.show();
    await ended.ends('closed');
    await ended.becomes('critical');
    expect(ended.texts()).not.toContain('worse:critical');
    expect(ended.calls()).toEqual([TEAM]);
  });
});

describe('a case in a digest that becomes severe', () => {
  it('is posted in its own right where a storm put it into the thread, and is the same in both places', async () => {
    const world = createWorld({ stormThreshold: 3 });
    for (let n = 1; n <= 8; n++)
      await world.deliver(caseEnvelope(`c${n}`, { severity: 'medium' }), meta({ isLast: n === 8 }));
    const before = world.posted.find(({ message }) => message.text === 'case c1');
    expect(before?.thread).not.toBeNull();
    // The digest has called for all of them.
    expect(world.calls()).toEqual([TEAM]);
    world.clock.advance(180_000);
    await world.becomes('critical');
    expect(world.mains()).toMatchObject([{ called: [DUTY] }]);
    expect(world.calls()).toEqual([TEAM, DUTY]);
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.ledger.ask(KEY, { at: '00#1' }, world.clock.now());
    await world.show();
    const shown = world.posted.filter(({ message }) => message.text.startsWith('case c1'));
    expect(shown.map(({ message }) => message)).toEqual([shown[0]?.message, shown[0]?.message]);
    await world.becomes('critical');
    expect(world.mains()).toHaveLength(1);
  });

  it('is posted in its own right where a digest of a backlog only named it', async () => {
    const world = createWorld();
    await world.waits('medium');
    const saved = await world.ledger.load(KEY);
    if (!saved) throw new Error('it is not there');
    const told = { ...saved.value, settled: true, coveredElsewhere: true };
    await world.ledger.save(told, saved.version, null, world.clock.now());
    await world.becomes('low');
    expect(world.mains()).toEqual([]);
    await world.becomes('critical');
    expect(world.mains()).toMatchObject([{ called: [DUTY] }]);
  });

  it('stays where it is when somebody has decided it', async () => {
    const world = createWorld({ stormThreshold: 3 });
    for (let n = 1; n <= 8; n++)
      await world.deliver(caseEnvelope(`c${n}`, { severity: 'medium' }), meta({ isLast: n === 8 }));
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.becomes('critical');
    expect(world.mains()).toEqual([]);
  });
});
