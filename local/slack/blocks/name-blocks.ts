import type { Fields } from '../../stand-in-kit/fields.ts';
import { elementsOf } from './elements-of.ts';

/** A copy in which every block and every usable element has an id, as Slack gives them. */
export const nameBlocks = (blocks: readonly Fields[], mint: () => string): Fields[] => {
  const named = structuredClone(blocks) as Fields[];
  for (const block of named) {
    block.block_id ??= mint();
    for (const element of elementsOf(block)) element.action_id ??= mint();
  }
  return named;
};
