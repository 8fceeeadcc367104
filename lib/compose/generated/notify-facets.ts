// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import type { NotifyFacet } from '../../features/entry-points/notify-facet.ts';
import { notify as mutes } from '../../features/mutes/notify.ts';
import { notify as personas } from '../../features/personas/notify.ts';

export const notifyFacets: readonly NotifyFacet[] = [mutes, personas];
