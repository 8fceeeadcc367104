import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

/** What every template of CDK asks for, unless cdk.json names another qualifier. */
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** CDK's own rule refuses a deployment with an older one. */
const OLDEST = 6;

/** `version`: null if the account was never bootstrapped. */
export function judgeBootstrap(version: string | null, region: string): Finding {
  const run = `run npx cdk bootstrap with these credentials, once for ${region}`;
  if (version === null)
    return wrong('bootstrap of CDK', `it is not in this account in ${region}, and deploy needs it: ${run}`);
  return Number(version) >= OLDEST
    ? well('bootstrap of CDK', `version ${version}`)
    : wrong('bootstrap of CDK', `version ${version} is too old for deploy: ${run} again`);
}

export const checkBootstrap: Check = {
  about: 'bootstrap of CDK',
  when: 'before',
  async look({ bridge }) {
    if (bridge.isLocal) return [unknown('bootstrap of CDK', 'npm start deploys nothing')];
    try {
      const { Parameter } = await bridge.ssm.send(new GetParameterCommand({ Name: PARAMETER }));
      return [judgeBootstrap(Parameter?.Value ?? null, bridge.region)];
    } catch (error) {
      if ((error as Error).name === 'ParameterNotFound') return [judgeBootstrap(null, bridge.region)];
      return [
        unknown('bootstrap of CDK', `AWS did not say whether it is there (ssm:GetParameter of ${PARAMETER})`),
      ];
    }
  },
};
