import { describe, expect, it } from 'vitest';
import { planThread } from '../../../../lib/chats/document/plan-thread.ts';
import type { CaseEvent } from '../../../../lib/posture/schemas/case.ts';
import { CASE, event, NOW_MS, story } from './stories.ts';

const withEvents = (events: CaseEvent[]) => story({ item: { ...CASE, events } });

describe('the plan of a thread', () => {
  it('loses no event that newer ones push out of the message', () => {
    let { memory } = planThread(withEvents([]), null, null);
    const told = new Set<string>();
    for (let count = 1; count <= 12; count++) {
      // Each new one is more telling than all before it.
      const events = Array.from({ length: count }, (_, index) =>
        event(index, { created_at: new Date(NOW_MS + index * 60_000).toISOString() }),
      );
      const now = withEvents(events);
      const plan = planThread(now, null, memory);
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
    const { memory } = planThread(withEvents([event(1)]), null, null);
    const [one, other] = [
      [event(1), event(2), event(3)],
      [event(3), event(1), event(2)],
    ].map((events) => planThread(withEvents(events), null, memory).events.name);
    expect(one).toBe(other);
  });

  it('says whose claim another analyst handed back, once, and nothing where it was their own', () => {
    const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ surface: 'slack', id: name, name }));
    const entry = (what: string, by: unknown, minutes: number, answer: string | null = null) => ({
      ...{ what, id: `${what}-${minutes}`, by, answer, atMs: NOW_MS + minutes * 60_000 },
      ...{ outcome: null, place: 'soc', comment: null },
    });
    const notesOf = (...trail: object[]) =>
      planThread(withEvents([]), { trail, decision: null } as never, null).trail.map(({ key, news }) => [
        key,
        news.map((one) => (typeof one === 'object' && 'said' in one ? one.said : one)).join(''),
      ]);
    const claimed = entry('claimed', ada, 0);
    expect(notesOf(claimed, entry('handed-back', ada, 5))).toEqual([]);
    expect(notesOf(claimed, entry('handed-back', bo, 12, 'from Ada (slack Ada)'))).toEqual([
      [
        'handed-back:handed-back-12',
        'Ada had this for 12 minutes. Bo handed it back. The case is unclaimed again',
      ],
    ]);
    expect(notesOf(claimed, entry('claim-ended', null, 60.1, 'Ada had it'))).toMatchObject([
      [expect.anything(), 'Ada had this for 1 hour without a decision. The case is unclaimed again'],
    ]);
  });

  it('tells the one who had a case that another analyst took it over', () => {
    const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ surface: 'slack', id: name, name }));
    const entry = { outcome: null, place: 'soc', comment: null, answer: null, atMs: NOW_MS };
    const trail = [
      { ...entry, what: 'claimed', id: 'k1', by: ada },
      { ...entry, what: 'taken-over', id: 'k2', by: bo },
      { ...entry, what: 'requested', id: 'd1', by: bo, outcome: 'SAFE' },
      { ...entry, what: 'declined', id: 'd1', by: ada, outcome: 'SAFE' },
    ];
    const plan = planThread(withEvents([]), { trail, decision: null } as never, null);
    const read = plan.trail.map(({ news }) =>
      news.map((one) => (typeof one === 'object' && 'said' in one ? one.said : one)).join(''),
    );
    expect(read.toSorted()).toEqual([
      "Ada declined Bo's request to close this as safe. Nobody has the case now",
      'Bo took over the case from Ada',
    ]);
  });

  it('says in a thread of others which case each note is about', () => {
    const events = Array.from({ length: 9 }, (_, n) => event(n));
    const first = planThread(withEvents(events), null, null, 'case 1a2b3c4d');
    expect(first.events.title).toBe('More evidence of case 1a2b3c4d');
    const later = planThread(withEvents([...events, event(10)]), null, first.memory, 'case 1a2b3c4d');
    expect(later.events.title).toBe('New in case 1a2b3c4d');
    const entry = { decisionId: 'd1', what: 'recorded', atMs: 1, outcome: 'SAFE', answer: 'recorded' };
    const answer = { trail: [entry], decision: null } as never;
    const [note] = planThread(withEvents([]), answer, null, 'case 1a2b3c4d').trail;
    expect(note?.news).toEqual(['Recorded as safe', ', case 1a2b3c4d']);
  });
});
