import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { ask, canAsk, readInput } from '../../lib/base/ask-person.ts';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { problemOf, readStored } from '../secrets/read-stored.ts';
import { type NamedSecret, secretsIn } from '../secrets/secrets-in.ts';

export default defineCommand({
  name: 'secrets set',
  group: 'Set up',
  page: 'deploy.md#3-secrets',
  summary: 'Stores a secret that the configuration names, as a SecureString of SSM.',
  about:
    'The value comes from a question whose answer is not shown, or from stdin: never from the command line, which every user of this machine could read. It is not shown again. A secret that is there is replaced, and the functions take the new one by themselves.',
  words: [{ name: 'NAME', words: 'as in the configuration; secrets list has them' }],
  flags: {
    'kms-key': { type: 'string', value: 'KEY', words: 'encrypts it with this key instead of that of SSM' },
  },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'secrets set /posture-bridge/acme/api-key', words: 'Asks for it.' },
    {
      line: 'secrets set /posture-bridge/acme/api-key --yes',
      words: 'Takes it from a pipe, as of a password manager.',
    },
  ],
  async run({ flags, words: [name = ''], bridge, config, confirm }) {
    const secret = find(secretsIn(await config()), name);
    if (secret.where.in !== 'ssm')
      throw new CommandError(
        `${name} is in Secrets Manager. Set it there: aws secretsmanager put-secret-value --secret-id ${secret.where.name}.`,
      );
    const opened = await bridge('account');
    const [stored] = await readStored(opened, [secret], false);
    const isThere = stored?.isThere === true;
    // Before the question: stdin holds the secret, not an answer.
    if (isThere) await confirm(`${name} is there already (${secret.for}), and is replaced.`);
    const Value = canAsk()
      ? await ask(`${name} (${secret.for}), not shown: `, { hidden: true })
      : (await readInput()).replace(/\r?\n$/, '');
    const problem = problemOf(Value);
    if (problem) throw new CommandError(`Nothing was stored. What was given is not a secret: ${problem}.`);
    const KeyId = flags['kms-key'];
    await opened.ssm
      .send(
        new PutParameterCommand({
          Name: secret.where.name,
          Value,
          Type: 'SecureString',
          Overwrite: isThere,
          ...(KeyId !== undefined && { KeyId }),
        }),
      )
      .catch((thrown: unknown) => {
        throw toAwsError('PutParameter', thrown);
      });
    return { value: { name, replaced: isThere }, lines: [`Stored ${name} (${secret.for}).`] };
  },
});

function find(secrets: readonly NamedSecret[], name: string): NamedSecret {
  const found = secrets.find((one) => one.name === name);
  if (found) return found;
  const names = secrets.map((one) => one.name);
  const meant = nearest(name, names);
  throw new UsageError(
    `the configuration names no secret ${JSON.stringify(name)}${meant ? `: did you mean ${meant}?` : `. It names ${names.join(', ')}.`}`,
  );
}
