import type { Facet, TableKit } from './facet.ts';

export interface ArchiveHooks {
  /** Called when all finished days are archived, and when the trail is not what the bridge wrote. */
  readonly onRun?: (what: 'archived' | 'changed') => Promise<void>;
}

export type ArchiveFacet = Facet<Omit<TableKit, 'rows'>, ArchiveHooks>;
