import { defineCommand } from '../frame/definition.ts';
import { table } from '../frame/table.ts';
import { readStored } from '../secrets/read-stored.ts';
import { secretsIn } from '../secrets/secrets-in.ts';

export default defineCommand({
  name: 'secrets list',
  group: 'Set up',
  page: 'deploy.md#3-secrets',
  summary: 'The secrets that the configuration names, and whether each is there. Shows none of them.',
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [{ line: 'secrets list', words: 'With your AWS profile and region.' }],
  async run({ bridge, config }) {
    const named = secretsIn(await config());
    const secrets = await readStored(await bridge('account'), named, false);
    const rows = secrets.map((one) => [
      one.name,
      one.for,
      one.isThere === null
        ? 'in Secrets Manager'
        : one.isThere
          ? { text: 'there', as: 'good' as const }
          : { text: 'missing', as: 'bad' as const },
      one.changedAt ?? '',
    ]);
    return {
      value: { secrets },
      lines: table(['name', 'for', 'is', 'changed'], rows),
      well: secrets.every(({ isThere }) => isThere !== false),
    };
  },
});
