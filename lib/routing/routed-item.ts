import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';

/** An item of a feed, and where it came from. */
export type RoutedItem =
  | { readonly domain: string; readonly feed: 'cases'; readonly item: Case }
  | { readonly domain: string; readonly feed: 'threats'; readonly item: Threat };
