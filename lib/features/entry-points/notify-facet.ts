import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DrainParts } from '../../outbox/drain-destination.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { VersionedRows } from '../../platform/versioned-rows.ts';
import type { Facet } from './facet.ts';

export interface NotifyKit {
  readonly config: BridgeConfig;
  readonly rows: VersionedRows;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the notifiers of chats ask a feature. */
export type NotifyHooks = Pick<DrainParts<never>, 'personasOf' | 'isMuted'>;

export type NotifyFacet = Facet<NotifyKit, NotifyHooks>;
