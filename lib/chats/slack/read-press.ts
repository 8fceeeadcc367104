import * as z from 'zod/mini';
import type { Seal } from '../../platform/seal.ts';
import { type ReadTarget, readTarget as readText } from '../document/button-target.ts';
import { type Press, pressOf } from '../document/press.ts';

const Action = z.looseObject({
  action_id: z.string(),
  block_id: z.optional(z.string()),
  value: z.optional(z.string()),
  selected_option: z.optional(z.nullable(z.looseObject({ value: z.optional(z.string()) }))),
});
const Row = z.looseObject({
  block_id: z.optional(z.string()),
  elements: z.optional(z.array(z.unknown())),
});
const Element = z.looseObject({ value: z.unknown() });
const Pressed = z.looseObject({
  actions: z.array(Action).check(z.minLength(1)),
  message: z.optional(z.nullable(z.looseObject({ blocks: z.optional(z.array(z.unknown())) }))),
});

/**
 * The case behind a `block_actions` payload, or null. A button says it in its value. An option of the overflow menu
 * has room for 150 characters, too few for any id, so it is read from a button in the same row: Slack sends the whole
 * message along, signed like the rest.
 */
export function readTarget(payload: unknown, seal: Pick<Seal, 'isGenuine'> | null): ReadTarget | null {
  const read = Pressed.safeParse(payload);
  const action = read.data?.actions[0];
  if (!action) return null;
  const own = readText(action.value, seal);
  if (own || action.block_id === undefined) return own;
  const rows = (read.data?.message?.blocks ?? []).map((block) => Row.safeParse(block).data);
  const siblings = rows.find((row) => row?.block_id === action.block_id)?.elements ?? [];
  const targets = siblings.map((element) => readText(Element.safeParse(element).data?.value, seal));
  const found = targets.find((target) => target !== null);
  // What the row's other buttons do to a decision is not what the menu does.
  return found ? { ...found, target: { ...found.target, decisionId: null } } : null;
}

/** What the pressed button carries, as it was sent. */
export const pressedValue = (payload: unknown): string | undefined =>
  Pressed.safeParse(payload).data?.actions[0]?.value;

export const MENU_ACTION = 'verdict:more';
export const FORM_OPTION = 'FORM';

/** What a `block_actions` payload asks for; null for what is not ours. */
export function readPress(payload: unknown): Press | null {
  const action = Pressed.safeParse(payload).data?.actions[0];
  if (!action) return null;
  if (action.action_id !== MENU_ACTION) return pressOf(action.action_id);
  const option = action.selected_option?.value ?? '';
  return option === FORM_OPTION ? { is: 'form' } : pressOf(`verdict:${option}`);
}
