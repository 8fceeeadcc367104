// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { commands } from '../../features/commands/commands.ts';
import { commands as connectors } from '../../features/connectors/commands.ts';
import type { CommandsFacet } from '../../features/entry-points/commands-facet.ts';
import { commands as health } from '../../features/health/commands.ts';
import { commands as mutes } from '../../features/mutes/commands.ts';
import { commands as personas } from '../../features/personas/commands.ts';

export const commandsFacets: readonly CommandsFacet[] = [mutes, connectors, personas, commands, health];
