import { watchFunctions } from '../../cdk/watch-functions.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { LocalCloud } from '../cloud/local-cloud.ts';

export interface WatchOptions {
  readonly config: BridgeConfig;
  readonly cloud: Pick<LocalCloud, 'functions' | 'outputs'>;
  /** For the bundles. */
  readonly folder: string;
  readonly say: (text: string) => void;
}

/** Replaces the code of a function when its sources change. All that the bridge and its chats remember stays. */
export const watchSources = ({ config, cloud, folder, say }: WatchOptions): Promise<() => Promise<void>> =>
  watchFunctions(config, folder, {
    changed(name, place) {
      const running = cloud.outputs[outputOf(name)];
      cloud.functions.find(({ settings }) => settings.name === running)?.updateCode(place);
      say(`${name} was changed: its next run is the new one`);
    },
    failed: (problems) => say(`The functions run as they were: ${problems.join(' ')}`),
  });

/** `NotifySlackFunctionName` of `notify-slack`. */
const outputOf = (name: string): string =>
  `${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}FunctionName`;
