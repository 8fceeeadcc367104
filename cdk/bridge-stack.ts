import { Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { addOutputs } from './add-outputs.ts';
import { areMany } from './domain-groups.ts';
import { PostureBridge, type PostureBridgeOptions, type PostureBridgeProps } from './posture-bridge.ts';
import { checkResources } from './stack-limits.ts';

export interface BridgeStackProps extends StackProps, Pick<PostureBridgeProps, 'config' | 'folders'> {
  readonly options?: PostureBridgeOptions;
}

/** A stack that contains nothing but the bridge. */
export class BridgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, folders, options, ...props }: BridgeStackProps) {
    super(scope, id, {
      description: 'posture-bridge: brings what is new in the Security Posture API to people.',
      // With many domains the spaces alone would make the template too large for CloudFormation.
      suppressTemplateIndentation: areMany(config),
      // Deleting the stack would delete the queues with everything in them.
      terminationProtection: true,
      ...props,
    });
    const bridge = new PostureBridge(this, 'Bridge', {
      config,
      ...(folders && { folders }),
      name: this.stackName,
      ...options,
    });
    addOutputs(bridge);
    checkResources(this, config);
  }
}
