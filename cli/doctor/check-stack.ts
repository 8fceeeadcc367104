import { configDigest } from '../../lib/config/file/config-digest.ts';
import { BRIDGE_VERSION } from '../../lib/config/version.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

export function judgeStack(
  outputs: Readonly<Record<string, string>>,
  wanted: { readonly version: string; readonly digest: string },
): Finding[] {
  const { BridgeVersion: version, ConfigurationDigest: digest } = outputs;
  if (version === undefined || digest === undefined)
    return [wrong('deployment', 'its outputs do not say what was deployed: posture-bridge deploy')];
  return [
    version === wanted.version
      ? well('version', version)
      : wrong(
          'version',
          `${version} is deployed, and this is ${wanted.version}: posture-bridge deploy, or check out what is deployed`,
        ),
    digest === wanted.digest
      ? well('configuration', 'what is deployed is this file')
      : wrong(
          'configuration',
          'what is deployed is another configuration than this file: posture-bridge diff says what differs, and deploy brings it in step; or give the right --config',
        ),
  ];
}

export const checkStack: Check = {
  about: 'deployment',
  when: 'after',
  async look({ config, bridge }) {
    if (bridge.isLocal) return [unknown('deployment', 'npm start runs what is here, with its own addresses')];
    return judgeStack(await bridge.outputs(), { version: BRIDGE_VERSION, digest: configDigest(config) });
  },
};
