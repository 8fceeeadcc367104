import type { History } from '../world/history.ts';
import { withoutTimers } from '../world/virtual-time.ts';
import { createWorld } from '../world/world.ts';
import { type Grade, gradeOf } from './grade.ts';
import type { Poller, Running } from './poller.ts';
import type { Scenario } from './scenario.ts';
import { createStage, DRIVEN } from './stage.ts';

/** While the API is out for a day, a schedule once a minute would only count the refusals. */
const THIN_AFTER = 60;
const THIN = 30;
/** Two pollers of one schedule start within so many seconds of each other. */
const APART_S = 0.05;

const NOTHING_ELSE = { capabilities: ['webhook'], crashes: [], faults: 0, outages: [] };

/** Plays a scenario with a poller in driven time. */
export const play = (poller: Poller, scenario: Scenario, seed: number): Promise<Grade> =>
  withoutTimers(async () => {
    const world = createWorld({ ...NOTHING_ELSE, seed } as unknown as History, false);
    const { time, at, random } = world;
    const stage = createStage(scenario, seed, DRIVEN, () => time.nowMs);
    const start = poller.open({ world, stage });
    for (const one of stage.happenings) at(one.at * 60, () => stage.happen(one));

    const slots: ({ readonly running: Running; busy: boolean } | null)[] = [null, null];
    function pollIn(slot: number): void {
      const known = slots[slot];
      if (stage.isPaused()) {
        if (known) known.running.process.alive = false;
        return;
      }
      const mine = known?.running.process.alive ? known : { running: start(), busy: false };
      slots[slot] = mine;
      if (mine.busy) return;
      mine.busy = true;
      mine.running
        .poll()
        .catch(() => undefined)
        .finally(() => {
          mine.busy = false;
        });
    }
    for (let minute = 0; minute < stage.endsAt; minute++) {
      if (isThinned(stage, minute)) continue;
      for (let slot = 0; slot < (scenario.pollers ?? 1); slot++)
        at(minute * 60 + 1 + random() * APART_S, () => pollIn(slot));
    }
    await time.run();
    return gradeOf(stage);
  });

export const isThinned = ({ isOut }: ReturnType<typeof createStage>, minute: number): boolean =>
  isOut(minute) && isOut(minute - THIN_AFTER) && isOut(minute + 1) && minute % THIN !== 0;
