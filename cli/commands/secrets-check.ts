import { defineCommand } from '../frame/definition.ts';
import { table } from '../frame/table.ts';
import { readStored } from '../secrets/read-stored.ts';
import { secretsIn } from '../secrets/secrets-in.ts';

export default defineCommand({
  name: 'secrets check',
  group: 'Set up',
  page: 'operations.md#setting-it-up',
  summary: 'Whether each secret is there, encrypted, and looks like one. Reads them, and shows none of them.',
  about:
    'Needs ssm:GetParameters, and kms:Decrypt where a key of your own encrypts them. Ends with 1 if something is wrong.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [{ line: 'secrets check --profile security', words: 'Before a deployment.' }],
  async run({ bridge, config }) {
    const named = secretsIn(await config());
    const secrets = await readStored(await bridge('account'), named, true);
    const rows = secrets.map(({ name, for: use, isThere, problem }) => [
      name,
      use,
      problem
        ? { text: problem, as: 'bad' as const }
        : isThere === null
          ? 'in Secrets Manager: not looked at'
          : { text: 'well', as: 'good' as const },
    ]);
    return {
      value: { secrets },
      lines: table(['name', 'for', 'is'], rows, 120),
      well: secrets.every(({ problem }) => problem === null),
    };
  },
});
