import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../../lib/case/envelope.ts';
import type { Content } from '../../../../lib/case/message-content.ts';
import type { KnownPersona } from '../../../../lib/case/persona-note.ts';
import { createPersonasOf } from '../../../../lib/features/personas/pending-persona-notes.ts';
import { createPersonaLedger } from '../../../../lib/features/personas/persona-ledger.ts';
import type { Subject } from '../../../../lib/features/personas/subjects-of-case.ts';
import { deliveryRow } from '../../../../lib/ledger/item-rows.ts';
import { createAsk } from '../../../../lib/outbox/ask-notifiers.ts';
import { createPersonasAt } from '../../../../lib/outbox/redaction/personas-at.ts';
import { refusedBySmall } from '../../../support/small-chat.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  meta,
  wakeUpAbout,
} from '../../outbox/delivery-world.ts';

const HOUR = 3_600_000;
const ADA: Subject = { as: 'person', email: 'ada@acme.example', name: null };
const KNOWN: KnownPersona = { about: 'person', name: 'Ada', parts: [{ is: 'text', text: 'x' }], people: [] };

function createWorld(options: Parameters<typeof createDeliveryWorld>[0] = {}) {
  const world = createDeliveryWorld(options);
  const ledger = createPersonaLedger(world);
  const logged: string[] = [];
  let broken = false;
  let beforePost = async () => {};
  const personasOf = createPersonasOf({
    ledger: {
      async load(domain, subject) {
        if (broken) throw new Error('the table is away');
        return ledger.load(domain, subject);
      },
    },
    personasAt: (destination) => (destination === 'hidden' ? null : 'full'),
    clock: world.clock,
    log: (what) => logged.push(what),
  });
  const { chat } = world.parts;
  const deliver = delivering({
    ...world.parts,
    personasOf,
    chat: {
      ...chat,
      async post(...given) {
        await beforePost();
        return chat.post(...given);
      },
    },
  });
  const show = createAsk({
    ledger: world.parts.ledger,
    outbox: { send: async () => [] },
    queueUrlOf: () => 'queue',
    severeFrom: 'high',
    clock: world.clock,
  }).forPersonas;
  return {
    ...world,
    logged,
    beforePost: (next: () => Promise<void>) => {
      beforePost = next;
    },
    breakTable: () => {
      broken = true;
    },
    know: (name = KNOWN.name) => ledger.keep('acme', ADA, { ...KNOWN, name }),
    comes: (id: string, more: Parameters<typeof caseEnvelope>[1] = {}) => {
      const envelope = caseEnvelope(id, { handedOverAt: new Date(world.clock.now()).toISOString(), ...more });
      if (envelope.kind !== 'case') throw new Error('it is no case');
      const item = { ...envelope.item, user_email: ADA.email };
      return deliver({ ...envelope, item } as Envelope, meta());
    },
    async showAgain(id = 'c1') {
      const [place] = await world.parts.ledger.places({ domain: 'acme', feed: 'cases', id });
      if (!place) throw new Error('it is nowhere');
      await show(place);
      return deliver(wakeUpAbout(id), meta());
    },
    again: (id = 'c1') => deliver(wakeUpAbout(id), meta()),
  };
}

