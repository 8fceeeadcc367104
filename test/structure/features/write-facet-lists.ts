import { writeFileSync } from 'node:fs';
import { FEATURES } from '../../../lib/features/features.ts';
import { facetLists } from './facet-lists.ts';

for (const [path, text] of facetLists(FEATURES)) writeFileSync(path, text);
