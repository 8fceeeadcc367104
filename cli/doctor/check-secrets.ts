import { readStored, type StoredSecret } from '../secrets/read-stored.ts';
import { secretsIn } from '../secrets/secrets-in.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

export const judgeSecret = ({ name, for: use, isThere, problem }: StoredSecret): Finding => {
  const about = `secret ${name}`;
  if (problem) return wrong(about, `${use}: ${problem}`);
  return isThere === null
    ? unknown(about, `${use}: it is in Secrets Manager, where only the functions look`)
    : well(about, `${use}: there, and encrypted`);
};

export const checkSecrets: Check = {
  about: 'secrets',
  when: 'before',
  look: async ({ config, bridge }) => (await readStored(bridge, secretsIn(config), true)).map(judgeSecret),
};
