// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { action as bulk } from '../../features/bulk/action.ts';
import { action as canary } from '../../features/canary/action.ts';
import { action as commands } from '../../features/commands/action.ts';
import type { ActionFacet } from '../../features/entry-points/action-facet.ts';
import { action as health } from '../../features/health/action.ts';
import { action as systems } from '../../features/systems/action.ts';

export const actionFacets: readonly ActionFacet[] = [canary, bulk, commands, health, systems];
