import { manifest as bulk } from './bulk/manifest.ts';
import { manifest as canary } from './canary/manifest.ts';
import { manifest as commands } from './commands/manifest.ts';
import { manifest as connectors } from './connectors/manifest.ts';
import { manifest as dedupe } from './dedupe/manifest.ts';
import type { Manifest } from './entry-points/feature-manifest.ts';
import { manifest as health } from './health/manifest.ts';
import { manifest as history } from './history/manifest.ts';
import { manifest as mutes } from './mutes/manifest.ts';
import { manifest as personas } from './personas/manifest.ts';
import { manifest as privacy } from './privacy/manifest.ts';
import { manifest as systems } from './systems/manifest.ts';

/**
 * All features, in the order in which a function asks them: what is muted stands for nothing else, so mutes go before dedupe.
 * After a change run `node --import tsx test/structure/features/write-facet-lists.ts`.
 */
export const FEATURES: readonly Manifest[] = [
  mutes,
  dedupe,
  history,
  connectors,
  personas,
  canary,
  bulk,
  commands,
  health,
  privacy,
  systems,
];
