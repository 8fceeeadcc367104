import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { PostureBridge } from './posture-bridge.ts';

/** What the chats have to be told, and by which the commands find the bridge. Once in a stack. */
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
  for (const { name, lambda } of bridge.functions) {
    output(`${inPascalCase(name)}FunctionName`, `The function ${name}.`, lambda.functionName);
  }
}

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
