import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import { name } from '../../stand-in-kit/fields.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';
import { type Channel, NewChannel, NewGroup, NewPerson } from '../state/directory.ts';

const ChannelChange = z.strictObject({
  archived: z.boolean().optional(),
  join: name.optional(),
  leave: name.optional(),
  /** Whether the bot is in it. */
  bot: z.boolean().optional(),
});
export const showChannel = ({ identity }: Service, { members, ...channel }: Channel) => ({
  ...channel,
  members: [...members],
  bot: members.has(identity.botUserId),
});

/** Channels, people, groups and views: to read, and to change from outside the app. */
export const addWorkspaceControls = (
  app: Hono<StandInEnv>,
  service: Service,
  handles: Handles,
  knownChannel: (channelId: string) => Channel,
): void => {
  const { directory, identity } = service;

  app.get('/workspace', (c) =>
    c.json({ team_id: identity.teamId, app_id: identity.appId, bot_user_id: identity.botUserId }),
  );
  app.post('/channels', async (c) =>
    c.json(showChannel(service, handles.addChannel(await readBody(c, NewChannel.omit({ id: true })))), 201),
  );
  app.post('/channels/:channel', async (c) => {
    const channel = knownChannel(c.req.param('channel'));
    const { id } = channel;
    const { archived, join, leave, bot } = await readBody(c, ChannelChange);
    if (archived !== undefined) handles.archive(id, archived);
    if (join !== undefined) handles.join(id, join);
    if (leave !== undefined) handles.leave(id, leave);
    if (bot === true) handles.join(id);
    if (bot === false) handles.leave(id);
    return c.json(showChannel(service, channel));
  });
  app.get('/ephemeral', (c) => c.json({ messages: handles.ephemeral(c.req.query('user')) }));
  app.get('/views', (c) => c.json({ views: handles.views() }));
  app.post('/users', async (c) =>
    c.json(handles.addUser(await readBody(c, NewPerson.omit({ id: true }))), 201),
  );
  app.get('/groups', (c) => c.json({ groups: [...directory.groups.values()] }));
  app.post('/groups', async (c) =>
    c.json(handles.addGroup(await readBody(c, NewGroup.omit({ id: true }))), 201),
  );
  app.post('/groups/:group', async (c) => {
    const { users } = await readBody(c, z.strictObject({ users: z.array(name) }));
    handles.setGroupUsers(c.req.param('group'), users);
    return c.json(directory.groups.get(c.req.param('group')) ?? {});
  });
};
