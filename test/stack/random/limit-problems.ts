import { readStage } from '../../support/cloud-run/stage.ts';
import type { Synthesized } from '../synthesized.ts';

/** The limits of AWS for one stack and for what is in it. */
const MOST = {
  resources: 500,
  outputs: 200,
  templateBytes: 1_048_576,
  inlinePolicies: 10_240,
  managedPolicies: 10,
  managedPolicy: 6_144,
  environment: 4_096,
} as const;

/** How long the names of a kind may be. */
const LONGEST_NAME: Readonly<Record<string, readonly [property: string, most: number]>> = {
  'AWS::Lambda::Function': ['FunctionName', 64],
  'AWS::IAM::Role': ['RoleName', 64],
  'AWS::SQS::Queue': ['QueueName', 80],
  'AWS::Scheduler::Schedule': ['Name', 64],
  'AWS::CloudWatch::Alarm': ['AlarmName', 255],
};

/** The region with the longest name. */
const REGION = 'ap-southeast-10';

/** What AWS would refuse of a stack for its size, in words. */
export async function limitProblems(stack: Synthesized): Promise<readonly string[]> {
  const { resolved } = await readStage(stack.folder, { region: REGION });
  const over = (what: string, figure: number, most: number) =>
    figure > most ? [`${what}: ${figure}, and AWS takes ${most}`] : [];
  const size = (value: unknown) => JSON.stringify(value ?? {}).length;
  const roles = resolved.of('AWS::IAM::Role').flatMap(({ identity, properties }) => {
    const inline = [
      ...(properties.Policies ?? []),
      ...resolved
        .of('AWS::IAM::Policy')
        .flatMap(({ properties: own }) => (own.Roles.includes(identity.ref) ? [own] : [])),
    ].reduce((sum, { PolicyDocument }) => sum + size(PolicyDocument), 0);
    const managed = resolved
      .of('AWS::IAM::ManagedPolicy')
      .filter(({ properties: own }) => own.Roles.includes(identity.ref));
    return [
      ...over(`inline policies of ${identity.ref}`, inline, MOST.inlinePolicies),
      ...over(`managed policies of ${identity.ref}`, managed.length, MOST.managedPolicies),
      ...managed.flatMap(({ properties: own }) =>
        over(`a managed policy of ${identity.ref}`, size(own.PolicyDocument), MOST.managedPolicy),
      ),
    ];
  });
  return [
    ...over('resources', Object.keys(stack.template.Resources).length, MOST.resources),
    ...over('outputs', Object.keys(stack.template.Outputs ?? {}).length, MOST.outputs),
    ...over('bytes of the template', Buffer.byteLength(stack.text), MOST.templateBytes),
    ...roles,
    ...resolved
      .of('AWS::Lambda::Function')
      .flatMap(({ identity, properties }) =>
        over(`environment of ${identity.ref}`, size(properties.Environment), MOST.environment),
      ),
    ...Object.entries(LONGEST_NAME).flatMap(([type, [property, most]]) =>
      stack.all(type).flatMap(([id, { Properties }]) => {
        const given = Properties[property];
        return typeof given === 'string' ? over(`name of ${id}`, given.length, most) : [];
      }),
    ),
  ];
}
