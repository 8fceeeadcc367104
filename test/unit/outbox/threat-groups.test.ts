import { describe, expect, it } from 'vitest';
import type { DeliveryKey } from '../../../lib/outbox/delivery.ts';
import { IS_FULL } from '../../support/extent.ts';
import { refusedBySmall } from '../../support/small-chat.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  handOver,
  meta,
  threatEnvelope,
  wakeUpAbout,
} from './delivery-world.ts';

type World = ReturnType<typeof createDeliveryWorld>;

const names = (count: number) => Array.from({ length: count }, (_, n) => `t${n + 1}`);
const keyOf = (id: string): DeliveryKey => ({ domain: 'acme', feed: 'threats', id, destination: 'soc' });
const RING = wakeUpAbout('list');
const LONG = { remainingMs: () => 600_000 };

/** Hands threats over a second apart, so that their order is known, and rings once. */
async function waiting(world: World, ids: readonly string[], broadcast: readonly string[] = []) {
  const envelopes = ids.map((id, n) => ({
    ...threatEnvelope(id, broadcast.includes(id)),
    handedOverAt: new Date(world.clock.now() - 600_000 + n * 1_000).toISOString(),
  }));
  await world.outbox.send('queue', envelopes.map(handOver));
}

async function show(world: World, ids: readonly string[], broadcast: readonly string[] = []) {
  await waiting(world, ids, broadcast);
  expect(await world.deliver(RING, meta(LONG))).toBe('done');
}

/** Which threats the chat shows, as often as it does. */
const told = ({ posted }: Pick<World, 'posted'>): string[] =>
  posted.flatMap(({ message: { text }, deleted }) =>
    /^threats? /.test(text) && !deleted ? text.split(' ').slice(1) : [],
  );

const numerically = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1));

describe('threats that wait together', () => {
  it.each([
    [1, ['threat t1']],
    [2, ['threat t1', 'threat t2']],
    [3, ['threats t1 t2 t3']],
    [10, [`threats ${names(10).join(' ')}`]],
    [11, [`threats ${names(10).join(' ')}`, 'threat t11']],
    [13, [`threats ${names(10).join(' ')}`, 'threats t11 t12 t13']],
  ])('are told in as few messages as can be: %i of them', async (count, texts) => {
    const world = createDeliveryWorld();
    await show(world, names(count));
    expect(world.texts()).toEqual(texts);
    expect(await world.ledger.todo('soc', { limit: 99 })).toEqual([]);
  });

  it('wait for one turn, and not for one each', async () => {
    const world = createDeliveryWorld();
    const before = world.clock.now();
    await show(world, names(20));
    expect(world.posted).toHaveLength(2);
    expect(world.clock.now() - before).toBe(1_000);
  });

  it('have each a row of their own, which says with which message they are told', async () => {
    const world = createDeliveryWorld();
    await show(world, names(3));
    for (const id of names(3)) {
      const saved = await world.ledger.load(keyOf(id));
      // Handed over, and told.
      expect(saved).toMatchObject({ version: 2, value: { main: null, coveredElsewhere: true } });
      const group = {
        domain: '-',
        feed: 'digests',
        id: saved?.value.groupId ?? '',
        destination: 'soc',
      } as const;
      const { value, version } = (await world.ledger.load(group)) ?? {};
      // New, begun, posted; and it says nothing of what the rows of its threats say.
      expect(version).toBe(3);
      expect(value?.content).toEqual({
        kind: 'threats',
        threats: names(3).map((one) => ({ domain: 'acme', id: one })),
      });
    }
  });

  it('are told by their cases, where those do', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['t2', 't4'] }), meta());
    await show(world, names(5));
    expect(world.texts().slice(3)).toEqual(['threats t1 t3 t5']);
    const other = createDeliveryWorld();
    await other.deliver(caseEnvelope('c1', { events: ['t2', 't4'] }), meta());
    await show(other, names(4));
    expect(other.texts().slice(3)).toEqual(['threat t1', 'threat t3']);
    expect(await other.ledger.todo('soc', { limit: 99 })).toEqual([]);
  });

  it('are messages of their own where the route wants them in the channel', async () => {
    const world = createDeliveryWorld();
    await show(world, names(5), ['t1', 't3']);
    expect(world.texts()).toEqual(['threat t1', 'threats t2 t4 t5', 'threat t3']);
  });

  it('come after cases, and do not hold up what is severe', async () => {
    const world = createDeliveryWorld();
    await waiting(world, names(15));
    world.trouble((call, text) => {
      if (call === 'post' && text.startsWith('threats t1 '))
        void world.outbox.send('queue', [handOver(caseEnvelope('bad', { severity: 'critical' }))]);
      return null;
    });
    await world.outbox.send('queue', [handOver(caseEnvelope('c1'))]);
    await world.deliver(RING, meta(LONG));
    const first = `threats ${names(10).join(' ')}`;
    expect(world.texts()).toEqual([
      'case c1',
      first,
      'case bad',
      'threats t11 t12 t13 t14 t15',
      'note bad-severe',
    ]);
  });

  it('of several domains are told together, too', async () => {
    const world = createDeliveryWorld();
    const other = { ...threatEnvelope('t2'), domain: 'globex' };
    await world.outbox.send('queue', [threatEnvelope('t1'), other, threatEnvelope('t3')].map(handOver));
    await world.deliver(RING, meta());
    expect(told(world).sort()).toEqual(['t1', 't2', 't3']);
    expect(world.posted).toHaveLength(1);
  });

  it('are found by the wake-up that names them, where the list is behind the rows', async () => {
    const world = createDeliveryWorld();
    await waiting(world, names(4));
    const deliver = delivering({ ...world.parts, ledger: { ...world.ledger, todo: async () => [] } });
    for (const id of names(4)) {
      await deliver(wakeUpAbout(id, 'threats'), meta({ isLast: id === 't4' }));
    }
    expect(world.texts()).toEqual(['threats t1 t2 t3 t4']);
  });
});

