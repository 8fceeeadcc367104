import type { Look } from './check-health.ts';

export interface DeadLetters {
  /** Of the alarm's name: `slack deliveries`. */
  readonly subject: string;
  /** How many there are, as far as SQS knows. */
  readonly count: number;
}

export interface LookAtDeadLettersParts {
  readonly deadLetters: () => Promise<readonly DeadLetters[]>;
}

export interface DepthParts {
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
  readonly depthOf: (queueUrl: string) => Promise<number>;
}

/** Asks SQS about each dead-letter queue. */
export const countDeadLetters =
  ({ deadLetters, depthOf }: DepthParts) =>
  () =>
    Promise.all(
      deadLetters.map(async ({ subject, queueUrl }) => ({ subject, count: await depthOf(queueUrl) })),
    );

/** Looks into the dead-letter queues: how many there are, and not which. */
export const createLookAtDeadLetters = ({ deadLetters }: LookAtDeadLettersParts): Look => ({
  name: 'dead letters',
  about: ['Deliveries gave up'],
  async look(findings) {
    for (const { subject, count } of await deadLetters()) {
      if (count === 0) continue;
      const sentence = `Some ${subject} could not be made and are parked.`;
      findings.add({ heading: 'Deliveries gave up', subject, sentence });
    }
  },
});
