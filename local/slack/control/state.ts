import type { Hono } from 'hono';
import { z } from 'zod';
import type { Handles } from '../handles.ts';
import type { Service, SlackEnv } from '../service.ts';
import type { Channel } from '../state/directory.ts';
import { readBody, refuse } from './input.ts';

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

/** Leaves out what was not given, so that defaults can take its place. */
const given = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };

/** Channels, people, groups, messages and views: to read, and to change from outside the app. */
export const addStateControls = (app: Hono<SlackEnv>, service: Service, handles: Handles): void => {
  const { directory, identity } = service;
  const showChannel = ({ members, ...channel }: Channel) => ({
    ...channel,
    members: [...members],
    bot: members.has(identity.botUserId),
  });
  const known = (channelId: string): Channel =>
    directory.channels.get(channelId) ?? refuse(`There is no channel ${channelId}.`);

  app.get('/workspace', (c) =>
    c.json({ team_id: identity.teamId, app_id: identity.appId, bot_user_id: identity.botUserId }),
  );
  app.get('/channels', (c) => c.json({ channels: [...directory.channels.values()].map(showChannel) }));
  app.post('/channels', async (c) =>
    c.json(showChannel(handles.addChannel(given(await readBody(c, NewChannel)))), 201),
  );
  app.post('/channels/:channel', async (c) => {
    const { id } = known(c.req.param('channel'));
    const { archived, join, leave, bot } = await readBody(c, ChannelChange);
    if (archived !== undefined) handles.archive(id, archived);
    if (join !== undefined) handles.join(id, join);
    if (leave !== undefined) handles.leave(id, leave);
    if (bot === true) handles.join(id);
    if (bot === false) handles.leave(id);
    return c.json(showChannel(known(id)));
  });
  app.get('/channels/:channel/messages', (c) =>
    c.json({ messages: handles.messages(known(c.req.param('channel')).id) }),
  );
  app.get('/channels/:channel/messages/:ts/thread', (c) =>
    c.json({ messages: handles.thread(known(c.req.param('channel')).id, c.req.param('ts')) }),
  );
  app.get('/ephemeral', (c) => c.json({ messages: handles.ephemeral(c.req.query('user')) }));
  app.get('/views', (c) => c.json({ views: handles.views() }));
  app.get('/seen', (c) => c.json({ seen: handles.seen(c.req.query('user')) }));

  app.get('/users', (c) => c.json({ users: [...directory.people.values()] }));
  app.post('/users', async (c) => c.json(handles.addUser(given(await readBody(c, NewUser))), 201));
  app.get('/groups', (c) => c.json({ groups: [...directory.groups.values()] }));
  app.post('/groups', async (c) => c.json(handles.addGroup(given(await readBody(c, NewGroup))), 201));
  app.post('/groups/:group', async (c) => {
    const { users } = await readBody(c, z.strictObject({ users: z.array(name) }));
    handles.setGroupUsers(c.req.param('group'), users);
    return c.json(directory.groups.get(c.req.param('group')) ?? {});
  });
};
