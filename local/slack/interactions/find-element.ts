import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { elementsOf } from '../blocks/elements-of.ts';

export type Wanted = {
  readonly actionId: string;
  readonly blockId?: string | undefined;
  /** For a button, if several share an action. */
  readonly value?: string | undefined;
};

type Found = { readonly block: Fields; readonly element: Fields };

/** The element that a person means, in the newest version of the message or view that has it. */
export const findElement = (versions: readonly (readonly Fields[])[], wanted: Wanted): Found => {
  const found = versions.map((blocks) => elementsIn(blocks, wanted)).find((some) => some.length > 0) ?? [];
  const [first, second] = found;
  if (first === undefined) throw new NotPossible(`There is no element "${wanted.actionId}" to use.`);
  if (second !== undefined)
    throw new NotPossible(`There are several elements "${wanted.actionId}"; name the block.`);
  return first;
};

const elementsIn = (blocks: readonly Fields[], wanted: Wanted): Found[] =>
  blocks
    .filter((block) => wanted.blockId === undefined || block.block_id === wanted.blockId)
    .flatMap((block) => elementsOf(block).map((element) => ({ block, element })))
    .filter(({ element }) => element.action_id === wanted.actionId)
    .filter(
      ({ element }) =>
        element.type !== 'button' || wanted.value === undefined || element.value === wanted.value,
    );
