import { randomUUID } from 'node:crypto';

export interface Published {
  readonly topicArn: string;
  readonly subject?: string;
  readonly message: string;
}

const KEPT = 1_000;

/** Topics accept messages and keep the latest. On one machine, nothing goes further. */
export function createTopics(log: (line: string) => void) {
  const arns = new Set<string>();
  const published: Published[] = [];
  return {
    published: published as readonly Published[],
    create: (arn: string) => void arns.add(arn),
    has: (arn: string) => arns.has(arn),
    /** Returns the id of the message. */
    publish(one: Published): string {
      published.push(one);
      if (published.length > KEPT) published.shift();
      log(`published to ${one.topicArn}: ${one.subject ?? one.message.slice(0, 80)}`);
      return randomUUID();
    },
  };
}

export type LocalTopics = ReturnType<typeof createTopics>;
