import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { Facet } from './facet.ts';

export interface VerdictKit {
  readonly config: BridgeConfig;
  readonly table: DynamoParts;
}

export interface VerdictHooks {
  readonly onRecorded?: VerdictHandlerOptions['onRecorded'];
}

export type VerdictFacet = Facet<VerdictKit, VerdictHooks>;