describe('threats of a storm', () => {
  it('go into the thread of its digest, which counts each of them', async () => {
    const world = createDeliveryWorld({ stormThreshold: 20 });
    await show(world, names(25));
    const inChannel = world.posted.filter(({ thread }) => thread === null);
    expect(inChannel.map(({ message }) => message.text)).toEqual(['storm of 25']);
    expect(told(world).sort(numerically)).toEqual(names(25));
    expect(world.posted).toHaveLength(1 + 3);
  });

  it('are the newest first, where more wait than a screen shows', async () => {
    const world = createDeliveryWorld({ stormThreshold: 20 });
    await show(world, names(45));
    const [, first] = world.texts();
    expect(first).toBe(`threats ${names(45).slice(-10).join(' ')}`);
    expect(told(world).sort(numerically)).toEqual(names(45));
  });

  it('are ten times as many as the messages', async () => {
    const world = createDeliveryWorld({ stormThreshold: 20 });
    await show(world, names(300));
    expect(world.posted).toHaveLength(31);
    expect(world.texts()[0]).toBe('storm of 300');
    expect(told(world).sort(numerically)).toEqual(names(300));
  });

  it('count as so many items, however few messages they are', async () => {
    const world = createDeliveryWorld({ stormThreshold: 12 });
    await show(world, names(10));
    await show(world, ['s1', 's2', 's3']);
    const texts = world.posted.map(({ message, thread }) => [message.text, thread]);
    expect(texts.slice(1)).toEqual([
      ['storm of 13', null],
      ['threats s1 s2 s3', '2'],
    ]);
  });

  it('are counted once, also when one of them was counted before it came into a group', async () => {
    const world = createDeliveryWorld({ stormThreshold: 1 });
    await waiting(world, ['t1', 't2']);
    // The digest is posted; there is no time left for the threats.
    const remainingMs = () => (world.posted.length === 0 ? 60_000 : 0);
    await delivering(world.parts)(RING, meta({ remainingMs }));
    expect(world.texts()).toEqual(['storm of 2']);
    await show(world, ['t3', 't4']);
    expect(world.texts()).toEqual(['storm of 4', expect.stringMatching(/^threats( t\d){4}$/)]);
  });
});

