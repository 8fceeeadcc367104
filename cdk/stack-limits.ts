import { CfnResource, type Stack } from 'aws-cdk-lib/core';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { ConfigError } from '../lib/config/schema/config-problem.ts';
import { domainsOf } from './domain-groups.ts';

/** CloudFormation's limit for one stack. */
const MOST_RESOURCES = 500;
const MOST_TEMPLATE_BYTES = 1_048_576;
/** IAM's limit for one role, unless AWS raised it. */
const MOST_POLICIES = 10;

const SPLIT =
  'split the domains into several configurations, and deploy each as a bridge of its own: --config FILE --name NAME';

/** Throws if the stack of this configuration is too large for CloudFormation. */
export function checkResources(stack: Stack, config: BridgeConfig): void {
  const count = stack.node.findAll().filter((one) => CfnResource.isCfnResource(one)).length;
  if (count <= MOST_RESOURCES) return;
  const message =
    `are ${domainsOf(config).length}, too many for one bridge: its stack would have ${count} resources, ` +
    `and CloudFormation takes ${MOST_RESOURCES}. To go on, ${SPLIT}`;
  throw new ConfigError([{ path: 'domains', message }]);
}

/** The same for the finished template. */
export function checkTemplateSize(template: string, config: BridgeConfig): void {
  const bytes = Buffer.byteLength(template);
  if (bytes <= MOST_TEMPLATE_BYTES) return;
  const message =
    `are ${domainsOf(config).length}, too many for one bridge: its template has ${bytes} bytes, and CloudFormation ` +
    `takes ${MOST_TEMPLATE_BYTES}. To go on, ${SPLIT}`;
  throw new ConfigError([{ path: 'domains', message }]);
}

/** Throws if the secrets of these domains need more policies than a role can have. */
export function checkPolicies(count: number): void {
  if (count <= MOST_POLICIES) return;
  const message =
    `name so many SSM parameters that a function needs ${count} policies to read them, and its role takes ` +
    `${MOST_POLICIES}. Give the parameters shorter names, or ${SPLIT}`;
  throw new ConfigError([{ path: 'domains', message }]);
}
