import type { Facet, TableKit } from './facet.ts';

export interface ArchiveHooks {
  /** Hears that all finished days are archived, and that the trail is not what the bridge wrote. */
  readonly onRun?: (what: 'archived' | 'changed') => Promise<void>;
}

export type ArchiveFacet = Facet<Omit<TableKit, 'rows'>, ArchiveHooks>;
