import { describe, expect, it } from 'vitest';
import type { CaseVerdict } from '../../../lib/case/answer.ts';
import type { Refused } from '../../../lib/outbox/chat-port.ts';
import { refusedBySmall } from '../../support/small-chat.ts';
import { caseEnvelope, createDeliveryWorld, meta, wakeUpAbout } from './delivery-world.ts';

const by = { surface: 'small', id: 'a', name: 'Ada' };
const decided = (outcome: string) =>
  ({
    decision: { id: 'd1', outcome, by, state: { is: 'posting' } },
    trail: [],
  }) as unknown as CaseVerdict;
const CLOSED: Refused = { ...refusedBySmall('edit_window_closed'), editClosed: true };

/** A world in which nobody may change a message that is older than an hour. */
async function afterAnHour(events: string[] = []) {
  const world = createDeliveryWorld();
  await world.deliver(caseEnvelope('c1', { events }), meta());
  world.clock.advance(3_600_000);
  /** The chat refuses to change what is this old. */
  const update = world.parts.chat.update.bind(world.parts.chat);
  Object.assign(world.parts.chat, {
    update: async (ref: object, message: never) => {
      const post = world.posted.find((one) => JSON.stringify(one.ref) === JSON.stringify(ref));
      return world.clock.now() - (post?.atMs ?? 0) >= 3_600_000 ? CLOSED : update(ref as never, message);
    },
  });
  const show = async (outcome: string) => {
    world.verdicts.set('acme/c1', decided(outcome));
    return world.deliver(wakeUpAbout('c1'), meta());
  };
  const said = () => world.posted.map(({ message, thread }) => [message.text, thread]);
  return { ...world, show, said };
}

describe('a message that nobody may change any more', () => {
  it('gets a reply in its thread that shows what is new, once', async () => {
    const { show, said, told, parked } = await afterAnHour();
    for (let time = 0; time < 3; time++) expect(await show('SAFE')).toBe('done');
    expect(said()).toEqual([
      ['case c1', null],
      ['case c1 SAFE', '1'],
    ]);
    // Its channel takes messages, so nobody has to be told.
    expect([...told, ...parked]).toEqual([]);
  });

  it('has later changes shown in that reply, and in a new one when that is too old as well', async () => {
    const { show, said, clock } = await afterAnHour();
    await show('SAFE');
    await show('ESCALATED');
    expect(said()).toEqual([
      ['case c1', null],
      ['case c1 ESCALATED', '1'],
    ]);
    clock.advance(3_600_000);
    await show('DUPLICATE');
    await show('DUPLICATE');
    expect(said().slice(1)).toEqual([
      ['case c1 ESCALATED', '1'],
      ['case c1 DUPLICATE', '1'],
    ]);
  });

  it('keeps its thread for what else there is to tell', async () => {
    const { show, said, deliver } = await afterAnHour(['e1']);
    await show('SAFE');
    const updatedAt = '2026-11-15T11:00:00Z';
    await deliver(caseEnvelope('c1', { events: ['e1', 'e2'], updatedAt }), meta());
    expect(said()).toEqual([
      ['case c1', null],
      ['note e1', '1'],
      ['case c1 SAFE', '1'],
      ['note e2', '1'],
    ]);
  });

  it('has one reply also when the answer to it was lost', async () => {
    const { show, said, trouble, clock, counted } = await afterAnHour();
    trouble((call) => (call === 'post' ? 'lost answer' : null));
    await show('SAFE');
    trouble(() => null);
    clock.advance(30_000);
    await show('SAFE');
    await show('ESCALATED');
    expect(said()).toEqual([
      ['case c1', null],
      ['case c1 ESCALATED', '1'],
    ]);
    expect(counted).not.toContain('PossibleRepeats');
  });
});
