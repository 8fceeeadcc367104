import type { Destination } from './config.ts';
import type { Forgotten } from './operators.ts';
import type { PlatformCase } from './platform.ts';
import { settledS } from './roll-out.ts';
import type { Shown } from './shown.ts';
import { START, type World } from './world.ts';

/** A case with all that people see of it. */
export interface Judged {
  readonly one: PlatformCase;
  readonly name: string;
  readonly isOpen: boolean;
  readonly isSevere: boolean;
  /** It is about somebody who was forgotten when it was there, or may have been. */
  readonly forgotten: OfForgotten | null;
  /** Its own messages at a destination. */
  readonly at: (destination: Destination) => readonly Shown[];
  readonly own: readonly Shown[];
  readonly all: readonly Shown[];
}

/** A case of somebody who is forgotten. */
export interface OfForgotten extends Forgotten {
  /** The bridge certainly had it by then. Of one that came about then, nobody can say. */
  readonly isEarlier: boolean;
}

/** An earlier version that does not know a destination need not have sent there what came while it ran. */
export const isTold = ({ has, history }: World, where: 'teams' | 'webhook' | 'threats', sinceMs: number) =>
  has(where) &&
  !(has('rolling') && history.rollout.lacks === where && sinceMs < START + settledS(history) * 1000);
