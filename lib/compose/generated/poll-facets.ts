// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.
import { poll as connectors } from '../../features/connectors/poll.ts';
import { poll as dedupe } from '../../features/dedupe/poll.ts';
import type { PollFacet } from '../../features/entry-points/poll-facet.ts';
import { poll as history } from '../../features/history/poll.ts';
import { poll as mutes } from '../../features/mutes/poll.ts';

export const pollFacets: readonly PollFacet[] = [mutes, dedupe, history, connectors];
