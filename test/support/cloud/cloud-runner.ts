import '../aws/quiet-sdk.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../../../local/cloud/options.ts';

export type Order =
  | { readonly do: 'start'; readonly options: LocalCloudOptions }
  /** Of a function, by its logical id or name. */
  | { readonly do: 'invoke'; readonly name: string; readonly event: unknown }
  | { readonly do: 'stop' };

export type Said =
  | { readonly is: 'loaded' | 'invoked' | 'stopped' }
  | { readonly is: 'started'; readonly endpoints: LocalCloud['endpoints']; readonly functions: string[] }
  | { readonly is: 'said'; readonly from: string; readonly line: string }
  | { readonly is: 'failed'; readonly problem: string };

/** A local cloud in a process of its own, so that it can be killed. */
const say = (message: Said) => process.send?.(message);
let cloud: LocalCloud | undefined;

async function obey(order: Order): Promise<void> {
  if (order.do === 'start') {
    cloud = await startLocalCloud({
      ...order.options,
      log: (from, line) => say({ is: 'said', from, line }),
    });
    const functions = cloud.functions.map(({ settings }) => settings.name);
    say({ is: 'started', endpoints: cloud.endpoints, functions });
  } else if (order.do === 'invoke') {
    await cloud?.invoke(order.name, order.event);
    say({ is: 'invoked' });
  } else {
    await cloud?.stop();
    say({ is: 'stopped' });
  }
}

process.on('message', (order: Order) => {
  obey(order).catch((problem: unknown) => say({ is: 'failed', problem: String(problem) }));
});
process.on('disconnect', () => process.exit());
say({ is: 'loaded' });
