import { describe, expect, it } from 'vitest';
import type { CaseVerdict, TakenStep } from '../../../lib/case/answer.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createEscalationPlaces } from '../../../lib/outbox/escalation-places.ts';
import { createWhomToCall } from '../../../lib/routing/whom-to-call.ts';
import { caseRecord } from '../../support/case-records.ts';
import { sample } from '../config/sample.ts';
import { aVerdict } from '../verdict/examples.ts';
import { caseEnvelope, createDeliveryWorld, delivering, meta, wakeUpAbout } from './delivery-world.ts';

const [DUTY, LEAD] = ['S0000DUTY', 'S0000LEAD'];
const config = defineBridge({
  ...sample,
  destinations: {
    soc: { type: 'slack', channel: 'C0123SOC1' },
    lead: { type: 'slack', channel: 'C012LEAD1' },
    other: { type: 'slack', channel: 'C0OTHER01' },
  },
  routes: [
    {
      name: 'severe',
      to: 'soc',
      mention: { critical: [DUTY] },
      escalation: [
        { after: { critical: '10m' }, mention: [DUTY] },
        { after: { critical: '30m' }, to: 'lead', mention: [LEAD] },
      ],
    },
    { name: 'all', to: 'other' },
  ],
});

const stepOf = (n: number, more: Partial<TakenStep> = {}): TakenStep => ({
  n,
  route: 'severe',
  step: n,
  afterMs: 600_000,
  atMs: 1,
  to: n === 2 ? ['lead'] : [],
  ...more,
});

const nobodyDidAnything = (caseId: string) =>
  ({ domain: 'acme', caseId, version: 1, decision: null, trail: [] }) as unknown as CaseVerdict;

function createWorld(options: Parameters<typeof createDeliveryWorld>[0] = {}) {
  const world = createDeliveryWorld(options);
  const whomToCall = createWhomToCall(config);
  const places = createEscalationPlaces({
    ledger: world.parts.ledger,
    outbox: { send: async () => [] },
    queueUrlOf: () => 'queue',
    severeFrom: 'high',
    clock: world.clock,
    log: () => undefined,
  });
  const deliver = delivering({ ...world.parts, whomToCall });
  return {
    ...world,
    deliver,
    /** The verdict function writes the step into the answer, and tells of it then. */
    take(n: number, id = 'c1') {
      const name = `acme/${id}`;
      world.clock.advance(1);
      const answer = world.verdicts.get(name) ?? nobodyDidAnything(id);
      const { steps = [] } = answer;
      const step = steps.find((one) => one.n === n) ?? stepOf(n, { atMs: world.clock.now() });
      const others = steps.filter((one) => one !== step);
      world.verdicts.set(name, { ...answer, steps: [...others, step] });
      return places.take('acme', id, step);
    },
    show: (destination = 'soc') => deliver({ ...wakeUpAbout('c1'), destination } as never, meta()),
    calls: () => world.posted.filter(({ called }) => called.length > 0),
  };
}

