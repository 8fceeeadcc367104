import type * as ec2 from 'aws-cdk-lib/aws-ec2';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Validations } from 'aws-cdk-lib/core';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { BridgeFunction } from './bridge-function.ts';

/** Lambda needs these to attach a function to the VPC. EC2 accepts no narrower resource for most of them. */
const INTERFACES = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** Subnets of a VPC with a way out through a NAT gateway; all private ones unless selected. */
export interface NetworkPlace {
  readonly vpc: Pick<ec2.IVpc, 'selectSubnets'>;
  readonly subnets?: ec2.SubnetSelection;
  readonly securityGroups: readonly Pick<ec2.ISecurityGroup, 'securityGroupId'>[];
}

/** The place in the form of the configuration. */
export const networkOf = (place: NetworkPlace | undefined): BridgeConfig['network'] =>
  place && {
    subnets: place.vpc.selectSubnets(place.subnets).subnetIds,
    securityGroups: place.securityGroups.map((group) => group.securityGroupId),
  };

/** Runs every function in the configured subnets. */
export function putIntoNetwork(functions: readonly BridgeFunction[], network: BridgeConfig['network']): void {
  if (!network) return;
  for (const fn of functions) {
    const resource = fn.lambda.node.defaultChild as lambda.CfnFunction;
    resource.vpcConfig = { subnetIds: [...network.subnets], securityGroupIds: [...network.securityGroups] };
    fn.allow({ actions: INTERFACES, resources: ['*'] });
    // For Lambda, not for the code: AWS adds this key to calls from inside a function.
    fn.deny({
      actions: INTERFACES,
      resources: ['*'],
      conditions: { Null: { 'lambda:SourceFunctionArn': 'false' } },
    });
    Validations.of(fn).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Lambda needs these rights to put a function into a VPC, and the code of the function is denied them.',
    });
  }
}
