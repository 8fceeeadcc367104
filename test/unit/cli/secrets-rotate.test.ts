import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import example from '../../../bridge.config.ts';
import rotate from '../../../cli/commands/secrets-rotate.ts';
import type { Asked } from '../../../cli/frame/definition.ts';
import { newKey, readStoredKey, writeStoredKey } from '../../../lib/base/bridge-keys.ts';
import { answerParameters, createParameters, isRefusal } from '../../../local/cloud/parameters.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const NAME = '/soc/keys/buttons';

function setUp() {
  const clock = createManualClock();
  const parameters = createParameters({});
  const send = async (command: { input: object }) => {
    const action = command instanceof GetParameterCommand ? 'GetParameter' : 'PutParameter';
    const answer = answerParameters(action, command.input as never, parameters);
    if (isRefusal(answer)) throw Object.assign(new Error(answer.message), { name: answer.refused });
    return answer;
  };
  const asked: string[] = [];
  const run = (name: string, flags: object = {}) =>
    rotate.run({
      ...{ words: [name], flags, json: false, config: async () => example },
      confirm: async (...plan: string[]) => void asked.push(...plan),
      bridge: async () => ({ clock, ssm: { send }, outputs: async () => ({ BridgeName: 'soc' }) }),
    } as unknown as Asked);
  const first = newKey((count) => Buffer.alloc(count, 7), clock.now());
  const stored = () => readStoredKey('buttons', parameters.values.get(NAME) ?? '');
  const put = () => parameters.values.set(NAME, writeStoredKey(first));
  return { clock, first, run, stored, put, asked, parameters };
}

describe('secrets rotate', () => {
  it('puts a new key before the old one, which stays, and shows neither', async () => {
    const { clock, first, run, stored, put, asked } = setUp();
    put();
    clock.advance(86_400_000);
    const told = await run('buttons');
    expect(stored().versions).toHaveLength(2);
    expect(stored().versions[1]).toEqual(first.versions[0]);
    expect(stored().versions[0]?.createdAtMs).toBe(clock.now());
    for (const { secret } of stored().versions)
      expect(JSON.stringify(told) + asked.join()).not.toContain(secret);
  });

  it('leaves nothing of the old key if it is revoked, and says so before', async () => {
    const { first, run, stored, put, asked } = setUp();
    put();
    await run('buttons', { revoke: true });
    expect(stored().versions).toHaveLength(1);
    expect(stored().versions[0]).not.toEqual(first.versions[0]);
    expect(asked).toEqual([`${NAME} is replaced, and what it sealed counts no more.`]);
  });

  it('says what is wrong, and changes nothing', async () => {
    const { run, parameters } = setUp();
    expect(String(await failure(run('button') as Promise<unknown>))).toContain('It has buttons, clicks');
    expect(String(await failure(run('buttons') as Promise<unknown>))).toContain('nothing to replace');
    expect(parameters.values.size).toBe(0);
  });
});
