import { createChatHandles } from '../stand-in-kit/chat-core.ts';
import type { Fields } from '../stand-in-kit/fields.ts';
import { NotPossible } from '../stand-in-kit/not-possible.ts';
import type { Operation } from './fault.ts';
import { READ_GROUP } from './graph/list-messages.ts';
import { addToChannel, archiveTeam, removeFromChannel } from './inbound/change-place.ts';
import { type Click, clickButton } from './inbound/click.ts';
import { channelOf, personOf, teamOf } from './inbound/envelope.ts';
import { type Installation, installBot, uninstallBot } from './inbound/install.ts';
import { type Writing, write } from './inbound/personal.ts';
import { type Saying, say } from './inbound/say.ts';
import { sendActivity, tokenFor } from './inbound/send-activity.ts';
import { type Viewing, viewMessage } from './inbound/view.ts';
import { readMessage } from './reading/read-message.ts';
import type { Service } from './service.ts';
import type { Forging } from './settings.ts';
import { showMessage } from './show-message.ts';
import type { NewChannel, NewGroup, NewPerson, NewTeam } from './state/directory.ts';
import type { Forgery } from './tokens/token-factory.ts';

const createReading = (service: Service) => {
  const { messages, requests } = service;
  return {
    ...createChatHandles(service, messages, showMessage),
    /** The messages in a person's chat with the bot. */
    personal: (userId: string) =>
      messages.inChannel(service.directory.chatOf(personOf(service, userId))).map(showMessage),
    /** The targeted messages that people see, or only this one. */
    targeted: (userId?: string) =>
      messages.targeted(userId === undefined ? undefined : personOf(service, userId).id).map(showMessage),
    /** The card as this person sees it. */
    cardFor: (channel: string, id: string, userId: string): Fields | undefined => {
      const message = messages.find(channel, id);
      return message?.privately.get(personOf(service, userId).id) ?? message?.cards[0];
    },
    /** The links, mentions and Markdown that a card would have, without posting it. */
    readCard: (card: Fields) => readMessage({ text: '', textFormat: 'plain', entities: [], cards: [card] }),
    /** How often that was called since the log was cleared. */
    countRequests: (wanted: Operation) => requests.filter(({ operation }) => operation === wanted).length,
  };
};

const createKeeping = (service: Service) => {
  const { directory, changes, settings, workflows, ids, messages, accessTokens, keyRing } = service;
  return {
    addTeam: (fields: NewTeam) => directory.addTeam(fields),
    addChannel: (teamId: string, fields: NewChannel) => {
      const channel = directory.addChannel(teamOf(service, teamId).id, fields);
      changes.tell('channel.created', { channel: channel.id });
      return channel;
    },
    addUser: (fields: NewPerson) => directory.addPerson(fields),
    addGroup: (fields: NewGroup) => directory.addGroup(fields),
    setGroupMembers: (groupId: string, members: readonly string[]): void => {
      const group = directory.groups.get(groupId.toLowerCase());
      if (group === undefined) throw new NotPossible(`There is no group ${groupId}.`);
      group.members = [...members];
    },
    join: (teamId: string, userId: string): void => {
      teamOf(service, teamId).members.add(personOf(service, userId).id);
    },
    leave: (teamId: string, userId: string): void => {
      teamOf(service, teamId).members.delete(personOf(service, userId).id);
    },
    archive: (channelId: string, archived = true): void => {
      channelOf(service, channelId).isArchived = archived;
      changes.tell('channel.changed', { channel: channelId });
    },
    /** The owner of a team lets the app read its channels, or revokes that. */
    consent: (teamId: string, given = true): void => {
      const { consents } = teamOf(service, teamId);
      if (given) consents.add(READ_GROUP);
      else consents.delete(READ_GROUP);
    },
    deleteMessage: (channel: string, id: string): void => {
      const message = messages.find(channel, id);
      if (message === undefined) throw new NotPossible(`There is no message ${id} in ${channel}.`);
      messages.remove(message);
    },
    /** A webhook that posts to this channel. */
    addWorkflow: (channelId: string) => {
      const workflow = { id: ids.secret(16), channel: channelOf(service, channelId).id };
      workflows.set(workflow.id, workflow);
      return { ...workflow, url: `${service.baseUrl()}/workflows/${workflow.id}` };
    },
    removeWorkflow: (id: string): boolean => workflows.delete(id),
    setRequestUrl: (url: string): void => {
      settings.requestUrl = url;
    },
    set: (next: Partial<Omit<typeof settings, 'requestUrl'>>): void => {
      Object.assign(settings, next);
    },
    rotateKeys: (how?: { readonly dropOld?: boolean | undefined }) => keyRing.rotate(how),
    setEndorsements: keyRing.setEndorsements,
    /** Tokens handed out so far no longer work. */
    revokeTokens: () => accessTokens.revokeAll(),
    /** A new password in place of the old one, whose tokens no longer work either. */
    replacePassword: (): string => {
      service.identity.password = ids.secret(20);
      accessTokens.revokeAll();
      return service.identity.password;
    },
  };
};

/** Everything that tests and the console can do, see and change. */
export const createHandles = (service: Service) => ({
  ...createReading(service),
  ...createKeeping(service),
  install: (installation: Installation) => installBot(service, installation),
  uninstall: (installation: Installation) => uninstallBot(service, installation),
  addToChannel: (channelId: string) => addToChannel(service, channelId),
  removeFromChannel: (channelId: string) => removeFromChannel(service, channelId),
  archiveTeam: (teamId: string, archived = true) => archiveTeam(service, teamId, archived),
  click: (click: Click) => clickButton(service, click),
  /** Looks at a card, which refreshes it for the people it names. */
  view: (viewing: Viewing) => viewMessage(service, viewing),
  say: (saying: Saying) => say(service, saying),
  /** Writes to the bot alone. */
  write: (writing: Writing) => write(service, writing),
  /** Any activity, unchanged. */
  send: (activity: Fields, forging?: Forging) => sendActivity(service, activity, forging),
  /** The token that Teams would send now, or a wrong one. */
  mintToken: (forgery?: Forgery) => tokenFor(service, forgery),
});

export type Handles = ReturnType<typeof createHandles>;
