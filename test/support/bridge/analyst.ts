import type { Outcome } from '../../../lib/posture/schemas/verdict-schema.ts';
import type { Given } from '../../../local/slack/interactions/state-values.ts';
import type { InspectedMessage } from '../../../local/slack/show-message.ts';
import type { Result } from '../../../local/stand-in-kit/deliver.ts';
import { found, waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { messageOf, type PostedCase, says } from './posted-case.ts';
import { untilTaken } from './until-taken.ts';

export interface HowPressed {
  /** The option, of a menu. */
  readonly option?: string;
  /** The answer to "are you sure". */
  readonly confirm?: boolean;
  /** Another message than that of the case. */
  readonly on?: Pick<InspectedMessage, 'ts'>;
}

/** Presses something on the message of a case, as it stands now. */
export async function press(
  world: BridgeWorld,
  posted: PostedCase,
  actionId: string,
  userId: string,
  { option, confirm, on }: HowPressed = {},
): Promise<Result> {
  const { channel } = posted;
  const { ts } = on ?? (await messageOf(world, posted));
  return untilTaken(
    () => world.slack.click({ channel, ts, userId, actionId, optionValue: option, confirm }),
    (result) => isToldNotTaken(world, posted, userId, result),
  );
}

const NOT_TAKEN = "That didn't go through";

function isToldNotTaken(
  { slack }: BridgeWorld,
  { channel }: PostedCase,
  userId: string,
  { seen }: Result,
): boolean {
  const shown = seen.filter(({ what }) => what === 'ephemeral').map(({ detail }) => detail);
  const told = slack.ephemeral(userId).filter((one) => one.channel === channel && shown.includes(one.ts));
  return told.some((message) => says(message).includes(NOT_TAKEN));
}

/** The outcomes that have no button of their own. */
const IN_MENU: readonly Outcome[] = ['SAFE', 'DUPLICATE'];

/** Decides as one does: by the button, or through the menu. */
export const decide = (
  world: BridgeWorld,
  posted: PostedCase,
  outcome: Outcome,
  userId: string,
  how: HowPressed = {},
): Promise<Result> =>
  IN_MENU.includes(outcome)
    ? press(world, posted, 'verdict:more', userId, { ...how, option: outcome })
    : press(world, posted, `verdict:${outcome}`, userId, how);

export type OpenForm = NonNullable<ReturnType<BridgeWorld['slack']['viewOf']>>;

/**
 * The form that a press opens, filled with the events of the case. A trigger lives for three seconds, which a loaded
 * machine may miss: then one presses again, as a person would.
 */
export const openForm = (
  world: BridgeWorld,
  userId: string,
  pressing: () => Promise<Result>,
): Promise<OpenForm> =>
  found(async () => {
    const { seen } = await pressing();
    if (!seen.some(({ what }) => what === 'view-opened')) return undefined;
    return world.slack.viewOf(userId);
  }, 'the form');

/** The form as it is now. */
export function formOf({ slack }: BridgeWorld, userId: string): OpenForm {
  const view = slack.viewOf(userId);
  if (view === undefined) throw new Error(`${userId} has no form before them`);
  return view;
}

/** The events that it offers, by id. */
export const eventsIn = ({ blocks }: OpenForm): string[] =>
  blocks
    .filter(({ block_id }) => String(block_id).startsWith('events:'))
    .flatMap(({ element }) => (element as { options: { value: string }[] }).options)
    .map(({ value }) => value);

/**
 * Submits the form that this person has before them, and again where it was not taken: it stays open and says so.
 * A person has one form at a time, so two tests that run at once need a person each.
 */
export async function submit(
  world: BridgeWorld,
  userId: string,
  values: Readonly<Record<string, Given>>,
): Promise<Result> {
  const { id: viewId } = formOf(world, userId);
  return waitFor(async () => {
    const result = await world.slack.submit({ viewId, userId, values });
    const trouble = result.seen.find(
      ({ what, detail }) => what === 'error' || (what === 'view-errors' && detail.includes(NOT_TAKEN)),
    );
    if (trouble) throw new Error(trouble.detail);
    return result;
  });
}

/** What only this person was told in the channel of the case, once it holds these words. */
export const privateWord = (
  { slack }: BridgeWorld,
  { channel }: PostedCase,
  userId: string,
  words: string,
): Promise<InspectedMessage> =>
  waitFor(() => {
    const told = slack.ephemeral(userId).filter((message) => message.channel === channel);
    const word = told.findLast((message) => says(message).includes(words));
    if (word === undefined) throw new Error(`"${words}" was not told; only: ${told.map(says).join(' | ')}`);
    return word;
  });