describe('a group that waits for the digest of its storm', () => {
  it('is counted once, however much is counted before its turn comes', async () => {
    const world = createDeliveryWorld({ stormThreshold: 5 });
    await waiting(world, names(10));
    const remainingMs = () => (world.posted.length === 0 ? 60_000 : 0);
    await delivering(world.parts)(RING, meta({ remainingMs }));
    expect(world.texts()).toEqual(['storm of 10']);
    const cases = Array.from({ length: 12 }, (_, n) => caseEnvelope(`c${n}`));
    await world.outbox.send('queue', cases.map(handOver));
    await delivering(world.parts)(RING, meta(LONG));
    expect(world.texts()[0]).toBe('storm of 22');
    expect(world.posted).toHaveLength(1 + 12 + 1);
  });
});

describe('a group that the chat cannot show', () => {
  it('lets each of its threats stand on its own, and only the one that is wrong is parked', async () => {
    const world = createDeliveryWorld();
    world.trouble((call, text) =>
      call === 'post' && /\bt2\b/.test(text) ? refusedBySmall('too-long') : null,
    );
    await show(world, names(4));
    expect(world.texts()).toEqual(['threat t1', 'threat t3', 'threat t4']);
    expect(world.parked.map(({ key }) => key.id)).toEqual(['t2']);
    expect(world.counted.filter((name) => name === 'MessagesParked')).toHaveLength(1);
    expect(await world.ledger.todo('soc', { limit: 99 })).toEqual([]);
  });

  it('keeps them under the digest of their storm, which counts them once', async () => {
    const world = createDeliveryWorld({ stormThreshold: 2 });
    world.trouble((call, text) =>
      call === 'post' && text.startsWith('threats') ? refusedBySmall('too-long') : null,
    );
    await show(world, names(4));
    expect(world.posted.map(({ message, thread }) => [message.text, thread])).toEqual([
      ['storm of 4', null],
      ...names(4).map((id) => [`threat ${id}`, '1']),
    ]);
  });
});

describe('a group that waited for longer than rows of threats are kept', () => {
  it('still tells the ids of its threats', async () => {
    const world = createDeliveryWorld();
    await waiting(world, names(3));
    world.trouble((call) => (call === 'post' ? refusedBySmall('archived') : null));
    await world.deliver(RING, meta());
    world.trouble(() => null);
    world.clock.advance(600_000);
    const gone = world.ledger.rowOf(keyOf('t2'));
    const ledger = {
      ...world.ledger,
      load: async (key: DeliveryKey) =>
        world.ledger.rowOf(key).pk === gone.pk ? null : world.ledger.load(key),
    };
    await delivering({ ...world.parts, ledger })(RING, meta());
    expect(world.texts()).toEqual(['threats t1 t2 t3']);
  });
});

describe('a threat that is changed after it was told with others', () => {
  it('is told anew in their message, and leaves the list after that', async () => {
    const world = createDeliveryWorld();
    await show(world, names(3));
    const saved = await world.ledger.load(keyOf('t2'));
    if (!saved) return expect.fail('it is not there');
    await world.ledger.save(saved.value, saved.version, '30#1', world.clock.now());
    const renderer: typeof world.parts.renderer = {
      render(shown, verdict) {
        const rendered = world.parts.renderer.render(shown, verdict);
        const message = { ...rendered.main.message, text: `${rendered.main.message.text} again` };
        return { ...rendered, main: { message, hash: JSON.stringify(message) } };
      },
    };
    expect(await delivering({ ...world.parts, renderer })(RING, meta())).toBe('done');
    expect(world.updates).toEqual(['threats t1 t2 t3 again']);
    expect(world.posted).toHaveLength(1);
    expect(await world.ledger.todo('soc', { limit: 9 })).toEqual([]);
  });
});

