import * as z from 'zod/mini';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict.ts';

/** The case that a press is about. */
export interface Target {
  readonly domain: string;
  readonly caseId: string;
  readonly destination: string;
  /** When the case was opened: the API finds a case only by its age. */
  readonly createdAtMs: number;
  /** The decision that the press is about: which one to undo, approve, retry or override. */
  readonly decisionId: string | null;
}

// Slack takes 2,000, but every button carries it and all of a message has to stay small. Uuids need a tenth.
const LONGEST = 600;

/**
 * As a button's value; null when the ids are too long for one, and then there is nothing to press. ASCII without
 * `& < >`, because Slack hands some characters back as entities.
 */
export function writeTarget({ domain, caseId, destination, createdAtMs, decisionId }: Target): string | null {
  const value = asciiJson({
    d: domain,
    c: caseId,
    n: destination,
    t: createdAtMs,
    ...(decisionId === null ? {} : { x: decisionId }),
  });
  return value.length <= LONGEST ? value : null;
}

export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[&<>\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const Value = z.object({
  d: z.string().check(z.minLength(1)),
  c: z.string().check(z.minLength(1)),
  n: z.string().check(z.minLength(1)),
  t: z.int(),
  x: z.optional(z.string().check(z.minLength(1))),
});

export function parseTarget(value: unknown): Target | null {
  const read = Value.safeParse(parseJson(value));
  if (!read.success) return null;
  const { d, c, n, t, x } = read.data;
  return { domain: d, caseId: c, destination: n, createdAtMs: t, decisionId: x ?? null };
}

export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

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
export function readTarget(payload: unknown): Target | null {
  const read = Pressed.safeParse(payload);
  const action = read.data?.actions[0];
  if (!action) return null;
  const own = parseTarget(action.value);
  if (own || action.block_id === undefined) return own;
  const rows = (read.data?.message?.blocks ?? []).map((block) => Row.safeParse(block).data);
  const siblings = rows.find((row) => row?.block_id === action.block_id)?.elements ?? [];
  const targets = siblings.map((element) => parseTarget(Element.safeParse(element).data?.value));
  const target = targets.find((found) => found !== null);
  // What the row's other buttons do to a decision is not what the menu does.
  return target ? { ...target, decisionId: null } : null;
}

/** What was pressed. `form`: the modal, with an outcome or not. */
export type Press =
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  | { readonly is: 'form' }
  | { readonly is: 'undo' | 'approve' | 'decline' | 'retry' | 'override' };

export const MENU_ACTION = 'verdict:more';
export const FORM_OPTION = 'FORM';
export const verdictAction = (outcome: Outcome): string => `verdict:${outcome}`;
export const decisionAction = (what: 'undo' | 'approve' | 'decline' | 'retry' | 'override'): string =>
  `decision:${what}`;

const PRESSES: ReadonlyMap<string, Press> = new Map<string, Press>([
  ...OUTCOMES.map((outcome) => [verdictAction(outcome), { is: 'outcome', outcome }] as const),
  ...(['undo', 'approve', 'decline', 'retry', 'override'] as const).map(
    (what) => [decisionAction(what), { is: what }] as const,
  ),
]);

/** What a `block_actions` payload asks for; null for what is not ours. */
export function readPress(payload: unknown): Press | null {
  const action = Pressed.safeParse(payload).data?.actions[0];
  if (!action) return null;
  if (action.action_id !== MENU_ACTION) return PRESSES.get(action.action_id) ?? null;
  const option = action.selected_option?.value ?? '';
  return option === FORM_OPTION ? { is: 'form' } : (PRESSES.get(`verdict:${option}`) ?? null);
}
