import type { AwsOperation } from '../base/aws/signed-aws.ts';

/** For callers without the SDK. */
export const GET_ITEM: AwsOperation = {
  service: 'dynamodb',
  name: 'GetItem',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
};
