import { LIST_ORDERS } from '../../posture-api/settings.ts';
import { functionIds } from '../flow/stack-names.ts';
import type { Sources } from '../sources.ts';
import type { World } from '../wire.ts';
import { createKiller, type Killer } from './killer.ts';
import { createPostureControl, type PostureControl } from './posture-control.ts';

/** How the world around the bridge is, and the hands to change it. */
export interface WorldWatch {
  readonly posture: PostureControl | undefined;
  readonly killer: Killer;
  /** As it stands now. */
  read(): Promise<World>;
  /** As it was when it was looked at last. */
  last(): World;
  /** Looks once, and says whether it is different. */
  look(): Promise<boolean>;
}

const UNKNOWN: World = {
  api: { isStandIn: false, domains: [], state: 'well', order: null, orders: [] },
  slack: { isStandIn: false, up: true },
  teams: { isStandIn: false, up: true },
  functions: [],
};

const chatIn = (chat: { isUp(): boolean } | undefined) => ({
  isStandIn: chat !== undefined,
  up: chat?.isUp() ?? true,
});

export function createWorldWatch({ standIns, cloud }: Sources): WorldWatch {
  const ids = functionIds(cloud);
  const functions = new Map(
    cloud.functions.map((one) => [ids.get(one.settings.name) ?? one.settings.name, one]),
  );
  const killer = createKiller(functions);
  const posture = standIns.postureApi && createPostureControl(standIns.postureApi);
  let last = UNKNOWN;

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
    read,
    last: () => last,
    async look() {
      const before = JSON.stringify(last);
      return JSON.stringify(await read()) !== before;
    },
  };
}
