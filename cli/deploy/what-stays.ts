import type { Stack } from '../aws/stack.ts';
import { addressOf } from '../frame/docs-page.ts';

/** What AWS keeps when the stack is gone, and how it is deleted. */
export function whatStays({ outputs }: Stack): string[] {
  const {
    LedgerTableName: table,
    ArchiveBucketName: bucket,
    EncryptionKeyArn: key,
    BridgeName: name,
  } = outputs;
  return [
    `The bridge is gone. These stay until you delete them (${addressOf('upgrade.md#removing')}):`,
    ...(table ? [`  the table ${table}: what the bridge saw, sent and recorded`] : []),
    ...(bucket ? [`  the bucket ${bucket}: the audit trail, locked`] : []),
    ...(key ? [`  the key ${key}: without it nobody can read the table again`] : []),
    `  the secrets and the keys in SSM: aws ssm describe-parameters --parameter-filters Key=Name,Option=Contains,Values=${name ?? 'posture-bridge'}`,
    '  the apps in the chats',
  ];
}
