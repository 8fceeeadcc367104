import { arnOf, CONSUME, lambda, queue, role, writeAssembly } from '../../unit/local/cloud/harness.ts';
import type { Scenario } from './scenario.ts';
import { asOperator } from './scenarios/operator.ts';
import { readStage, type Stage } from './stage.ts';

const source = `
export const handler = async ({ Records }) => {
  if (!process.env.GREETING) throw new Error('GREETING is not set');
  for (const { body } of Records) console.log(JSON.stringify({ relayed: body }));
};`;

/** A queue and the function behind it, and nothing else: the least stack with an event source mapping. */
export const openRelayStage = async (): Promise<Stage> =>
  readStage(
    await writeAssembly({
      bundles: { relay: source },
      resources: {
        DeadLetters: queue(),
        In: queue({ RedrivePolicy: { deadLetterTargetArn: arnOf('DeadLetters'), maxReceiveCount: 2 } }),
        Role: role([{ Effect: 'Allow', Action: CONSUME, Resource: arnOf('In') }]),
        Relay: lambda('relay', { Environment: { Variables: { GREETING: 'hello' } } }),
        Source: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: arnOf('In'), FunctionName: { Ref: 'Relay' } },
        },
      },
    }),
  );

export const relayed: Scenario = {
  name: 'what is in the queue comes to the function',
  runs: [],
  shows: ['variable', 'event source mapping'],
  play: ({ cloud, until, said }) =>
    asOperator(cloud, async ({ send }) => {
      await send('In', 'a message');
      await until('the function had it', () => said.some(({ relayed: body }) => body === 'a message'));
    }),
};
