const QUEUE_URL =
  /^https:\/\/sqs\.([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com(\.cn)?\/(\d{12})\/([A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\.fifo)$/;

export interface QueueAddress {
  readonly region: string;
  readonly account: string;
  readonly name: string;
  readonly fifo: boolean;
  readonly arn: string;
}

/** The parts of a queue URL: a grant needs the ARN, but a configuration holds the URL. */
export function readQueueUrl(url: string): QueueAddress | null {
  const match = QUEUE_URL.exec(url);
  if (!match) return null;
  const [, region = '', china, account = '', name = ''] = match;
  if (region.startsWith('cn-') !== (china !== undefined)) return null;
  const arn = `arn:${partition(region)}:sqs:${region}:${account}:${name}`;
  return { region, account, name, fifo: name.endsWith('.fifo'), arn };
}

function partition(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
