import { PROFILE } from './operator-profile.ts';
import type { RunningBridge } from './run-bridge.ts';

/** All addresses, for programs. */
export function describeForPrograms({ parts, cloud, profile, console }: RunningBridge): object {
  const { aws, operator, region, apis } = cloud.endpoints;
  return {
    console: { url: console.url },
    ...Object.fromEntries(parts.map(({ id, json }) => [id, json])),
    aws: { endpoint: aws, region, credentials: operator, configFile: profile, profile: PROFILE },
    httpApis: apis,
    queues: queueUrls(cloud),
    tableName: cloud.outputs.LedgerTableName,
    outputs: cloud.outputs,
  };
}

/** All addresses, for people. */
export function describeForPeople(
  { parts, cloud, profile, console }: RunningBridge,
  dataDir: string | undefined,
): string {
  const { aws, region, apis } = cloud.endpoints;
  const sections: (readonly [string, string])[][] = [
    [
      ['Open this', console.url],
      ...indented([['the console', 'chat, flow, verdicts and routes of this bridge']]),
    ],
    ...parts.map(({ name, address, more }) => [[name, address] as const, ...indented(more(cloud.outputs))]),
    [
      ['AWS, the local cloud', aws],
      ...indented([
        ['region', region],
        ['your key', `AWS_PROFILE=${PROFILE} AWS_CONFIG_FILE=${profile}`],
        ['table', `${cloud.outputs.LedgerTableName}, ${dataDir ? `kept in ${dataDir}` : 'in memory'}`],
        ...Object.entries(queueUrls(cloud))
          .filter(([, url]) => !url.includes('DeadLetters'))
          .map(([, url]) => ['queue', url] as const),
      ]),
    ],
    ...Object.values(apis).map((url) => [['HTTP API', url] as const]),
  ];
  const width = Math.max(...sections.flat().map(([label]) => label.length)) + 2;
  return sections
    .map((lines) => lines.map(([label, text]) => label.padEnd(width) + text).join('\n'))
    .join('\n\n');
}

const indented = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([label, text]) => [`  ${label}`, text] as const);

const queueUrls = ({ template }: RunningBridge['cloud']): Record<string, string> =>
  Object.fromEntries(
    template.of('AWS::SQS::Queue').map(({ logicalId, identity }) => [logicalId, identity.ref]),
  );
