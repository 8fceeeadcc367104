import { functionIds } from '../../../lib/config/stack-outputs.ts';
import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';
import { LIST_ORDERS } from '../../../local/posture-api/settings.ts';
import { UNKNOWN_WORLD } from '../../surroundings.ts';
import type { World } from '../../wire.ts';
import type { StandIns } from '../stand-ins.ts';
import { createKiller } from './killer.ts';
import { createPostureControl } from './posture-control.ts';

const chatIn = (chat: { isUp(): boolean } | undefined) => ({
  isStandIn: chat !== undefined,
  up: chat?.isUp() ?? true,
});

export interface WorldParts {
  readonly standIns: StandIns;
  readonly cloud: Pick<LocalCloud, 'functions' | 'outputs'>;
}

/** The state of the world around the bridge, and the means to change it. */
export function createWorldWatch({ standIns, cloud }: WorldParts) {
  const ids = functionIds(cloud.outputs);
  const functions = new Map(
    cloud.functions.map((one) => [ids.get(one.settings.name) ?? one.settings.name, one]),
  );
  const killer = createKiller(functions);
  const posture = standIns.postureApi && createPostureControl(standIns.postureApi);
  let last = UNKNOWN_WORLD;

  async function read(): Promise<World> {
    const [state, order] = await Promise.all([
      posture?.state() ?? ('well' as const),
      posture?.order() ?? null,
    ]);
    last = {
      api: {
        isStandIn: posture !== undefined,
        domains: standIns.postureApi?.domains ?? [],
        state,
        order,
        orders: posture ? LIST_ORDERS : [],
      },
      slack: chatIn(standIns.slack),
      teams: chatIn(standIns.teams),
      functions: [...functions.keys()].map((id) => ({ id, armed: killer.isArmed(id) })),
    };
    return last;
  }

  return {
    posture,
    killer,
    /** The current state. */
    read,
    /** The state at the last look. */
    last: () => last,
    /** Looks once, and says whether it differs. */
    async look(): Promise<boolean> {
      const before = JSON.stringify(last);
      return JSON.stringify(await read()) !== before;
    },
  };
}

export type WorldWatch = ReturnType<typeof createWorldWatch>;
