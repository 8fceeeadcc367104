import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import { configDigest } from '../lib/config/config-digest.ts';
import { BRIDGE_VERSION } from '../lib/config/version.ts';
import { areMany } from './domain-groups.ts';
import { PostureBridge, type PostureBridgeProps } from './posture-bridge.ts';
import { checkResources } from './stack-limits.ts';

export interface BridgeStackProps extends StackProps, PostureBridgeProps {}

/** A stack with nothing in it but the bridge. */
export class BridgeStack extends Stack {
  constructor(scope: Construct, id: string, { config, folders, options, ...props }: BridgeStackProps) {
    super(scope, id, {
      description: 'posture-bridge: brings what is new in the Security Posture API to people.',
      // With many domains the spaces alone would make the template larger than CloudFormation takes.
      suppressTemplateIndentation: areMany(config),
      // Who deletes the stack deletes the queues with what is in them.
      terminationProtection: true,
      ...props,
    });
    const bridge = new PostureBridge(this, 'Bridge', {
      config,
      folders,
      options: { name: this.stackName, ...options },
    });
    const output = (id: string, description: string, value: string) =>
      new CfnOutput(this, id, { description, value });
    const { topic } = bridge.alarms;
    if (topic) output('AlarmTopicArn', 'Subscribe here to be told by the alarms.', topic.topicArn);
    output(
      'LedgerTableName',
      'What was seen, sent and decided. Stays when the stack is deleted.',
      bridge.ledger.tableName,
    );
    if (bridge.archive) {
      output(
        'ArchiveBucketName',
        'The audit trail, locked. Stays when the stack is deleted.',
        bridge.archive.bucket.bucketName,
      );
    }
    for (const [chat, url] of Object.entries(bridge.actions?.urls ?? {})) {
      const { id, description } = sectionOf(chat as ChatName).requests.output;
      output(id, description, url);
    }
    for (const { name, lambda } of bridge.functions) {
      output(`${inPascalCase(name)}FunctionName`, `The function ${name}.`, lambda.functionName);
    }
    // By these the operator's command finds them.
    for (const { subject, queue, deadLetters } of bridge.allQueues) {
      const id = inPascalCase(subject);
      if (queue) output(`${id}Queue`, `The queue of ${subject}.`, queue.queueUrl);
      if (deadLetters) output(`${id}DeadLetters`, `The dead letters of ${subject}.`, deadLetters.queueUrl);
    }
    output('BridgeVersion', 'The version of the bridge that was deployed.', BRIDGE_VERSION);
    output('ConfigurationDigest', 'By which its configuration is known again.', configDigest(config));
    checkResources(this, config);
  }
}

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|[- ])(\w)/g, (_, letter: string) => letter.toUpperCase());
