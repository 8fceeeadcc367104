import { describe, expect, it } from 'vitest';
import { planThread } from '../../../../lib/chats/shared/plan-thread.ts';
import type { CaseEvent } from '../../../../lib/posture/schemas/case.ts';
import { CASE, event, NOW_MS, story } from './stories.ts';

const withEvents = (events: CaseEvent[]) => story({ item: { ...CASE, events } });

describe('the plan of a thread', () => {
  it('loses no event that newer ones push out of the message', () => {
    let { memory } = planThread(withEvents([]), [], null);
    const told = new Set<string>();
    for (let count = 1; count <= 12; count++) {
      // Each new one is more telling than all before it.
      const events = Array.from({ length: count }, (_, index) =>
        event(index, { created_at: new Date(NOW_MS + index * 60_000).toISOString() }),
      );
      const now = withEvents(events);
      const plan = planThread(now, [], memory);
      memory = plan.memory;
      for (const { eventId } of plan.events.untold) {
        expect(told).not.toContain(eventId);
        told.add(eventId);
      }
      const shown = now.evidence.slice(0, 3).map(({ eventId }) => eventId);
      expect(new Set([...told, ...shown])).toEqual(new Set(events.map(({ event_id }) => event_id)));
    }
  });

  it('names the same news the same, in whatever order they come', () => {
    const { memory } = planThread(withEvents([event(1)]), [], null);
    const [one, other] = [
      [event(1), event(2), event(3)],
      [event(3), event(1), event(2)],
    ].map((events) => planThread(withEvents(events), [], memory).events.name);
    expect(one).toBe(other);
  });
});
