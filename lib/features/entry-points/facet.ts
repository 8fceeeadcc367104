import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';

/** What every function hands to its facets. */
export interface Kit {
  readonly config: BridgeConfig;
  readonly clock: Clock;
  readonly log: Log;
}

/** The same for functions that use the table through the AWS SDK. */
export interface TableKit extends Kit {
  readonly table: DynamoParts;
  readonly rows: VersionedRows;
}

/** What a feature does in one function. It is built only where the configuration asks for it. */
export interface Facet<In, Hooks> {
  readonly isOn: (config: BridgeConfig) => boolean;
  readonly create: (kit: In) => Hooks;
}

export const openFacets = <In extends Kit, Hooks>(
  facets: readonly Facet<In, Hooks>[],
  kit: In,
): readonly Hooks[] => facets.filter(({ isOn }) => isOn(kit.config)).map(({ create }) => create(kit));
