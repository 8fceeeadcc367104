import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../lib/config/event-types.ts';
import { exampleOf } from '../../../lib/endpoints/event-examples.ts';
import { eventFiles } from '../../../lib/endpoints/event-files.ts';
import { eventOf } from '../../../lib/endpoints/events-of-case.ts';
import { cloudEventProblems } from '../../support/cloud-event-problems.ts';
import { eventProblems as problems } from '../../support/event-problems.ts';
import { answers, createEndpointWorld } from './endpoint-world.ts';
import { failedVerdict, recordedVerdict } from './verdicts.ts';

const FOLDER = 'docs/events';

describe('docs/events', () => {
  it('says what events are today; otherwise run npx posture-bridge events', () => {
    const written = new Map(
      readdirSync(FOLDER)
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
    );
    expect(written).toEqual(eventFiles());
  });

  it.each(EVENT_TYPES)('has an example of %s that its schema allows', (type) => {
    const example = exampleOf(type) as { type: string; data: Record<string, unknown> };
    expect(problems(example)).toBe(null);
    for (const field of Object.keys(example.data)) {
      const { [field]: _, ...rest } = example.data;
      if (field !== 'domain' && field !== 'code') continue;
      expect(problems({ ...example, data: rest } as never)).not.toBe(null);
    }
  });

  it('allows what is really sent, however odd the item', async () => {
    const world = createEndpointWorld();
    world.receive(() => answers(200));
    await world.announce('c1');
    await world.announce('odd \u{1f600}', {
      threat_type: 'new_kind',
      state: 'tomorrow',
      more: { nested: [1] },
    });
    await world.announce('bare', { user_name: null, user_email: null, threat_brief: null, events: null });
    world.clock.advance(1);
    await world.change('c1', 'r2');
    await world.tellAnswer(recordedVerdict('c1', world.clock.now(), '<script>'));
    await world.tellAnswer(failedVerdict('c1', world.clock.now()));
    world.notice('n1');
    await world.pass(60_000);
    expect(world.requests).toHaveLength(7);
    for (const { body } of world.requests) expect(problems(JSON.parse(body))).toBe(null);
  });
});

describe('as CloudEvents', () => {
  it.each(EVENT_TYPES)('%s is as the specification says', (type) => {
    expect(cloudEventProblems(exampleOf(type, 'cloudevents'))).toEqual([]);
  });

  it.each([
    'a\u0000b',
    'x\ny',
    'a\u007fb',
    'a\u009fb',
    '\ud800',
    'a\udfff',
    '\ufffe',
    '\ufdd0',
    'x/%2F ü \u{1f600}',
  ])('an id like %j is no harm, and can be read from the subject', async (id) => {
    const world = createEndpointWorld({ endpoints: { siem: { format: 'cloudevents' } } });
    world.receive(() => answers(200));
    await world.announce(id);
    await world.pass(60_000);
    const [{ body = '' } = {}] = world.requests;
    const written = JSON.parse(body);
    expect(cloudEventProblems(written)).toEqual([]);
    expect(decodeURIComponent(written.subject)).toBe(`cases/${id.replace(/\p{Surrogate}/gu, '\ufffd')}`);
    expect(written.data.case.case_id).toBe(id);
  });

  it('what is against the specification would be seen', () => {
    const good = exampleOf('case.created', 'cloudevents');
    for (const over of [
      { subject: 'a\u0001' },
      { subject: '' },
      { id: '\udc00' },
      { time: 'today' },
      { source: 'a b' },
      { specversion: '0.3' },
      { dataSchema: 'x' },
      { more: {} },
    ])
      expect(cloudEventProblems({ ...good, ...over }), JSON.stringify(over)).toHaveLength(1);
  });
});

