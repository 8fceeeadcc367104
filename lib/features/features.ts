import type { Manifest } from './entry-points/manifest.ts';
import { manifest as personas } from './personas/manifest.ts';

/** All features, in the order in which a function asks them. After a change write the lists of facets anew. */
export const FEATURES: readonly Manifest[] = [personas];
