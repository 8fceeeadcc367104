import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { Clock } from '../../platform/clock.ts';
import type { VersionedRows } from '../../platform/versioned-rows.ts';
import type { VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { Facet } from './facet.ts';

export interface VerdictKit {
  readonly config: BridgeConfig;
  readonly table: DynamoParts;
  readonly rows: VersionedRows;
  readonly clock: Clock;
}

export interface VerdictHooks {
  readonly onRecorded?: VerdictHandlerOptions['onRecorded'];
  readonly silence?: NonNullable<VerdictHandlerOptions['waiting']>['silence'];
}

export type VerdictFacet = Facet<VerdictKit, VerdictHooks>;
