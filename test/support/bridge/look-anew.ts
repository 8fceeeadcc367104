import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeWorld } from './bridge-world.ts';

/** A process of the reconciler looks when it starts, and then every five minutes: so it is replaced by a new one. */
export async function lookAnew({ cloud }: BridgeWorld): Promise<void> {
  const reconciler = cloud.functions.find(({ settings }) => settings.name.includes('Reconcile'));
  if (!reconciler) throw new Error('there is no reconciler');
  const ended = cloud.invoke(reconciler.settings.name, {});
  for (let waits = 0; reconciler.busy.length === 0 && waits < 500; waits++) await sleep(2);
  for (const { pid } of reconciler.busy) process.kill(pid, 'SIGKILL');
  await ended;
  await cloud.invoke(reconciler.settings.name, {});
}
