import type { Look } from './check-health.ts';

export interface DeadLetters {
  /** Of the alarm's name: `slack deliveries`. */
  readonly subject: string;
  readonly queueUrl: string;
}

export interface LookAtDeadLettersParts {
  readonly queues: readonly DeadLetters[];
  /** How many messages a queue has, as far as SQS knows. */
  readonly depthOf: (queueUrl: string) => Promise<number>;
}

/** Looks into the dead-letter queues: how many there are, and not which. */
export const createLookAtDeadLetters = ({ queues, depthOf }: LookAtDeadLettersParts): Look => ({
  name: 'dead letters',
  about: ['Deliveries gave up'],
  async look(findings) {
    const depths = await Promise.all(queues.map(({ queueUrl }) => depthOf(queueUrl)));
    for (const [n, { subject }] of queues.entries()) {
      const depth = depths[n] ?? 0;
      if (depth === 0) continue;
      const sentence = `Some ${subject} could not be made and are parked.`;
      findings.add({ heading: 'Deliveries gave up', subject, sentence });
    }
  },
});
