import type { Registered } from './corpus.ts';
import { type AttackGroup, type Tried, triesOf } from './group.ts';
import { type PlantedHole, plantIn } from './plant-in.ts';

/** The first attack of a group that gets through with one check taken away; null when none does. */
export async function throughHole({ group, file }: Registered, hole: PlantedHole): Promise<Tried | null> {
  const bug = { ...hole, name: `${group.name} ${hole.name}` };
  const planted = Object.values(await plantIn<Record<string, AttackGroup>>(file, bug));
  const weak = planted.find((one) => one?.name === group.name);
  if (!weak) throw new Error(`${file} exports no group "${group.name}"`);
  for await (const tried of triesOf(weak, { seed: 1, fuzzed: 500 })) if (tried.gotThrough) return tried;
  return null;
}
