import { describe, expect, it } from 'vitest';
import { aCase, aThreat } from './sample-items.ts';
import { createUnitWorld } from './unit-world.ts';

/** Units of writes and reads. What a path may cost: a change that makes one dearer has to say so here. */
type Bars = Readonly<Record<string, readonly [written: number, read: number]>>;

const many = (count: number) => Array.from({ length: count }, (_, n) => aThreat(n));

describe('what the ledger is charged', () => {
  it('for a threat and for a case that come alone, from the poller to what is shown of a decision', async () => {
    const { poll, notify, decide, cost, clock } = createUnitWorld();
    const found: Record<string, readonly [number, number]> = {};
    const step = async (name: string, run: () => Promise<void>) => {
      const { written, read } = await cost(run);
      found[name] = [written, read];
      clock.advance(30_000);
    };
    const changed = { ...aCase(1, 4), updated_at: '2026-11-15T23:00:00Z' };
    await step('threat seen and handed over', () => poll('threat', [aThreat(1)]));
    await step('threat posted', notify);
    clock.advance(600_000);
    await step('case seen and handed over', () => poll('case', [aCase(1)]));
    await step('case posted', notify);
    clock.advance(600_000);
    await step('case of five events seen and handed over', () => poll('case', [aCase(2, 5)]));
    await step('case of five events posted, with its note', notify);
    clock.advance(600_000);
    await step('case changed', () => poll('case', [changed]));
    await step('change shown, with its note', notify);
    clock.advance(600_000);
    await step('decision saved', () => decide(aCase(1).case_id));
    await step('decision shown', notify);
    // The rows: a delivery with its place on the list is 2, leaving the list another 1, the record of a case with its place
    // on the list 2, and 1 when it changes, `seen` of a threat 1, a turn 1, an event 1, what was decided in an hour 1. The notifier
    // reads what is known of a case and what people did about it, once for each delivery that it works on. A look at what was before a case is half a unit read, and the first of a process one.
    const bars: Bars = {
      'threat seen and handed over': [3, 1.5],
      'threat posted': [4, 7],
      'case seen and handed over': [7, 2],
      // One read for each event: whether its threat stands in the channel already.
      'case posted': [4, 10],
      'case of five events seen and handed over': [9, 1.5],
      'case of five events posted, with its note': [7, 12.5],
      'case changed': [3, 1],
      'change shown, with its note': [4, 8.5],
      'decision saved': [5, 2],
      'decision shown': [2, 8],
    };
    expect(found).toEqual(bars);
  });

  it('for a case that nobody answers, where a route says what is done then', async () => {
    const { poll, notify, decide, lookAtWaiting, cost, clock } = createUnitWorld({ waits: true });
    const found: Record<string, readonly [number, number]> = {};
    const step = async (name: string, run: () => Promise<void>) => {
      const { written, read } = await cost(run);
      found[name] = [written, read];
    };
    await step('seen and handed over', () => poll('case', [aCase(1)]));
    await notify();
    await step('looked for before it is due', lookAtWaiting);
    clock.advance(600_000);
    await step('step taken', lookAtWaiting);
    await step('step told', notify);
    clock.advance(3_600_000);
    await decide(aCase(1).case_id);
    await step('looked at once it was answered', lookAtWaiting);
    const bars: Bars = {
      // One more than where no route says anything: its place on the list of what is due.
      'seen and handed over': [8, 2],
      'looked for before it is due': [0, 0.5],
      'step taken': [14, 11.5],
      'step told': [6, 7],
      'looked at once it was answered': [2, 3.5],
    };
    expect(found).toEqual(bars);
  });

  it('for telling who a case is about: more where the platform was not asked that day', async () => {
    const { poll, notify, hasNews, findUntold, cost, clock, posted } = createUnitWorld({ personas: true });
    const found: Record<string, readonly [number, number]> = {};
    const step = async (name: string, run: () => Promise<void>) => {
      const { written, read } = await cost(run);
      found[name] = [written, read];
    };
    const [first, next] = [1, 2].map((n) => ({ ...aCase(n), user_email: 'marta.duarte@acme.example' }));
    if (!first || !next) throw new Error('there are no cases');
    await step('nothing has come', findUntold);
    await step('nothing has come since', findUntold);
    await poll('case', [first]);
    await step('case posted', notify);
    hasNews();
    clock.advance(30_000);
    await step('who it is: asked and kept', findUntold);
    await step('who it is: told', notify);
    clock.advance(600_000);
    await step('looked at once more', findUntold);
    clock.advance(60_000);
    await step('and left alone', findUntold);
    await poll('case', [next]);
    await step('case of the same person posted, with who it is', notify);
    hasNews();
    await step('looked at, with nothing to do', findUntold);
    expect(posted).toHaveLength(4);
    const bars: Bars = {
      'nothing has come': [0, 0.5],
      'nothing has come since': [0, 0],
      // The read more than where nobody is asked for: what is known of the person.
      'case posted': [4, 12],
      // What the platform said 1; the delivery with its place on the list 2. Read: the list, the case, its places, and whether they are known.
      'who it is: asked and kept': [3, 3.5],
      // That the note begins 1, that it is there and leaves the list 2, a turn 1.
      'who it is: told': [4, 8],
      'looked at once more': [0, 2],
      'and left alone': [0, 0],
      // One more than without it.
      'case of the same person posted, with who it is': [5, 11.5],
      'looked at, with nothing to do': [0, 2.5],
    };
    expect(found).toEqual(bars);
  });

  it('for the threats that a case tells: the link to it, and nothing more', async () => {
    const { poll, notify, cost, posted } = createUnitWorld();
    const { events } = aCase(1);
    const threats = events?.map(({ event_id }) => ({ ...aThreat(1), event_id })) ?? [];
    const ofCase = await cost(async () => {
      await poll('case', [aCase(1)]);
      await poll('threat', threats);
      await notify();
    });
    expect(threats).toHaveLength(3);
    expect(posted).toHaveLength(1);
    expect(ofCase.written).toBe(11);
    expect(ofCase.rows['event case']).toEqual({ written: 3, read: 0 });
    expect(ofCase.rows['item case']).toEqual({ written: 2, read: 2 });
    expect(ofCase.rows['item seen']).toBeUndefined();
    // Another process would ask, and this one knows.
    expect(await cost(() => poll('threat', threats))).toMatchObject({ written: 0 });
  });

  it('for a case whose channel gets no threats: nobody asks which case an event belongs to', async () => {
    const { poll, notify, cost } = createUnitWorld({ getsThreats: false });
    const { written } = await cost(async () => {
      await poll('case', [aCase(1)]);
      await notify();
    });
    expect(written).toBe(8);
  });

  it.each([
    ['that come together', 10, 1, 5.7, 4.5],
    ['of a storm', 120, 13, 5.9, 6.5],
  ])('for each of the threats %s', async (_what, count, messages, mostWritten, mostRead) => {
    const { poll, notify, cost, posted } = createUnitWorld();
    const { written, read } = await cost(async () => {
      for (let at = 0; at < count; at += 100) await poll('threat', many(count).slice(at, at + 100));
      await notify();
    });
    expect(posted).toHaveLength(messages);
    expect(written / count).toBeLessThanOrEqual(mostWritten);
    expect(read / count).toBeLessThanOrEqual(mostRead);
  });
});