describe('where a thread tells who its case is about', () => {
  const [slack, flow] = [
    { type: 'slack', channel: 'C0123SOC1' },
    { type: 'teams', workflowUrl: '/flow' },
  ];
  const config = (personas: string) =>
    ({
      personas,
      storm: { severe: 'high', threshold: 20 },
      destinations: {
        soc: slack,
        vip: { ...slack, show: 'pseudonym' },
        lobby: { ...slack, show: 'minimal' },
        flow,
        siem: { type: 'webhook' },
      },
    }) as unknown as Parameters<typeof createPersonasAt>[0];
  const caseOf = (severity: string): Content => ({
    kind: 'case',
    item: { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', events: [{ event_id: 'e1', severity }] },
    trimmed: [],
  });
  const all = ['soc', 'vip', 'lobby', 'flow', 'siem', 'gone', 'toString'];

  it('is where people are shown and there are threads', () => {
    const at = createPersonasAt(config('all'));
    expect(all.map((name) => at(name, caseOf('low')))).toEqual([
      'full',
      'pseudonym',
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('is with severe cases alone, or nowhere, if the configuration says so', () => {
    const at = createPersonasAt(config('severe'));
    expect(['critical', 'high', 'medium', 'odd'].map((severity) => at('soc', caseOf(severity)))).toEqual([
      'full',
      'full',
      null,
      null,
    ]);
    expect(createPersonasAt(config('none'))('soc', caseOf('critical'))).toBeNull();
  });
});

describe('who a case is about', () => {
  it('is told in the message of the case where it is known, and in no note', async () => {
    const world = createWorld();
    await world.know();
    await world.comes('c1');
    await world.showAgain();
    expect(world.texts()).toEqual(['case c1, who is Ada']);
    expect(await world.parts.ledger.todo('soc', { limit: 5 })).toEqual([]);
  });

  it('stays in the message for as long as that stands, though the platform was asked long ago', async () => {
    const world = createWorld();
    await world.know();
    await world.comes('c1');
    world.clock.advance(30 * 24 * HOUR);
    await world.comes('c1', { updatedAt: '2027-01-01T00:00:00Z', brief: 'worse' });
    expect(world.texts()).toEqual(['case c1 worse, who is Ada']);
  });

  it('is left out where the chat refuses the message with it', async () => {
    const world = createWorld();
    await world.know();
    world.trouble((call, text) =>
      call === 'post' && text.includes('who is') ? refusedBySmall('too-long') : null,
    );
    await world.comes('c1');
    await world.again();
    expect(world.texts()).toEqual(['case c1']);
    expect(await world.parts.ledger.todo('soc', { limit: 5 })).toEqual([]);
  });

  it('is told later where it comes later, once, however often somebody rings', async () => {
    const world = createWorld();
    await world.comes('c1');
    expect(world.texts()).toEqual(['case c1']);
    await world.know();
    await world.showAgain();
    await world.showAgain();
    await world.again();
    expect(world.texts()).toEqual(['case c1', 'who is Ada']);
    expect(await world.parts.ledger.todo('soc', { limit: 5 })).toEqual([]);
  });

  it('is told once though its answer was lost', async () => {
    const world = createWorld();
    await world.know();
    let losses = 1;
    world.trouble((call, text) =>
      call === 'post' && text.includes('who is') && losses-- > 0 ? 'lost answer' : null,
    );
    await world.comes('c1');
    world.clock.advance(HOUR);
    await world.again();
    await world.showAgain();
    expect(world.texts()).toEqual(['case c1, who is Ada']);
    expect(world.updates).toEqual([]);
  });

  it('is told in the message that was lost once that is found, whatever it said then', async () => {
    const world = createWorld();
    await world.know();
    let losses = 1;
    world.trouble((call) => (call === 'post' && losses-- > 0 ? 'lost answer' : null));
    await world.comes('c1');
    await world.know('Ada Winter');
    world.clock.advance(HOUR);
    await world.again();
    expect(world.texts()).toEqual(['case c1, who is Ada Winter']);
  });

  it('stays in a message that was lost, though its case has changed since', async () => {
    const world = createWorld();
    await world.know();
    let losses = 1;
    world.trouble((call) => (call === 'post' && losses-- > 0 ? 'lost answer' : null));
    await world.comes('c1');
    world.clock.advance(HOUR);
    await world.comes('c1', { updatedAt: '2027-01-01T00:00:00Z', brief: 'worse' });
    await world.again();
    await world.showAgain();
    expect(world.texts()).toEqual(['case c1 worse, who is Ada']);
  });

  it('is not kept where somebody was forgotten while it was posted', async () => {
    const world = createWorld();
    await world.know();
    const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
    world.beforePost(async () => {
      // As `forget` does: whoever writes after it has to read the row again.
      const written = await world.rows.parted.change(deliveryRow.key(key), {
        if: [{ part: 'rev', is: 'present' }],
        set: { forgotten: 'names' },
        raise: ['shownV'],
      });
      expect(written.is).toBe('written');
      world.beforePost(async () => {});
    });
    await world.comes('c1');
    await world.again();
    expect((await world.ledger.load(key))?.value).toMatchObject({ forgotten: 'names', saysWho: undefined });
    expect(world.updates).toEqual(['case c1']);
  });

  it('is left out where the chat goes on refusing the message and does not say clearly why', async () => {
    const world = createWorld();
    await world.know();
    world.trouble((call, text) =>
      call === 'post' && text.includes('case c1, who is') ? refusedBySmall('odd') : null,
    );
    await world.comes('c1');
    for (let n = 0; n < 8; n++) {
      world.clock.advance(HOUR);
      await world.comes(`other-${n}`, { destination: 'soc' });
      await world.again();
    }
    expect(world.texts()).toContain('case c1');
    expect(world.parked).toEqual([]);
  });

  it('keeps no case from being shown where the table does not say', async () => {
    const world = createWorld();
    world.breakTable();
    await world.comes('c1');
    expect(world.texts()).toEqual(['case c1']);
    expect(world.logged).toContain('persona not read');
  });

  it('is not told where it is switched off, nor what is too old to be true', async () => {
    const world = createWorld();
    await world.know();
    await world.comes('c1', { destination: 'hidden' });
    world.clock.advance(24 * HOUR);
    await world.comes('c2');
    expect(world.texts()).toEqual(['case c1', 'case c2']);
  });

  it('is not told of what a digest or a storm tells', async () => {
    const world = createWorld({ stormThreshold: 2 });
    await world.know();
    for (let n = 1; n <= 6; n++) await world.comes(`c${n}`);
    const inThreads = world.posted.filter(({ thread }) => thread !== null).map(({ message }) => message.text);
    expect(world.texts().some((text) => text.includes(' of '))).toBe(true);
    const alone = world.posted.filter(
      ({ thread, message }) => thread === null && message.text.startsWith('case'),
    );
    expect(inThreads.filter((text) => text.includes('who is Ada'))).toEqual([]);
    expect(alone.length).toBeLessThan(6);
    for (const { message } of alone) expect(message.text).toContain('who is Ada');
  });
});
