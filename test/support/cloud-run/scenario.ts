import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../../../local/cloud/options.ts';
import type { Change } from './raw-template.ts';
import type { Stage } from './stage.ts';
import type { Wiring } from './wirings.ts';

/** Something that the stack must be able to do. */
export interface Scenario {
  /** A sentence that is true when all is well. */
  readonly name: string;
  /** What is different from the template from the start. */
  readonly change?: Change;
  readonly options?: Partial<LocalCloudOptions>;
  /** Whether tables are kept on disk, for `restart`. */
  readonly restarts?: boolean;
  /** Actions that are denied because of the change. */
  readonly denies?: readonly string[];
  /** The kinds of wiring that it cannot do without. */
  readonly shows?: readonly Wiring['kind'][];
  /** The functions that it has run, by the word before `Function` in their logical ids. */
  readonly runs: readonly (
    | 'Poll'
    | 'SlackNotify'
    | 'TeamsNotify'
    | 'WebhooksNotify'
    | 'Action'
    | 'Verdict'
    | 'Reconcile'
    | 'Archive'
  )[];
  /** Throws with a sentence as soon as it sees something else than it should. */
  play(scene: Scene): Promise<void>;
}

export interface Scene {
  readonly stage: Stage;
  /** The one that runs now. */
  readonly cloud: LocalCloud;
  /** What functions said in JSON, in the order in which they said it. */
  readonly said: readonly Readonly<Record<string, unknown>>[];
  /** Waits until something holds. Not for long once a function has failed or a call was denied. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** Ends the cloud and starts it with other options. What is in tables stays. */
  restart(options: Partial<LocalCloudOptions>): Promise<void>;
}
