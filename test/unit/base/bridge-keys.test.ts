import { randomBytes } from 'node:crypto';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignedKeyStore } from '../../../lib/base/aws/signed-key-store.ts';
import {
  type BridgeKey,
  createBridgeKeys,
  newKey,
  readStoredKey,
  replaced,
  writeStoredKey,
} from '../../../lib/base/bridge-keys.ts';
import { createSeal } from '../../../lib/base/seal.ts';
import { createSsmKeyStore } from '../../../lib/base/secrets.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/base/time.ts';
import { answerParameters, createParameters, isRefusal } from '../../../local/cloud/parameters.ts';
import { describeKeyStore } from '../../contract/key-store.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryKeyStore } from '../../support/memory/memory-bridge-keys.ts';

const parameterOf = (name: string) => `/bridge/keys/${name}`;

/** SSM as the local cloud answers for it, without a network. */
function createSsm(parameters = createParameters({})) {
  const send = async (command: unknown) => {
    const action = command instanceof GetParameterCommand ? 'GetParameter' : 'PutParameter';
    const answer = answerParameters(action, (command as GetParameterCommand).input as never, parameters);
    if (isRefusal(answer)) throw Object.assign(new Error(answer.message), { name: answer.refused });
    return answer;
  };
  return { send } as unknown as Pick<SSMClient, 'send'>;
}

describeKeyStore('memory', () => createMemoryKeyStore());
describeKeyStore('SSM', () => createSsmKeyStore(createSsm(), parameterOf) as never);

function setUp(lifeMs = HOUR_MS) {
  const clock = createManualClock();
  const stored = new Map<string, string>();
  const calls: string[] = [];
  let isDown = false;
  const memory = createMemoryKeyStore(stored);
  const store = {
    async read(name: string) {
      calls.push(name);
      if (isDown) throw new Error('SSM does not answer');
      return memory.read(name);
    },
    create: memory.create,
  };
  const open = (given: Parameters<typeof createBridgeKeys>[0]['store'] = store) =>
    createBridgeKeys({ store: given, lifeMsOf: () => lifeMs, clock, randomBytes });
  const replace = (name: string) => {
    const before = readStoredKey(name, stored.get(name) ?? '');
    const next = replaced(before, newKey(randomBytes, clock.now()), lifeMs, clock.now());
    stored.set(name, writeStoredKey(next));
  };
  const fail = (down: boolean) => {
    isDown = down;
  };
  return { clock, stored, calls, open, replace, fail };
}

const sealOf = async (key: Promise<BridgeKey | null>) => createSeal((await key) as BridgeKey);

describe('the keys of the bridge', () => {
  it('are made when they are first asked for, one for each name, and are the same for every process', async () => {
    const { open } = setUp();
    const asked = await Promise.all(Array.from({ length: 8 }, () => open().keyOf('buttons')));
    expect(new Set(asked.map((key) => key?.secret.toString('hex'))).size).toBe(1);
    expect(asked[0]?.secret).toHaveLength(32);
    expect(await open().keyOf('links')).not.toEqual(asked[0]);
  });

  it('are not made by a function that only reads, and are found once another one made them', async () => {
    const { open, stored } = setUp();
    const reader = open({ read: async (name) => stored.get(name) ?? null });
    expect(await reader.keyOf('buttons')).toBeNull();
    const made = await open().keyOf('buttons');
    expect(await reader.keyOf('buttons')).toEqual(made);
  });

  it('are made for another function without being read', async () => {
    const { open, stored, calls } = setUp();
    const keys = open();
    await keys.make('clicks');
    const made = stored.get('clicks');
    await open().make('clicks');
    expect(stored.get('clicks')).toBe(made);
    expect(calls).toEqual([]);
  });

  it('are read again every five minutes, and go on while they cannot be read', async () => {
    const { open, clock, calls, fail } = setUp();
    const keys = open();
    const first = await keys.keyOf('buttons');
    const before = calls.length;
    for (let n = 0; n < 5; n++) await keys.keyOf('buttons');
    expect(calls).toHaveLength(before);
    clock.advance(6 * MINUTE_MS);
    fail(true);
    expect(await keys.keyOf('buttons')).toEqual(first);
    expect(calls).toHaveLength(before + 1);
    await failure(open().keyOf('buttons'));
  });

  it.each([
    ['cut off', '{"v":1,"versions":[{"secret":"c2VjcmV0LXRoYXQtaXMtc2hvcnQ=","createdAtMs":1}]}'],
    ['of a newer version', '{"v":2,"versions":[{"secret":"c2VjcmV0LXRoYXQtaXMtc2hvcnQ="}]}'],
    ['empty', '{"v":1,"versions":[]}'],
    ['no JSON', 'c2VjcmV0LXRoYXQtaXMtc2hvcnQ='],
  ])('are left alone when they cannot be understood, and never shown: %s', async (_, value) => {
    const { open, stored } = setUp();
    stored.set('buttons', value);
    const error = await failure(open().keyOf('buttons'));
    expect(String(error)).toContain('the key "buttons"');
    expect(String(error)).not.toContain('c2VjcmV0');
    expect(stored.get('buttons')).toBe(value);
  });

  it('are read by the action function under the same names, without the SDK', async () => {
    const parameters = createParameters({});
    const made = await createBridgeKeys({
      store: createSsmKeyStore(createSsm(parameters), parameterOf),
      lifeMsOf: () => 0,
      clock: Date,
      randomBytes,
    }).keyOf('buttons');
    const call = async (_: unknown, input: object) => answerParameters('GetParameter', input, parameters);
    const store = createSignedKeyStore(call as never, parameterOf);
    expect(await createBridgeKeys({ store, lifeMsOf: () => 0, clock: Date }).keyOf('buttons')).toEqual(made);
  });
});

describe('a key that is replaced', () => {
  it('still opens what it sealed, for as long as that lives, and then no more', async () => {
    const { open, clock, replace } = setUp(HOUR_MS);
    const proof = (await sealOf(open().keyOf('buttons'))).of('text');
    replace('buttons');
    const isGenuine = async () => (await sealOf(open().keyOf('buttons'))).isGenuine('text', proof);
    clock.advance(74 * MINUTE_MS);
    expect(await isGenuine()).toBe(true);
    clock.advance(2 * MINUTE_MS);
    expect(await isGenuine()).toBe(false);
  });

  it('seals until every process knows the new one: no press is refused meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 4 * MINUTE_MS })), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.nat({ max: 29 }),
        async (uses, replaceAt) => {
          const { open, clock, replace } = setUp(24 * HOUR_MS);
          const processes = [open(), open(), open()];
          await processes[0]?.keyOf('buttons');
          const proofs: string[] = [];
          for (const [index, [which, ms]] of uses.entries()) {
            if (index === replaceAt) replace('buttons');
            clock.advance(ms);
            const seal = await sealOf(processes[which]?.keyOf('buttons') ?? Promise.resolve(null));
            expect(proofs.filter((proof) => !seal.isGenuine('text', proof))).toEqual([]);
            proofs.push(seal.of('text'));
          }
        },
      ),
    );
  });

  it('is no longer used once it was replaced for a quarter of an hour', async () => {
    const { open, clock, replace } = setUp();
    const before = await open().keyOf('buttons');
    replace('buttons');
    expect((await open().keyOf('buttons'))?.secret).toEqual(before?.secret);
    clock.advance(15 * MINUTE_MS);
    expect((await open().keyOf('buttons'))?.secret).not.toEqual(before?.secret);
  });
});
