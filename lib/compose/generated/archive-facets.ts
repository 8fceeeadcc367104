// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import type { ArchiveFacet } from '../../features/entry-points/archive-facet.ts';
import { archive as health } from '../../features/health/archive.ts';

export const archiveFacets: readonly ArchiveFacet[] = [health];
