// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { reconcile as canary } from '../../features/canary/reconcile.ts';
import { reconcile as connectors } from '../../features/connectors/reconcile.ts';
import { reconcile as dedupe } from '../../features/dedupe/reconcile.ts';
import type { ReconcileFacet } from '../../features/entry-points/reconcile-facet.ts';
import { reconcile as health } from '../../features/health/reconcile.ts';
import { reconcile as mutes } from '../../features/mutes/reconcile.ts';
import { reconcile as personas } from '../../features/personas/reconcile.ts';

export const reconcileFacets: readonly ReconcileFacet[] = [
  mutes,
  dedupe,
  connectors,
  personas,
  canary,
  health,
];