/** A function that stops at its so-many-th call to the ledger or the chat, before or after that took effect. */
function stopping(world: World, at: number, when: 'before' | 'after', meanwhile: () => Promise<unknown>) {
  let calls = 0;
  const around =
    <Args extends unknown[], R>(call: (...args: Args) => Promise<R>) =>
    async (...args: Args): Promise<R> => {
      const isIt = calls++ === at;
      if (isIt && when === 'before') await meanwhile();
      const result = await call(...args);
      if (isIt && when === 'after') await meanwhile();
      return result;
    };
  const { ledger, chat } = world.parts;
  const { load, read, save, todo, caseOf, loadStorm, saveStorm } = ledger;
  const deliver = delivering({
    ...world.parts,
    ledger: {
      ...ledger,
      load: around(load),
      read: around(read),
      save: around(save),
      todo: around(todo),
      caseOf: around(caseOf),
      loadStorm: around(loadStorm),
      saveStorm: around(saveStorm),
    },
    chat: { ...chat, post: around(chat.post) },
  });
  return { run: () => deliver(RING, meta(LONG)), wasReached: () => calls > at };
}

/** Of the calls of a function, so many are skipped between two at which it dies. */
const STEP = IS_FULL ? 1 : 3;

async function untilDone(world: World): Promise<void> {
  for (let round = 0; round < 20; round++) {
    world.clock.advance(20_000);
    if ((await delivering(world.parts)(RING, meta(LONG))) === 'done') return;
  }
  expect.fail('it is never done');
}

describe.each([
  [4, 20],
  [13, 20],
  [13, 5],
])('of %i threats with a threshold of %i none is lost, and none is told twice', (count, stormThreshold) => {
  const expectAll = async (world: World, where: string) => {
    expect(told(world).sort(numerically), where).toEqual(names(count));
    expect(await world.ledger.todo('soc', { limit: 99 }), where).toEqual([]);
  };
  const expectCounted = ({ posted }: World, where: string) => {
    const digests = posted.filter(({ message }) => message.text.startsWith('storm of'));
    for (const { message } of digests) expect(message.text, where).toBe(`storm of ${count}`);
  };

  it.each(['before', 'after'] as const)('when a function dies %s any of its calls', async (when) => {
    let at = 0;
    for (let reached = true; reached; at += STEP) {
      const world = createDeliveryWorld({ stormThreshold });
      await waiting(world, names(count));
      const never = new Promise<never>(() => undefined);
      let die: () => void = () => undefined;
      const death = new Promise<void>((resolve) => {
        die = resolve;
      });
      const one = stopping(world, at, when, () => {
        die();
        return never;
      });
      await Promise.race([one.run(), death]);
      await untilDone(world);
      await expectAll(world, `died ${when} call ${at}`);
      expectCounted(world, `died ${when} call ${at}`);
      reached = one.wasReached();
    }
    expect(at).toBeGreaterThan(20);
  });

  it.each(['before', 'after'] as const)('when a second function comes %s any of its calls', async (when) => {
    let at = 0;
    for (let reached = true; reached; at += STEP) {
      const world = createDeliveryWorld({ stormThreshold });
      await waiting(world, names(count));
      // The second one finds what the first one began, and what it is about to post is not looked for yet.
      const one = stopping(world, at, when, () => delivering(world.parts)(RING, meta(LONG)));
      await one.run();
      await untilDone(world);
      await expectAll(world, `another came ${when} call ${at}`);
      reached = one.wasReached();
    }
  });

  it('when the list shows what is over, and not what is new', async () => {
    let at = 0;
    for (let reached = true; reached; at += 3) {
      const world = createDeliveryWorld({ stormThreshold });
      await waiting(world, names(count));
      const old = await world.ledger.todo('soc', { limit: 99 });
      const lagging = { ...world.parts, ledger: { ...world.ledger, todo: async () => old } };
      const one = stopping(world, at, 'after', () => delivering(lagging)(RING, meta(LONG)));
      await one.run();
      await untilDone(world);
      await expectAll(world, `another saw an old list after call ${at}`);
      reached = one.wasReached();
    }
  });
});
