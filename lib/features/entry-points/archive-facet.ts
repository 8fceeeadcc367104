import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Facet } from './facet.ts';

export interface ArchiveKit {
  readonly config: BridgeConfig;
  readonly table: DynamoParts;
  readonly clock: Clock;
}

export interface ArchiveHooks {
  /** Hears that all finished days are archived, and that the trail is not what the bridge wrote. */
  readonly onRun?: (what: 'archived' | 'changed') => Promise<void>;
}

export type ArchiveFacet = Facet<ArchiveKit, ArchiveHooks>;
