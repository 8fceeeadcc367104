import type { Block, Button } from '../document/document.ts';
import { openLabel } from '../document/texts.ts';
import { openAction } from './blocks.ts';
import { caseActions, execute, type WriteGroup } from './case-actions.ts';
import type { CardNode } from './message.ts';

/** Teams shows so many, and hides the others. */
const MOST_BUTTONS = 6;

/** What stands below a card, in this order: what opens what it is about, other links, and what can be pressed. */
export function buttonsOf(
  blocks: readonly Block[],
  mostEvents: number,
  writeGroup: WriteGroup,
): readonly CardNode[] {
  const opened = blocks.flatMap(openedIn);
  const pressed = blocks.flatMap((block) => pressedIn(block, mostEvents, writeGroup));
  const links = blocks.flatMap(linksIn).slice(0, Math.max(0, MOST_BUTTONS - opened.length - pressed.length));
  // A query can be copied all the same; what is on the next page can be reached no other way.
  return [...opened, ...links, ...pressed];
}

function pressedIn(block: Block, mostEvents: number, writeGroup: WriteGroup): readonly CardNode[] {
  if (block.is === 'controls') return caseActions(block.controls, mostEvents, writeGroup);
  return block.is === 'buttons' && !block.inPlace ? block.buttons.flatMap(executed) : [];
}

/** A button that sends something back. */
export const executed = (button: Button): readonly CardNode[] =>
  'url' in button ? [] : [execute(button.label, button.verb, button.value)];

/** `Open case`, `Open threat`: what the headline is about, by the word that stands for it where it has no name. */
export const openedIn = (block: Block): readonly CardNode[] =>
  block.is !== 'head'
    ? []
    : block.title.flatMap((span) =>
        typeof span !== 'string' && 'said' in span && span.link
          ? [openAction(openLabel(span.or), span.link)]
          : [],
      );

const linksIn = (block: Block): readonly CardNode[] =>
  block.is !== 'buttons'
    ? []
    : block.buttons.flatMap((one) => ('url' in one ? [openAction(one.label, one.url)] : []));
