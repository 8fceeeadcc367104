import { describe, expect, it } from 'vitest';
import { readQueueUrl } from '../../../lib/config/queue-url.ts';

describe('the address of a queue', () => {
  it.each([
    [
      'https://sqs.eu-west-1.amazonaws.com/123456789012/lake',
      'arn:aws:sqs:eu-west-1:123456789012:lake',
      false,
    ],
    [
      'https://sqs.us-gov-west-1.amazonaws.com/123456789012/a_b-c.fifo',
      'arn:aws-us-gov:sqs:us-gov-west-1:123456789012:a_b-c.fifo',
      true,
    ],
    [
      'https://sqs.cn-north-1.amazonaws.com.cn/123456789012/lake',
      'arn:aws-cn:sqs:cn-north-1:123456789012:lake',
      false,
    ],
  ])('%s says its ARN', (url, arn, fifo) => {
    expect(readQueueUrl(url)).toMatchObject({ arn, fifo });
  });

  it.each([
    'http://sqs.eu-west-1.amazonaws.com/123456789012/lake',
    'https://sqs.eu-west-1.amazonaws.com.evil.example/123456789012/lake',
    'https://sqs.eu-west-1.amazonaws.com/1234/lake',
    'https://sqs.eu-west-1.amazonaws.com/123456789012/lake?x=1',
    'https://sqs.eu-west-1.amazonaws.com.cn/123456789012/lake',
    'https://sqs.cn-north-1.amazonaws.com/123456789012/lake',
    'https://sqs.eu-west-1.amazonaws.com/123456789012/lake.tide',
    'arn:aws:sqs:eu-west-1:123456789012:lake',
    '',
  ])('%j is none', (url) => {
    expect(readQueueUrl(url)).toBeNull();
  });
});
