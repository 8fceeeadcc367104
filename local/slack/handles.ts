import { z } from 'zod';
import { createChatHandles } from '../stand-in-kit/chat-core.ts';
import { name } from '../stand-in-kit/fields.ts';
import { NotPossible } from '../stand-in-kit/not-possible.ts';
import { channelOf, personOf } from './interactions/actor.ts';
import { checkSsl, verifyUrl } from './interactions/checks.ts';
import { type Click, clickElement } from './interactions/click.ts';
import { closeView } from './interactions/close-view.ts';
import { type Command, runCommand } from './interactions/command.ts';
import { type Submission, submitView } from './interactions/submit.ts';
import { readMessage } from './reading/read-message.ts';
import { EAGER } from './reading/read-text.ts';
import type { Service } from './service.ts';
import { type RequestUrls, urlsOf } from './settings.ts';
import { inspectMessage } from './show-message.ts';
import { showView } from './show-view.ts';
import type { TokenState } from './state/bot-token.ts';
import type { Channel, NewChannel, NewGroup, NewPerson } from './state/directory.ts';
import type { OpenView } from './state/views.ts';

export const Saying = z.strictObject({ channel: name, userId: name, text: name, threadTs: name.optional() });

const createReading = (service: Service) => {
  const { messages, views, directory } = service;
  const inspectView = (view: OpenView) => ({
    ...showView(service, view),
    id: view.id,
    userId: view.userId,
    hash: view.hash,
    blocks: view.blocks,
    errors: view.errors,
    ...readMessage(view, directory.names),
  });
  return {
    ...createChatHandles(service, messages, (message) => inspectMessage(service, message)),
    ephemeral: (userId?: string) =>
      messages.ephemeral(userId).map((message) => inspectMessage(service, message)),
    views: () => views.all().map(inspectView),
    /** The view that this person has open. */
    viewOf: (userId: string) => {
      const view = views.top(userId);
      return view === undefined ? undefined : inspectView(view);
    },
  };
};

const createKeeping = (service: Service) => {
  const { directory, identity, ids, token, changes, settings } = service;
  const change = (channelId: string, alter: (channel: Channel) => void): void => {
    const channel = directory.channels.get(channelId);
    if (channel === undefined) throw new NotPossible(`There is no channel ${channelId}.`);
    alter(channel);
    changes.tell('channel.changed', { channel: channelId });
  };
  return {
    addChannel: (fields: NewChannel) => {
      const channel = directory.addChannel(fields);
      changes.tell('channel.created', { channel: channel.id });
      return channel;
    },
    addUser: (fields: NewPerson) => directory.addPerson(fields),
    addGroup: (fields: NewGroup) => directory.addGroup(fields),
    setGroupUsers: (groupId: string, users: readonly string[]): void => {
      const group = directory.groups.get(groupId);
      if (group === undefined) throw new NotPossible(`There is no group ${groupId}.`);
      group.users = [...users];
    },
    archive: (channelId: string, archived = true) =>
      change(channelId, (channel) => {
        channel.isArchived = archived;
      }),
    join: (channelId: string, userId: string = identity.botUserId) =>
      change(channelId, (channel) => channel.members.add(userId)),
    leave: (channelId: string, userId: string = identity.botUserId) =>
      change(channelId, (channel) => channel.members.delete(userId)),
    setScopes: (scopes: readonly string[]) => token.setScopes(scopes),
    setTokenState: (state: TokenState) => token.setState(state),
    /** A new token in place of the old one. */
    replaceToken: (): string => {
      token.replace(`xoxb-${ids.secret(18)}`);
      return token.token;
    },
    setRequestUrl: (requestUrl: string | RequestUrls): void => {
      settings.requestUrls = urlsOf(requestUrl);
    },
    set: (next: Partial<Omit<typeof settings, 'requestUrls'>>): void => {
      Object.assign(settings, next);
    },
  };
};

/** Everything that tests and the console can do, see and change. */
export const createHandles = (service: Service) => ({
  ...createReading(service),
  ...createKeeping(service),
  click: (click: Click) => clickElement(service, click),
  submit: (submission: Submission) => submitView(service, submission),
  closeView: (closing: Parameters<typeof closeView>[1]) => closeView(service, closing),
  command: (command: Command) => runCommand(service, command),
  verifyUrl: () => verifyUrl(service),
  checkSsl: (options?: { signed?: boolean }) => checkSsl(service, options),
  /** A person writes something, in the channel or in a thread. */
  say: ({ channel, userId, text, threadTs }: z.infer<typeof Saying>) => {
    personOf(service, userId);
    channelOf(service, channel, userId);
    const message = service.messages.post({
      channel,
      userId,
      text,
      rules: EAGER,
      blocks: [],
      ...(threadTs === undefined ? {} : { threadTs }),
    });
    return inspectMessage(service, message);
  },
  /** A trigger as if this person had just done something. */
  mintTrigger: (userId: string) => service.triggers.mint(userId),
});

export type Handles = ReturnType<typeof createHandles>;
