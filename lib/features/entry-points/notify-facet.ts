import type { DrainParts } from '../../outbox/drain-destination.ts';
import type { Facet, TableKit } from './facet.ts';

/** What the notifiers of chats ask a feature. */
export type NotifyHooks = Pick<DrainParts<never>, 'personasOf' | 'isMuted'>;

export type NotifyFacet = Facet<TableKit, NotifyHooks>;
