// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { verdict as bulk } from '../../features/bulk/verdict.ts';
import { verdict as canary } from '../../features/canary/verdict.ts';
import { verdict as commands } from '../../features/commands/verdict.ts';
import type { VerdictFacet } from '../../features/entry-points/verdict-facet.ts';
import { verdict as health } from '../../features/health/verdict.ts';
import { verdict as history } from '../../features/history/verdict.ts';
import { verdict as mutes } from '../../features/mutes/verdict.ts';

export const verdictFacets: readonly VerdictFacet[] = [mutes, history, canary, bulk, commands, health];
