import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import { configDigest } from '../lib/config/file/config-digest.ts';
import { BRIDGE_VERSION } from '../lib/config/version.ts';
import type { PostureBridge } from './posture-bridge.ts';

/** The addresses for the chats, and what the commands need to find the bridge. Once per stack. */
export function addOutputs(bridge: PostureBridge): void {
  const output = (id: string, description: string, value: string) =>
    new CfnOutput(Stack.of(bridge), id, { description, value });
  const { topic } = bridge.alarms;
  if (topic) output('AlarmTopicArn', 'Subscribe here to be told by the alarms.', topic.topicArn);
  output(
    'LedgerTableName',
    'What was seen, sent and decided. Stays when the stack is deleted.',
    bridge.ledger.tableName,
  );
  if (bridge.key) output('EncryptionKeyArn', 'What encrypts all that is kept.', bridge.key.keyArn);
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
  if (bridge.actions?.verdictsUrl) {
    output(
      'VerdictsUrl',
      'Where systems send verdicts, with the name of their destination behind it.',
      bridge.actions.verdictsUrl,
    );
  }
  if (bridge.actions?.canaryUrl)
    output('CanaryUrl', 'Where the bridge presses its own canaries.', bridge.actions.canaryUrl);
  for (const { name, lambda } of bridge.functions) {
    output(`${inPascalCase(name)}FunctionName`, `The function ${name}.`, lambda.functionName);
  }
  const sender = bridge.webhooks?.senderToOwn;
  if (sender) {
    output(
      'EndpointsRoleArn',
      'Who sends to queues and event buses of your own: those of other accounts have to let it in.',
      sender.roleArn,
    );
  }
  // The operator's command finds the queues by these.
  for (const { subject, queue, deadLetters } of bridge.allQueues) {
    const id = inPascalCase(subject);
    if (queue) output(`${id}Queue`, `The queue of ${subject}.`, queue.queueUrl);
    if (deadLetters) output(`${id}DeadLetters`, `The dead letters of ${subject}.`, deadLetters.queueUrl);
  }
  output(
    'BridgeName',
    'What the bridge is called in metrics, logs and the names of its keys.',
    bridge.alarms.bridge,
  );
  output('BridgeVersion', 'The version of the bridge that was deployed.', BRIDGE_VERSION);
  output('ConfigurationDigest', 'By which its configuration is known again.', configDigest(bridge.config));
}

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|[- ])(\w)/g, (_, letter: string) => letter.toUpperCase());
