import { expect } from 'vitest';
import { NOT_TAKEN } from '../../../lib/chats/document/texts.ts';
import type { Outcome } from '../../../lib/posture/schemas/verdict-schema.ts';
import type { Result } from '../../../local/stand-in-kit/deliver.ts';
import { isFields } from '../../../local/stand-in-kit/fields.ts';
import type { Click } from '../../../local/teams/inbound/click.ts';
import type { ShownMessage } from '../../../local/teams/show-message.ts';
import type { BridgeWorld } from './bridge-world.ts';
import { messageOf, type PostedCase, says } from './posted-case.ts';
import { untilTaken } from './until-taken.ts';

export type HowPressedInTeams = Pick<Click, 'inputs' | 'olderClient' | 'editsAgo' | 'forging'>;

/** Presses something on the card of a case, as it stands before that person. */
export async function pressCard(
  world: BridgeWorld,
  posted: PostedCase<ShownMessage>,
  verb: string,
  userId: string,
  how: HowPressedInTeams = {},
): Promise<Result> {
  const { id, channel } = await messageOf(world, posted);
  return untilTaken(() => world.teams.click({ channel, id, userId, verb, ...how }), isNotTaken);
}

const isNotTaken = ({ outcome }: Result): boolean =>
  outcome.kind === 'answered' && outcome.body.includes(NOT_TAKEN);

/** The outcomes that have no button of their own. */
const IN_FORM: readonly Outcome[] = ['SAFE', 'DUPLICATE'];

/** Decides as one does: by the button, or in the form. */
export const decideInTeams = (
  world: BridgeWorld,
  posted: PostedCase<ShownMessage>,
  outcome: Outcome,
  userId: string,
  how: HowPressedInTeams = {},
): Promise<Result> =>
  IN_FORM.includes(outcome)
    ? pressCard(world, posted, 'verdict:form', userId, { ...how, inputs: { outcome, ...how.inputs } })
    : pressCard(world, posted, `verdict:${outcome}`, userId, how);

/** The answer when the queue took its time, as on a busy machine: the card follows for everybody. */
const TAKEN = /^Got it\./;

/** The clicker sees at once what became of it, or is told that they soon will. */
export function expectCardAnswer(world: BridgeWorld, click: Result, words: string): void {
  const answer = answerTo(world, click);
  if (!TAKEN.test(answer)) expect(answer).toContain(words);
}

/** What a click was answered with: a word, or a card in words. Nobody else sees either. */
export function answerTo(world: BridgeWorld, { outcome }: Result): string {
  if (outcome.kind !== 'answered') return `it was not answered: ${outcome.kind}`;
  const { value } = (outcome.body === '' ? {} : JSON.parse(outcome.body)) as { value?: unknown };
  return isFields(value) ? says(world.teams.readCard(value)) : String(value ?? '');
}