describe('a step because nobody answered', () => {
  it('is told in the thread and calls whom it names, once, however often it is taken or shown', async () => {
    const world = createWorld();
    await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    for (let n = 0; n < 3; n++) {
      await world.take(1);
      await world.show();
    }
    const notes = world.posted.filter(({ message }) => message.text.includes('nobody answered'));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ called: [DUTY], broadcast: true });
    expect(notes[0]?.thread).not.toBeNull();
  });

  it('calls whole channels with a message, and not from a thread, where nobody would hear it', () => {
    const [route] = config.routes;
    const steps = [{ after: { critical: 600_000 }, to: ['lead'], mention: ['here', DUTY] }];
    const whom = createWhomToCall({ ...config, routes: [{ ...route, escalation: steps }] } as typeof config);
    const shownAt = (destination: string, brought: boolean) => ({
      key: { domain: 'acme', destination },
      content: { ...caseEnvelope('c1', { severity: 'critical' }), trimmed: [] },
      escalation: [{ ...stepOf(1, { to: ['lead'] }), brought }],
    });
    const named = (destination: string, brought: boolean, note: string) =>
      whom(shownAt(destination, brought) as never, note).map(({ id }) => id);
    expect(named('soc', false, 'escalation:1')).toEqual([DUTY]);
    expect(named('lead', true, 'main')).toEqual(['here', DUTY]);
  });

  it('is told in the thread where the chat does not know whom it calls', async () => {
    const world = createWorld();
    await world.deliver(caseEnvelope('c1', { severity: 'high' }), meta());
    world.trouble((call, text) =>
      call === 'post' && text.includes('nobody answered') && refusals++ === 0
        ? {
            is: 'refused',
            kind: 'content',
            code: 'invalid_blocks',
            reason: 'invalid_blocks',
            messageGone: false,
          }
        : null,
    );
    let refusals = 0;
    await world.take(1);
    await world.show();
    const notes = world.posted.filter(({ message }) => message.text.includes('nobody answered'));
    expect(notes).toMatchObject([{ called: [] }]);
  });

  it('calls nobody where another route sends the case, and tells it there', async () => {
    const world = createWorld();
    await world.deliver(caseEnvelope('c1', { severity: 'critical', destination: 'other' }), meta());
    await world.take(1);
    await world.show('other');
    expect(world.calls()).toEqual([]);
    expect(world.texts()).toContain('nobody answered 1');
  });

  it('brings the case to another channel, whose message calls and whose note does not', async () => {
    const world = createWorld();
    await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    const before = world.posted.length;
    await world.take(2);
    await world.take(2);
    for (let n = 0; n < 3; n++) {
      await world.show('lead');
      world.clock.advance(5_000);
    }
    const there = world.posted.slice(before).filter(({ channel }) => channel === 'C-lead');
    expect(there.filter(({ thread }) => thread === null).map(({ called }) => called)).toEqual([[LEAD]]);
    expect(there.filter(({ called }) => called.length > 0)).toHaveLength(1);
    expect(there.filter(({ message }) => message.text === 'nobody answered 2')).toHaveLength(1);
  });

  it('brings nothing of earlier cases to another channel, which was not sent those', async () => {
    const world = createWorld();
    const facts = { past: '90|3s2|', connectors: [{ name: 'Cloud Directory', status: 'degraded' }] };
    await world.deliver({ ...caseEnvelope('c1', { severity: 'critical' }), facts } as never, meta());
    await world.take(2);
    const factsAt = async (destination: string) => {
      const saved = await world.parts.ledger.load({ domain: 'acme', feed: 'cases', id: 'c1', destination });
      return saved?.value.content.kind === 'case' ? saved.value.content.facts : null;
    };
    expect(await factsAt('soc')).toEqual(facts);
    expect(await factsAt('lead')).toEqual({ connectors: facts.connectors });
  });

  it('calls nobody once the case was answered, and still tells it', async () => {
    const world = createWorld();
    world.verdicts.set('acme/c1', aVerdict({ caseId: 'c1' }));
    await world.deliver(caseEnvelope('c1', { severity: 'low' }), meta());
    await world.take(1);
    await world.show();
    expect(world.posted.some(({ message }) => message.text.includes('nobody answered'))).toBe(true);
    expect(world.calls()).toEqual([]);
  });

  it('calls nobody for a step of before somebody was on the case, once they have left it', async () => {
    const world = createWorld();
    await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    await world.take(1);
    world.clock.advance(1);
    const answer = world.verdicts.get('acme/c1') as CaseVerdict;
    const left = { ...aVerdict().trail[0], atMs: world.clock.now(), what: 'handed-back' } as never;
    world.verdicts.set('acme/c1', { ...answer, trail: [left] });
    const before = world.calls().length;
    await world.show();
    expect(world.posted.at(-1)?.message.text).toContain('nobody answered');
    expect(world.calls()).toHaveLength(before);
  });

  it('calls whom it names in another channel, though the case became worse meanwhile', async () => {
    const world = createWorld();
    const sinceMs = world.clock.now();
    let record = caseRecord({ sinceMs, severity: 'critical', routes: ['severe'], places: { soc: 'handed' } });
    const whomToCall = createWhomToCall(config);
    const deliver = delivering({ ...world.parts, caseOf: async () => record, whomToCall });
    await deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    await world.take(2);
    world.clock.advance(5_000);
    record = { ...record, sinceMs: world.clock.now() };
    await deliver({ ...wakeUpAbout('c1'), destination: 'lead' } as never, meta());
    const [there] = world.posted.filter(({ channel }) => channel === 'C-lead');
    expect(there?.called).toEqual([LEAD]);
  });

  it('gives a case that only a digest told a message of its own', async () => {
    const world = createWorld();
    const { ledger } = world.parts;
    await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
    const saved = await ledger.load(key);
    if (!saved) throw new Error('it is not there');
    await ledger.save(
      { ...saved.value, main: null, notes: {}, coveredElsewhere: true },
      saved.version,
      null,
      world.clock.now(),
    );
    const before = world.posted.length;
    await world.take(1);
    await world.show();
    expect(world.posted.slice(before).filter(({ thread }) => thread === null)).toHaveLength(1);
    expect(world.texts()).toContain('nobody answered 1');
  });

  it('of many at once calls for the last of them only', async () => {
    const world = createWorld({ stormThreshold: 2 });
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5'];
    for (const id of ids) {
      await world.deliver(caseEnvelope(id, { severity: 'critical' }), meta());
      world.clock.advance(120_000);
    }
    const before = world.posted.length;
    for (const id of ids) await world.take(1, id);
    await world.show();
    const notes = world.posted.slice(before);
    expect(notes).toHaveLength(5);
    expect(notes.filter(({ called }) => called.length > 0)).toHaveLength(2);
  });
});
