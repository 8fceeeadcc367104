import { describe, expect, it } from 'vitest';
import { endpointsIn, readEndpoint } from '../../../console/flow/read-endpoints.ts';
import type { ToldEvent } from '../../../console/flow/tell-events.ts';
import type { EndpointEvent } from '../../../lib/endpoints/endpoint-event.ts';
import { givenUpPriority, waitingPriority } from '../../../lib/endpoints/event-priority.ts';
import { configOf, createHarness, KEY, NOW } from './harness.ts';

const SOAR = { destination: 'soar', kind: 'webhook' } as const;
const told = (more: Partial<ToldEvent>): ToldEvent => ({
  destination: 'soar',
  type: 'case.created',
  atMs: NOW,
  end: 'taken',
  reason: undefined,
  place: null,
  ...more,
});

describe('endpoints', () => {
  it('are the destinations that are no chat', () => {
    const destinations = {
      soc: { type: 'slack', channel: 'C0SOC0CASES' },
      soar: { type: 'webhook', url: 'https://soar.example.com/', secret: '/pb/soar' },
    } as const;
    expect(endpointsIn(configOf({ destinations, routes: [{ to: ['soc', 'soar'] }] }))).toEqual([SOAR]);
  });

  it('say what they took last, what waits for them, and what was given up', async () => {
    const { source, events } = createHarness();
    const event = (eventId: string): EndpointEvent =>
      ({ key: { ...KEY, destination: 'soar' }, eventId, type: 'case.changed', atMs: NOW }) as EndpointEvent;
    await events.save(event('e1'), 0, waitingPriority(NOW), NOW);
    await events.save(event('e2'), 0, givenUpPriority(NOW), NOW);
    const items = [
      {
        id: 'case-1',
        told: [told({ atMs: NOW - 5 }), told({ end: undefined }), told({ destination: 'siem' })],
      },
      { id: 'case-2', told: [told({ type: 'verdict.recorded' })] },
    ];
    expect(await readEndpoint(source, SOAR, items)).toEqual({
      ...SOAR,
      closed: null,
      waiting: 1,
      givenUp: 1,
      told: [
        { type: 'verdict.recorded', atMs: NOW, id: 'case-2' },
        { type: 'case.created', atMs: NOW - 5, id: 'case-1' },
      ],
    });
  });

  it('say why they are closed, and since when', async () => {
    const { source, deliveries } = createHarness();
    const closed = { kind: 'place', reason: 'It is gone.', sinceMs: NOW - 9 };
    await deliveries.saveOutage('soar', closed as never, 0, NOW);
    expect((await readEndpoint(source, SOAR, [])).closed).toEqual({
      reason: 'It is gone.',
      sinceMs: NOW - 9,
    });
  });
});
