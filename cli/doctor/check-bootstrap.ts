import { readFile } from 'node:fs/promises';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

const ABOUT = 'bootstrap of CDK';
/** CDK's own rule refuses a deployment with an older one. */
const OLDEST = 6;

/** `version`: null if the account was never bootstrapped. */
export function judgeBootstrap(version: string | null, { account, region }: Place): Finding {
  const run = `run npx cdk bootstrap aws://${account}/${region} with these credentials`;
  if (version === null)
    return wrong(ABOUT, `it is not in this account in ${region}, and deploy needs it: ${run}`);
  return Number(version) >= OLDEST
    ? well(ABOUT, `version ${version}`)
    : wrong(ABOUT, `version ${version} is too old for deploy: ${run} again`);
}

interface Place {
  readonly account: string;
  readonly region: string;
}

export const checkBootstrap: Check = {
  about: ABOUT,
  when: 'before',
  async look({ bridge }) {
    if (bridge.isLocal) return [unknown(ABOUT, 'npm start deploys nothing')];
    const name = `/cdk-bootstrap/${await qualifierIn('cdk.json')}/version`;
    const place = async () => ({ account: (await bridge.caller()).account, region: bridge.region });
    try {
      const { Parameter } = await bridge.ssm.send(new GetParameterCommand({ Name: name }));
      return [judgeBootstrap(Parameter?.Value ?? null, await place())];
    } catch (error) {
      if ((error as Error).name === 'ParameterNotFound') return [judgeBootstrap(null, await place())];
      return [unknown(ABOUT, `AWS did not say whether it is there (ssm:GetParameter of ${name})`)];
    }
  },
};

/** What tells several bootstraps of one account apart: CDK's own word, unless a cdk.json where the command runs has another. */
export async function qualifierIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const said = JSON.parse(text).context?.['@aws-cdk/core:bootstrapQualifier'];
    if (typeof said === 'string') return said;
  } catch {
    // CDK itself says what is wrong with the file.
  }
  return 'hnb659fds';
}
