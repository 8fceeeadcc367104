import { randomUUID } from 'node:crypto';

export interface Published {
  readonly topicArn: string;
  readonly subject?: string;
  readonly message: string;
}

/** Topics take what is published and keep the last of it. It goes no further on one machine. */
export interface LocalTopics {
  create(arn: string): void;
  has(arn: string): boolean;
  /** Answers with the id of the message. */
  publish(one: Published): string;
  readonly published: readonly Published[];
}

const KEPT = 1_000;

export function createTopics(log: (line: string) => void): LocalTopics {
  const arns = new Set<string>();
  const published: Published[] = [];
  return {
    published,
    create: (arn) => void arns.add(arn),
    has: (arn) => arns.has(arn),
    publish(one) {
      published.push(one);
      if (published.length > KEPT) published.shift();
      log(`published to ${one.topicArn}: ${one.subject ?? one.message.slice(0, 80)}`);
      return randomUUID();
    },
  };
}
