import { manifest as connectors } from './connectors/manifest.ts';
import type { Manifest } from './entry-points/manifest.ts';
import { manifest as history } from './history/manifest.ts';
import { manifest as personas } from './personas/manifest.ts';
import { manifest as privacy } from './privacy/manifest.ts';

/** All features, in the order in which a function asks them. After a change write the lists of facets anew. */
export const FEATURES: readonly Manifest[] = [history, connectors, personas, privacy];
