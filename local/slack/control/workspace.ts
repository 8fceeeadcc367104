import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import { given } from '../../stand-in-kit/fields.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';
import type { Channel } from '../state/directory.ts';

const name = z.string().min(1);
const NewChannel = z.strictObject({
  name,
  isPrivate: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  members: z.array(name).optional(),
  bot: z.boolean().optional(),
});
const ChannelChange = z.strictObject({
  archived: z.boolean().optional(),
  join: name.optional(),
  leave: name.optional(),
  /** Whether the bot is in it. */
  bot: z.boolean().optional(),
});
const NewUser = z.strictObject({
  name,
  realName: name.optional(),
  displayName: name.optional(),
  email: z.email().optional(),
  tz: name.optional(),
});
const NewGroup = z.strictObject({ handle: name, name: name.optional(), users: z.array(name).optional() });

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
    c.json(showChannel(service, handles.addChannel(given(await readBody(c, NewChannel)))), 201),
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
  app.post('/users', async (c) => c.json(handles.addUser(given(await readBody(c, NewUser))), 201));
  app.get('/groups', (c) => c.json({ groups: [...directory.groups.values()] }));
  app.post('/groups', async (c) => c.json(handles.addGroup(given(await readBody(c, NewGroup))), 201));
  app.post('/groups/:group', async (c) => {
    const { users } = await readBody(c, z.strictObject({ users: z.array(name) }));
    handles.setGroupUsers(c.req.param('group'), users);
    return c.json(directory.groups.get(c.req.param('group')) ?? {});
  });
};
