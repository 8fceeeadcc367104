import type { Need } from './row-needs.ts';
import type { StackTemplate } from './template.ts';

/** The KMS calls on the caller's behalf, by what is done with a queue. Everything done with rows needs to decrypt. */
const FOR_QUEUES: Readonly<Record<string, readonly string[]>> = {
  'sqs:SendMessage': ['kms:GenerateDataKey', 'kms:Decrypt'],
  'sqs:ReceiveMessage': ['kms:Decrypt'],
};
/** The same for objects. A single-part upload needs no more. */
const FOR_OBJECTS: Readonly<Record<string, readonly string[]>> = {
  's3:PutObject': ['kms:GenerateDataKey'],
  's3:GetObject': ['kms:Decrypt'],
  's3:GetObjectVersion': ['kms:Decrypt'],
};
const FOR_ROWS = ['kms:Decrypt'];

/** What else a call needs, because a customer's key encrypts its resource. */
export function createKeyNeeds(
  template: StackTemplate,
  region: string,
  outside: Readonly<Record<string, string>> = {},
) {
  const keyOf = new Map(Object.entries(outside));
  const known = template.of('AWS::KMS::Key').map(({ identity }) => identity);
  /** By its ARN or its id. A key that is not in the template is the customer's. */
  const arnOf = (key: string): string =>
    known.find(({ ref, attributes }) => [ref, attributes.Arn].includes(key))?.attributes.Arn ?? key;
  for (const { identity, properties } of template.of('AWS::DynamoDB::Table')) {
    const key = properties.SSESpecification?.KMSMasterKeyId;
    if (key !== undefined) keyOf.set(identity.attributes.Arn ?? '', arnOf(key));
  }
  for (const { identity, properties } of template.of('AWS::SQS::Queue')) {
    const key = properties.KmsMasterKeyId;
    if (key !== undefined) keyOf.set(identity.attributes.Arn ?? '', arnOf(key));
  }
  for (const { identity, properties } of template.of('AWS::S3::Bucket')) {
    const [rule] = properties.BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
    const key = rule?.ServerSideEncryptionByDefault.KMSMasterKeyID;
    if (key !== undefined) keyOf.set(identity.attributes.Arn ?? '', arnOf(key));
  }
  return ({ action, resource }: Pick<Need, 'action' | 'resource'>): Need[] => {
    const key = keyOf.get(keptIn(resource));
    if (key === undefined) return [];
    const [service] = action.split(':');
    // A resource outside the stack may be in another region.
    const viaService = `${service}.${resource.split(':')[3] || region}.amazonaws.com`;
    const actions = service === 'dynamodb' ? FOR_ROWS : (FOR_QUEUES[action] ?? FOR_OBJECTS[action] ?? []);
    return actions.map((one) => ({ action: one, resource: key, viaService }));
  };
}

/** The table of an index, the bucket of an object. */
const keptIn = (resource: string): string =>
  resource.startsWith('arn:aws:s3:::')
    ? resource.replace(/(?<=^[^/]+)\/.*$/s, '')
    : resource.replace(/\/index\/.*$/, '');
