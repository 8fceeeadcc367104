import type { Hono } from 'hono';
import { z } from 'zod';
import type { Handles } from '../handles.ts';
import type { Service, TeamsEnv } from '../service.ts';
import type { Channel, Team } from '../state/directory.ts';
import { readBody, refuse } from './input.ts';

const name = z.string().min(1);
const NewChannel = z.strictObject({ name, teamId: name.optional() });
const ChannelChange = z.strictObject({ archived: z.boolean() });
const TeamChange = z.strictObject({ join: name.optional(), leave: name.optional() });
const NewUser = z.strictObject({ name });
const NewWorkflow = z.strictObject({ channel: name });

/** Teams, channels, people and messages: to read, and to change from outside the bot. */
export const addStateControls = (app: Hono<TeamsEnv>, service: Service, handles: Handles): void => {
  const { directory, identity, workflows } = service;
  const showTeam = ({ members, ...team }: Team) => ({
    ...team,
    members: [...members],
    channels: directory.channelsOf(team.id),
  });
  const showChannel = (channel: Channel) => ({ ...channel, bot: directory.teamOf(channel).installed });
  const known = (channelId: string): Channel =>
    directory.channels.get(channelId) ?? refuse(`There is no channel ${channelId}.`);
  const knownTeam = (teamId: string): Team =>
    directory.teams.get(teamId) ?? refuse(`There is no team ${teamId}.`);

  app.get('/organisation', (c) =>
    c.json({ app_id: identity.appId, tenant_id: identity.tenantId, bot_id: identity.botId }),
  );
  app.get('/teams', (c) => c.json({ teams: [...directory.teams.values()].map(showTeam) }));
  app.post('/teams/:team', async (c) => {
    const { id } = knownTeam(c.req.param('team'));
    const { join, leave } = await readBody(c, TeamChange);
    if (join !== undefined) handles.join(id, join);
    if (leave !== undefined) handles.leave(id, leave);
    return c.json(showTeam(knownTeam(id)));
  });
  app.get('/channels', (c) => c.json({ channels: [...directory.channels.values()].map(showChannel) }));
  app.post('/channels', async (c) => {
    const { teamId = [...directory.teams.keys()][0] ?? '', name: called } = await readBody(c, NewChannel);
    return c.json(showChannel(handles.addChannel(knownTeam(teamId).id, { name: called })), 201);
  });
  app.post('/channels/:channel', async (c) => {
    const { id } = known(c.req.param('channel'));
    handles.archive(id, (await readBody(c, ChannelChange)).archived);
    return c.json(showChannel(known(id)));
  });
  app.get('/channels/:channel/messages', (c) =>
    c.json({ messages: handles.messages(known(c.req.param('channel')).id) }),
  );
  app.delete('/channels/:channel/messages/:id', (c) => {
    handles.deleteMessage(known(c.req.param('channel')).id, c.req.param('id'));
    return c.json({});
  });
  app.get('/channels/:channel/messages/:id/thread', (c) =>
    c.json({ messages: handles.thread(known(c.req.param('channel')).id, c.req.param('id')) }),
  );
  app.get('/users', (c) => c.json({ users: [...directory.people.values()] }));
  app.post('/users', async (c) => c.json(handles.addUser(await readBody(c, NewUser)), 201));
  app.get('/seen', (c) => c.json({ seen: handles.seen(c.req.query('user')) }));

  app.get('/workflows', (c) => c.json({ workflows: [...workflows.values()] }));
  app.post('/workflows', async (c) => {
    const { channel } = await readBody(c, NewWorkflow);
    return c.json(handles.addWorkflow(known(channel).id), 201);
  });
  app.delete('/workflows/:id', (c) => {
    if (!handles.removeWorkflow(c.req.param('id'))) refuse('There is no such workflow.');
    return c.json({});
  });
};
