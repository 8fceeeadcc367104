import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { elementsOf } from '../blocks/elements-of.ts';

export type Wanted = {
  readonly actionId: string;
  readonly blockId?: string | undefined;
  /** Of a button, where several share an action. */
  readonly value?: string | undefined;
};

/** The one element a person means, in the message or view as it is shown now. */
export const findElement = (
  blocks: readonly Fields[],
  wanted: Wanted,
): { block: Fields; element: Fields } => {
  const found = blocks
    .filter((block) => wanted.blockId === undefined || block.block_id === wanted.blockId)
    .flatMap((block) => elementsOf(block).map((element) => ({ block, element })))
    .filter(({ element }) => element.action_id === wanted.actionId)
    .filter(
      ({ element }) =>
        element.type !== 'button' || wanted.value === undefined || element.value === wanted.value,
    );
  const [first, second] = found;
  if (first === undefined) throw new NotPossible(`There is no element "${wanted.actionId}" to use.`);
  if (second !== undefined)
    throw new NotPossible(`There are several elements "${wanted.actionId}"; name the block.`);
  return first;
};
