// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { words as commands } from '../../features/commands/words.ts';
import { words as connectors } from '../../features/connectors/words.ts';
import type { WordsFacet } from '../../features/entry-points/words-facet.ts';
import { words as health } from '../../features/health/words.ts';
import { words as mutes } from '../../features/mutes/words.ts';
import { words as personas } from '../../features/personas/words.ts';

export const wordsFacets: readonly WordsFacet[] = [mutes, connectors, personas, commands, health];
