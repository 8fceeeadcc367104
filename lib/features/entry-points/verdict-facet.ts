import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { VersionedRows } from '../../platform/versioned-rows.ts';
import type { VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Facet } from './facet.ts';
import type { Noticing } from './noticing.ts';

export interface VerdictKit {
  readonly config: BridgeConfig;
  readonly table: DynamoParts;
  readonly rows: VersionedRows;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface VerdictHooks {
  readonly noticing?: Noticing;
  /** Decisions that are brought to their end in another way. */
  readonly apart?: {
    readonly isMeant: (message: VerdictMessage) => boolean;
    readonly options: (
      options: VerdictHandlerOptions,
      surfaces: VerdictHandlerOptions['surfaces'],
    ) => VerdictHandlerOptions;
  };
  readonly onRecorded?: VerdictHandlerOptions['onRecorded'];
  readonly silence?: NonNullable<VerdictHandlerOptions['waiting']>['silence'];
}

export type VerdictFacet = Facet<VerdictKit, VerdictHooks>;
