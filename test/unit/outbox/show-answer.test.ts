import { describe, expect, it } from 'vitest';
import type { DecisionState } from '../../../lib/case/answer.ts';
import { UNKNOWN_HASH } from '../../../lib/outbox/delivery.ts';
import { createKeepForChats } from '../../../lib/outbox/keep-content.ts';
import { createAnswerDisplay } from '../../../lib/outbox/show-answer.ts';
import { aDecision, aVerdict, REPLY } from '../verdict/examples.ts';
import { caseEnvelope, createDeliveryWorld, delivering, meta, wakeUpAbout } from './delivery-world.ts';

const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;

describe('a decision that is made while the message of its case is being posted', () => {
  it.each(['before the row says that it begins', 'after that'])(
    'is shown, also if nobody rings: %s',
    async (when) => {
      const world = createDeliveryWorld();
      const verdict = aVerdict({ caseId: 'c1' });
      const display = createAnswerDisplay({
        severeFrom: 'high',
        ledger: world.ledger,
        outbox: world.queue,
        // A configuration without the destination.
        queueUrlOf: () => null,
        repliesOf: () => undefined,
        findCase: async () => null,
        routesOf: () => [],
        clock: world.clock,
        log: () => undefined,
      });
      let decided = false;
      async function decide(): Promise<void> {
        if (decided) return;
        decided = true;
        world.verdicts.set('acme/c1', verdict);
        await display.changed(verdict, null);
      }
      const { chat, answerOf } = world.parts;
      const deliver = delivering({
        ...world.parts,
        async answerOf(domain, caseId) {
          const known = await answerOf(domain, caseId);
          if (when.startsWith('before')) await decide();
          return known;
        },
        chat: {
          ...chat,
          async post(...post) {
            await decide();
            return chat.post(...post);
          },
        },
      });
      await deliver(caseEnvelope('c1'), meta());
      // The reconciler rings for what is still on the list.
      await deliver(wakeUpAbout('another'), meta());
      expect([...world.texts(), ...world.updates].join('\n')).toContain(verdict.decision.outcome);
      expect((await world.ledger.load(KEY))?.todo).toBeUndefined();
    },
  );
});

describe('a decision that stands on the clicked message already', () => {
  const until = (ms: number) => ({ is: 'undoable', sinceMs: 0, untilMs: ms }) as const;
  const recorded = { is: 'recorded', atMs: 0, resolved: true } as const;

  async function show({ isShown, state }: { isShown: boolean; state: (nowMs: number) => DecisionState }) {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1'), meta());
    await world.deliver(caseEnvelope('c1', { destination: 'other' }), meta({ group: 'other' }));
    const ref = (await world.ledger.load(KEY))?.value.main?.ref ?? {};
    const display = createAnswerDisplay({
      severeFrom: 'high',
      ledger: world.ledger,
      outbox: world.queue,
      queueUrlOf: () => 'queue',
      repliesOf: () => ({
        foreseesDecisions: false,
        clickedMessage: () => ref,
        showAtOnce: async () => isShown,
        tell: async () => undefined,
      }),
      findCase: async () => null,
      routesOf: () => [],
      clock: world.clock,
      log: () => undefined,
    });
    const verdict = aVerdict({ caseId: 'c1', decision: aDecision({ state: state(world.clock.now()) }) });
    await display.changed(verdict, REPLY);
    const { todo, value } = (await world.ledger.load(KEY)) ?? {};
    expect(todo).toBeDefined();
    expect(value?.main?.hash).toBe(UNKNOWN_HASH);
    return world.rung().map(({ destination }) => destination);
  }

  it('is on the list of its channel, and rings with the change that follows in a moment', async () => {
    expect(await show({ isShown: true, state: (nowMs) => until(nowMs + 10_000) })).toEqual(['other']);
  });

  it.each([
    ['the chat did not take it', false, (nowMs: number) => until(nowMs + 10_000)],
    ['it can be taken back for long', true, (nowMs: number) => until(nowMs + 120_000)],
    ['it has come to its end', true, () => recorded],
  ])('rings at once where %s', async (_why, isShown, state) => {
    expect((await show({ isShown, state })).toSorted()).toEqual(['other', 'soc']);
  });
});

it('that is made in a digest which stands in a thread goes into that thread: nobody can reply to a reply', async () => {
  const world = createDeliveryWorld();
  await createKeepForChats(world.parts)(caseEnvelope('c1'), false);
  const kept = await world.ledger.load(KEY);
  if (!kept) throw new Error('nothing was kept');
  const covered = { ...kept.value, coveredElsewhere: true, settled: true };
  await world.ledger.save(covered, kept.version, null, world.clock.now());
  const display = createAnswerDisplay({
    ...{ severeFrom: 'high', ledger: world.ledger, outbox: world.queue, queueUrlOf: () => 'queue' },
    repliesOf: () => ({
      foreseesDecisions: false,
      clickedMessage: () => ({ channel: 'C-soc', ts: 'reply' }),
      threadOf: () => ({ channel: 'C-soc', ts: 'root' }),
      showAtOnce: async () => false,
      tell: async () => undefined,
    }),
    ...{ findCase: async () => null, routesOf: () => [], clock: world.clock, log: () => undefined },
  });
  await display.changed(aVerdict({ caseId: 'c1', decision: aDecision({ place: 'soc' }) }), null, REPLY);
  expect((await world.ledger.load(KEY))?.value.thread).toEqual({ channel: 'C-soc', ts: 'root' });
});
