import { describe, expect, it } from 'vitest';
import { createAskPersona } from '../../../../lib/features/personas/ask-persona.ts';
import type { FoundPersona } from '../../../../lib/features/personas/look-up-persona.ts';
import { createPersonaLedger } from '../../../../lib/features/personas/persona-ledger.ts';
import type { Subject } from '../../../../lib/features/personas/subjects-of-case.ts';
import {
  NotReadyError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../../../lib/posture/posture-errors.ts';
import type { Call } from '../../../../lib/posture/request.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADA: Subject = { as: 'person', email: 'ada@acme.example', name: null };
const BO: Subject = { as: 'person', email: 'bo@acme.example', name: null };
const ETL: Subject = { as: 'service', email: null, name: 'etl-1' };
const KNOWN: FoundPersona = {
  about: 'person',
  name: 'Ada',
  parts: [{ is: 'text', text: 'A clerk.' }],
  people: [],
};

/** A platform that answers so, and the process that asks it. */
function createWorld(answer: () => FoundPersona | Error) {
  const clock = createManualClock();
  const ledger = createPersonaLedger({ rows: createMemoryVersionedRows(), clock });
  const asked: string[] = [];
  const calls: Call[] = [];
  const refused: string[] = [];
  const logged: unknown[] = [];
  const world = {
    clock,
    ledger,
    asked,
    calls,
    refused,
    logged,
    answer,
    start: () =>
      createAskPersona({
        ledger,
        async find(domain, subject, call) {
          asked.push(`${domain} ${subject.email ?? subject.name}`);
          calls.push(call);
          const said = world.answer();
          if (said instanceof Error) throw said;
          return said;
        },
        onRefusedKey: (domain) => refused.push(domain),
        clock,
        log: (what, fields) => logged.push({ what, ...fields }),
      }),
  };
  const ask = world.start();
  return {
    ...world,
    set(next: typeof answer) {
      world.answer = next;
    },
    ask: (subject = ADA, domain = 'acme') => ask(domain, subject, clock.now() + MINUTE),
  };
}

describe('asking who somebody is', () => {
  it('asks once a day, whichever process asks, at the lowest priority', async () => {
    const world = createWorld(() => KNOWN);
    expect([await world.ask(), await world.ask()]).toEqual(['known', 'known']);
    expect(await world.start()('acme', ADA, world.clock.now() + MINUTE)).toBe('known');
    expect(world.asked).toHaveLength(1);
    expect(world.calls[0]?.priority).toBe('backfill');
    expect(await world.ledger.load('acme', ADA)).toEqual(KNOWN);
    world.clock.advance(24 * HOUR);
    await world.ask();
    expect(world.asked).toHaveLength(2);
  });

  it('asks once for two cases that come together', async () => {
    const world = createWorld(() => KNOWN);
    await Promise.all([world.ask(), world.ask(), world.ask(BO)]);
    expect(world.asked).toEqual(['acme ada@acme.example', 'acme bo@acme.example']);
  });

  it('asks again after a while whoever has no persona yet, and seldom for whom nobody knows', async () => {
    const world = createWorld(() => 'not yet');
    expect([await world.ask(), await world.ask()]).toEqual(['not yet', 'not yet']);
    expect(world.asked).toHaveLength(1);
    world.clock.advance(30 * MINUTE);
    world.set(() => 'unknown');
    expect(await world.ask()).toBe('unknown');
    world.clock.advance(5 * HOUR);
    world.set(() => KNOWN);
    expect(await world.ask()).toBe('unknown');
    world.clock.advance(HOUR);
    expect(await world.ask()).toBe('known');
    expect(world.asked).toHaveLength(3);
  });

  it.each([
    ['is not ready', new NotReadyError('423', {}), 15 * MINUTE, 'not_ready'],
    ['lets nobody ask more', new RateLimitedError('429', null), 2 * MINUTE, 'rate_limited'],
    ['says for how long', new RateLimitedError('429', 9 * MINUTE), 9 * MINUTE, 'rate_limited'],
    ['fails', new RejectedError('500', 500), 5 * MINUTE, 'rejected'],
    ['is not reached', new UnreachableError('no', false), 5 * MINUTE, 'unreachable'],
    ['does not let this key read personas', new RejectedError('403', 403), HOUR, 'rejected'],
  ])('leaves a platform alone that %s, for all people of the domain', async (_, error, pauseMs, because) => {
    const world = createWorld(() => error);
    expect([await world.ask(), await world.ask(BO)]).toEqual(['not yet', 'not yet']);
    expect(world.asked).toHaveLength(1);
    expect(world.logged).toEqual([{ what: 'personas not read', domain: 'acme', of: 'person', because }]);
    await world.ask(ETL);
    await world.ask(ADA, 'zeta');
    expect(world.asked).toHaveLength(3);
    world.set(() => KNOWN);
    world.clock.advance(pauseMs - 1);
    expect(await world.ask()).toBe('not yet');
    world.clock.advance(1);
    expect(await world.ask()).toBe('known');
  });

  it('has the key read again that the platform does not accept', async () => {
    const world = createWorld(() => new UnauthorizedError('401'));
    expect(await world.ask()).toBe('not yet');
    expect(world.refused).toEqual(['acme']);
  });

  it('begins nothing when there is no time left', async () => {
    const world = createWorld(() => KNOWN);
    expect(await world.start()('acme', ADA, world.clock.now())).toBe('not yet');
    expect(world.asked).toEqual([]);
  });

  it('hides no mistake of ours', async () => {
    const broken = new TypeError('a bug');
    const world = createWorld(() => broken);
    await expect(world.ask()).rejects.toBe(broken);
    // Once in a while is enough: each would be a line in the log.
    expect(await world.ask()).toBe('not yet');
    world.clock.advance(5 * MINUTE);
    await expect(world.ask()).rejects.toBe(broken);
  });
});
