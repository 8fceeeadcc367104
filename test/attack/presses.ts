/** Presses as Slack and Teams send them, signed as they sign: only what a client can alter is altered. */
import { writeTarget } from '../../lib/chats/document/button-target.ts';
import { FORM_VERB, outcomeVerb } from '../../lib/chats/document/press.ts';
import { FIELDS } from '../../lib/chats/document/read-form.ts';
import { FORM_OPTION, MENU_ACTION } from '../../lib/chats/slack/read-click.ts';
import { CALLBACKS } from '../../lib/chats/slack/write-form.ts';
import { SEAL } from '../support/sealed.ts';
import { arrive, blockActions, interactionOf, viewSubmission } from '../support/slack-requests.ts';
import type { Keys } from '../unit/chats/teams/forgeries.ts';
import {
  type Arrival,
  createPair,
  type Fields,
  invoke,
  jwkOf,
  place,
  arrive as tokenArrives,
  tokenOf,
} from '../unit/chats/teams/requests.ts';
import type { Knocked, ShownCase } from './door.ts';

/** As the bridge wrote it on the message of this case. */
export const sealedValue = ({ target }: ShownCase, sealOf = SEAL.of): string => written(target, sealOf);
/** As versions wrote it that had no seals. */
export const unsealedValue = ({ target }: ShownCase): string => written(target);

function written(...args: Parameters<typeof writeTarget>): string {
  const value = writeTarget(...args);
  if (value === null) throw new Error('the target does not fit on a button');
  return value;
}

const signed = (payload: unknown): Knocked => arrive(interactionOf(payload));

const inSlack = (channel: string | null, action: object, message: object = {}): Knocked => {
  const { container, message: shown, ...payload } = blockActions();
  return signed({
    ...payload,
    container: { ...container, channel_id: channel },
    channel: channel === null ? null : { id: channel, name: 'soc' },
    message: { ...shown, ...message },
    actions: [{ block_id: 'row', action_ts: '1763197260.123456', ...action }],
  });
};

export const pressSlack = (
  value: unknown,
  channel: string | null,
  verb = outcomeVerb('TRUE_POSITIVE'),
): Knocked => inSlack(channel, { type: 'button', action_id: verb, value });

/** An option of the menu says what it is about only together with the buttons beside it. */
const chooseInSlack = (option: string) => (value: unknown, channel: string) =>
  inSlack(
    channel,
    { type: 'overflow', action_id: MENU_ACTION, selected_option: { value: option } },
    { blocks: [{ type: 'actions', block_id: 'row', elements: [{ type: 'button', value }] }] },
  );

/** A form of Slack says where it was opened only by what it carries. */
export function submitForm(privateMetadata: unknown): Knocked {
  const { view, ...payload } = viewSubmission();
  const values = {
    [FIELDS.outcome]: { [FIELDS.outcome]: { type: 'radio_buttons', selected_option: { value: 'SAFE' } } },
    [FIELDS.comment]: { [FIELDS.comment]: { type: 'plain_text_input', value: 'because' } },
  };
  return signed({
    ...payload,
    view: { ...view, callback_id: CALLBACKS.verdict, private_metadata: privateMetadata, state: { values } },
  });
}

/** Made when they are needed, which takes long. Nobody knows `other` and `retired`. */
const keys: Keys = {
  get genuine() {
    return createPair('k1');
  },
  get other() {
    return createPair('stranger');
  },
  get outsider() {
    return createPair('k2');
  },
  get retired() {
    return { ...createPair('stranger'), kid: 'k0' };
  },
};
export const keysOfMicrosoft = (): Keys => keys;
/** The keys that Microsoft says are its own, with what each may speak for. */
export const published = (): readonly object[] => [jwkOf(keys.genuine)];
/** With one that may not speak for Teams. */
export const allPublished = (): readonly object[] => [
  ...published(),
  jwkOf(keys.outsider, ['webchat', 'directline']),
];

/** As API Gateway hands it over: a header that is given twice is one with a comma in it. */
export const knocked = ({ headers, rawBody }: Arrival): Knocked => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]),
  ),
  body: Buffer.from(rawBody).toString('base64'),
  isBase64Encoded: true,
});

export const sentByTeams = (body: unknown): Knocked => knocked(tokenArrives(tokenOf(keys.genuine), body));

export const inTeams = (channel: string) => ({
  conversation: { ...place().conversation, id: `${channel};messageid=1763197200000` },
  channelData: { ...place().channelData, channel: { id: channel } },
});

export const pressCard = (
  value: unknown,
  channel: string,
  verb = outcomeVerb('TRUE_POSITIVE'),
  more: Fields = {},
): Knocked => sentByTeams(invoke(verb, { target: value }, { ...inTeams(channel), ...more }));

const formInTeams = (verb: string) => (value: unknown, channel: string) =>
  sentByTeams(invoke(verb, { target: value, outcome: 'SAFE', comment: 'because' }, inTeams(channel)));

const submitInTeams = (value: unknown, channel: string): Knocked =>
  sentByTeams({
    ...place(),
    ...inTeams(channel),
    ...{ type: 'message', id: '1763197260000', replyToId: '1763197200000' },
    value: { verb: outcomeVerb('TRUE_POSITIVE'), target: value },
  });

/** A way in which what a button carries comes back. */
export interface Carrier {
  readonly name: string;
  readonly chat: 'slack' | 'teams';
  carry(value: unknown, channel: string): Knocked;
}

const pressing = (verb: string) => (value: unknown, channel: string) => pressSlack(value, channel, verb);
const pressingCard = (verb: string) => (value: unknown, channel: string) => pressCard(value, channel, verb);

export const CARRIERS: readonly Carrier[] = [
  { name: 'a button in Slack', chat: 'slack', carry: pressing(outcomeVerb('TRUE_POSITIVE')) },
  { name: 'an approval in Slack', chat: 'slack', carry: pressing('decision:approve') },
  { name: 'an undo in Slack', chat: 'slack', carry: pressing('decision:undo') },
  { name: 'a claim in Slack', chat: 'slack', carry: pressing('claim:claim') },
  { name: 'a hand-back in Slack', chat: 'slack', carry: pressing('claim:hand-back') },
  { name: 'an override in Slack', chat: 'slack', carry: pressing('decision:override') },
  { name: 'a menu in Slack', chat: 'slack', carry: chooseInSlack('DUPLICATE') },
  { name: 'a menu in Slack that opens a form', chat: 'slack', carry: chooseInSlack(FORM_OPTION) },
  { name: 'a button in Teams', chat: 'teams', carry: pressingCard(outcomeVerb('TRUE_POSITIVE')) },
  { name: 'a claim in Teams', chat: 'teams', carry: pressingCard('claim:take-over') },
  { name: 'an approval in Teams', chat: 'teams', carry: pressingCard('decision:approve') },
  { name: 'a form in Teams', chat: 'teams', carry: formInTeams(FORM_VERB) },
  { name: 'an override in Teams', chat: 'teams', carry: formInTeams('decision:override') },
  { name: 'a Submit in Teams', chat: 'teams', carry: submitInTeams },
];