describe('a change of a case', () => {
  const typeOf = (more: object, changed = true) =>
    eventOf({
      ...{ v: 1, kind: 'case', deliveryId: 'd', domain: 'acme', destination: 'siem', routes: [] },
      handedOverAt: '2026-11-16T09:00:00Z',
      changed,
      item: { case_id: 'c1', created_at: '2026-11-16T09:00:00Z', ...more },
    }).type;

  it('is told as its closing only by who follows its state', () => {
    expect(typeOf({ state: 'closed' })).toBe('case.closed');
    expect(typeOf({ state: 'investigating' })).toBe('case.changed');
    expect(typeOf({ closed_at: '2026-11-16T09:00:00Z' })).toBe('case.changed');
    expect(typeOf({ state: 'closed' }, false)).toBe('case.created');
  });
});

describe('a poller that died after it wrote the event of a new case', () => {
  const types = (world: ReturnType<typeof createEndpointWorld>) =>
    world.requests.map(({ event }) => event.type);
  const briefs = (world: ReturnType<typeof createEndpointWorld>) =>
    world.requests.map(({ body }) => JSON.parse(body).data.case.threat_brief);

  it.each([0, 60_000])(
    'tells what changed before the next poll, once and after it (%i ms later)',
    async (ms) => {
      const world = createEndpointWorld();
      await world.announce('c1', { threat_brief: 'before' });
      await world.pass(ms);
      world.clock.advance(1_000);
      const updated_at = new Date(world.clock.now()).toISOString();
      await world.announce('c1', { threat_brief: 'after', updated_at });
      await world.announce('c1', { threat_brief: 'after', updated_at });
      await world.change('c1', updated_at, { threat_brief: 'after', updated_at });
      await world.pass(120_000);
      expect(types(world)).toEqual(['case.created', 'case.changed']);
      expect(briefs(world)).toEqual(['before', 'after']);
    },
  );

  it('tells nothing twice where the case did not change', async () => {
    const world = createEndpointWorld();
    const updated_at = new Date(world.clock.now()).toISOString();
    await world.announce('c1', { updated_at });
    await world.pass(60_000);
    await world.announce('c1', { updated_at });
    await world.pass(120_000);
    expect(types(world)).toEqual(['case.created']);
  });

  it('tells the change where new cases are not wanted and changes are', async () => {
    const world = createEndpointWorld({ endpoints: { siem: { events: ['case.changed'] } } });
    await world.announce('c1');
    world.clock.advance(1_000);
    await world.announce('c1', { threat_brief: 'after' });
    await world.pass(60_000);
    expect(types(world)).toEqual(['case.changed']);
  });

  it('tells that it closed where it closed before the next poll', async () => {
    const world = createEndpointWorld();
    await world.announce('c1');
    world.clock.advance(1_000);
    const closed_at = new Date(world.clock.now()).toISOString();
    await world.announce('c1', { updated_at: closed_at, closed_at });
    await world.pass(60_000);
    expect(types(world)).toEqual(['case.created', 'case.closed']);
  });
});

describe('a case that closed before the poller saw it', () => {
  const closed = { updated_at: '2026-11-16T09:00:00Z', closed_at: '2026-11-16T09:00:00Z' };
  const heard = async (events?: readonly ('case.created' | 'case.closed' | 'case.changed')[]) => {
    const world = createEndpointWorld(events && { endpoints: { siem: { events: [...events] } } });
    await world.announce('c1', closed);
    await world.announce('c1', closed);
    await world.pass(60_000);
    return world.requests.map(({ event }) => event.type);
  };

  it('is told to be there and to be closed, once each', async () => {
    expect(await heard()).toEqual(['case.created', 'case.closed']);
  });

  it('is told to be closed also where a poller died between the two events', async () => {
    const world = createEndpointWorld();
    const { closed_at: _, ...open } = closed;
    await world.announce('c1', open);
    await world.announce('c1', closed);
    await world.pass(60_000);
    expect(world.requests.map(({ event }) => event.type)).toEqual(['case.created', 'case.closed']);
  });

  it('is told to be closed to those who want to hear only that', async () => {
    expect(await heard(['case.closed'])).toEqual(['case.closed']);
    expect(await heard(['case.created'])).toEqual(['case.created']);
  });
});
