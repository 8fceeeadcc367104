import type { Instance, World } from '../world/world.ts';
import type { Stage } from './stage.ts';

/** A poller that can be driven: a schedule starts its polls, and time passes only when nothing happens. */
export interface Poller {
  readonly name: string;
  /** What it does, for the table. */
  readonly says: string;
  /** What comes behind it drops what it tells again. */
  readonly repeats?: boolean;
  /** Once for a scenario: what it returns starts a process. What the processes share lives in `open`. */
  open(around: Around): () => Running;
}

export interface Around {
  readonly world: World;
  readonly stage: Stage;
}

export interface Running {
  readonly process: Instance;
  /** One poll. It is over when this resolves; one that fails rejects. */
  poll(): Promise<void>;
}
