import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { isFeedOnly } from './history.ts';
import { ModelQueue } from './model-queue.ts';
import type { Operators } from './operators.ts';
import type { createPeople } from './people.ts';
import { createPlatform } from './platform.ts';
import { createReceiver } from './receiver.ts';
import { createSlack } from './slack.ts';
import type { Systems } from './systems.ts';
import { createTeams } from './teams.ts';
import type { World } from './world.ts';

/** What is around the bridge: its table, its queues, the platform and the chats. */
export function surround(world: World) {
  const queue = (name: string, fifo: boolean, batchSize: number) =>
    new ModelQueue(world, { name, fifo, batchSize, consumers: 2 });
  return {
    world,
    keys: new Map<string, string>(),
    table: new FakeDynamo(() => isFeedOnly(world.history) && world.isFaulty()),
    queues: {
      slack: queue('slack', true, 10),
      teams: queue('teams', true, 10),
      webhook: queue('webhook', true, 10),
      verdict: queue('verdict', false, 1),
    },
    platform: createPlatform(world),
    slack: createSlack(world),
    teams: createTeams(world),
    receiver: createReceiver(world),
  };
}
export interface Acting {
  readonly people: ReturnType<typeof createPeople>;
  readonly systems: Systems;
  readonly operators: Operators;
}
export type Surroundings = ReturnType<typeof surround> & Acting;
