import { print } from '../../../lib/base/terminal.ts';
import { boltContender } from './bolt-contender.ts';
import { bridgeContender } from './bridge-contender.ts';
import type { Contender } from './contender.ts';
import { nodeRedContender } from './node-red-contender.ts';
import { playScenes } from './scenes.ts';

const CONTENDERS: readonly Contender[] = [bridgeContender, boltContender, nodeRedContender];

async function playOne(contender: Contender): Promise<ReadonlyMap<string, string>> {
  const standing = await contender.start();
  try {
    return await playScenes(standing, (scene, result) => print(`${contender.name}: ${scene}: ${result}`));
  } finally {
    await standing.close();
  }
}

/** Plays the whole way with each, side by side, as they mostly wait; a table with a column for each. */
export async function playWholeWay(): Promise<string[][]> {
  const made = await Promise.all(CONTENDERS.map(playOne));
  const scenes = [...(made[0]?.keys() ?? [])];
  return [
    ['', ...CONTENDERS.map(({ name }) => name)],
    ...scenes.map((scene) => [scene, ...made.map((one) => one.get(scene) ?? '')]),
    ['what somebody has to own', ...CONTENDERS.map(({ owned }) => owned)],
  ];
}
