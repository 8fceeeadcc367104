import { randomBytes } from 'node:crypto';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import { newKey, readStoredKey, replaced, writeStoredKey } from '../../lib/base/bridge-keys.ts';
import { KEY_NAMES, keyLifeMs, keyParameter } from '../../lib/base/key-names.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';

export default defineCommand({
  name: 'secrets rotate',
  group: 'Set up',
  page: 'security.md#buttons',
  summary: 'Replaces a key that the bridge made for itself.',
  about:
    'The functions take the new key within a quarter of an hour. What the old one sealed stays valid for as long as it would have: buttons as long as decisions are kept, links for a week. With --revoke it counts no more from then on: use that if somebody may have read the key. Buttons of messages that stand there then say that they are out of date, until the message changes, and for five minutes a press may have to be repeated.',
  words: [{ name: 'NAME', words: KEY_NAMES.join(', ') }],
  flags: { revoke: { type: 'boolean', words: 'what the old key sealed counts no more' } },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'secrets rotate buttons', words: 'Once a year.' },
    { line: 'secrets rotate links --revoke', words: 'After somebody may have read it.' },
  ],
  async run({ flags, words: [name = ''], bridge, config, confirm }) {
    if (!KEY_NAMES.some((one) => one === name))
      throw new UsageError(`the bridge has no key ${JSON.stringify(name)}. It has ${KEY_NAMES.join(', ')}.`);
    const lifeMs = keyLifeMs(await config(), name);
    const opened = await bridge('stack');
    const { BridgeName = '' } = await opened.outputs();
    const Name = keyParameter(BridgeName, name);
    const fail = (operation: string) => (thrown: unknown) => {
      throw (thrown as Error).name === 'ParameterNotFound'
        ? new CommandError(
            `There is no key ${Name}: no function has needed it yet. There is nothing to replace.`,
          )
        : toAwsError(operation, thrown);
    };
    const { Parameter } = await opened.ssm
      .send(new GetParameterCommand({ Name, WithDecryption: true }))
      .catch(fail('GetParameter'));
    const nowMs = opened.clock.now();
    const before = readStoredKey(name, Parameter?.Value ?? '');
    const fresh = newKey(randomBytes, nowMs);
    const isRevoked = flags.revoke === true;
    await confirm(
      isRevoked
        ? `${Name} is replaced, and what it sealed counts no more.`
        : `${Name} is replaced. What it sealed still counts.`,
    );
    const next = isRevoked ? fresh : replaced(before, fresh, lifeMs, nowMs);
    await opened.ssm
      .send(
        new PutParameterCommand({ Name, Value: writeStoredKey(next), Type: 'SecureString', Overwrite: true }),
      )
      .catch(fail('PutParameter'));
    return {
      value: { name, parameter: Name, revoked: isRevoked },
      lines: [`Replaced ${Name}. All functions use it within a quarter of an hour.`],
    };
  },
});
