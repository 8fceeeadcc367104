import type { StackTemplate } from '../../../../local/cloud/template.ts';
import { plain } from '../raw-template.ts';
import type { Scenario } from '../scenario.ts';
import { nothingByItself } from './at-rest.ts';
import { asOperator, type Operator } from './operator.ts';

/** Plays the consumer of every queue, one that never succeeds. */
const parked: Scenario = {
  name: 'a message that nobody can deliver is parked',
  runs: [],
  shows: ['dead-letter queue'],
  change: nothingByItself,
  play: ({ stage, cloud }) =>
    asOperator(cloud, async (operator) => {
      // As the template had it before anything was taken away.
      await Promise.all(parkingPlaces(stage.resolved).map((place) => failToDeliver(operator, place)));
    }),
};

interface ParkingPlace {
  readonly queue: string;
  readonly deadLetters: string;
  readonly tries: number;
}

function parkingPlaces(template: StackTemplate): ParkingPlace[] {
  const queues = template.of('AWS::SQS::Queue');
  return queues.flatMap(({ logicalId, properties: { RedrivePolicy } }) => {
    const target = queues.find(
      ({ identity }) => identity.attributes.Arn === RedrivePolicy?.deadLetterTargetArn,
    );
    return RedrivePolicy && target
      ? [{ queue: logicalId, deadLetters: target.logicalId, tries: RedrivePolicy.maxReceiveCount }]
      : [];
  });
}

async function failToDeliver(operator: Operator, { queue, deadLetters, tries }: ParkingPlace): Promise<void> {
  await operator.send(queue, `nobody takes this from ${queue}`);
  // It is the look after the last try that finds it parked.
  for (let seen = 0; seen <= tries; seen++) await operator.look(queue);
  if ((await operator.waiting(deadLetters)) !== 1)
    throw new Error(`${plain(queue)} still shows a message that has failed ${tries} times`);
}

export const deadLetterScenarios: readonly Scenario[] = [parked];
