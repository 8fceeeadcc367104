import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { readBody, refuse } from '../../stand-in-kit/control/read-body.ts';
import { given } from '../../stand-in-kit/fields.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';
import type { Channel, Team } from '../state/directory.ts';

const name = z.string().min(1);
const channelType = z.enum(['standard', 'private', 'shared']);
const NewChannel = z.strictObject({ name, teamId: name.optional(), type: channelType.optional() });
const ChannelChange = z.strictObject({ archived: z.boolean() });
const TeamChange = z.strictObject({
  join: name.optional(),
  leave: name.optional(),
  archived: z.boolean().optional(),
  /** Whether its owner lets the app read its channels. */
  reading: z.boolean().optional(),
});
const NewUser = z.strictObject({
  name,
  userRole: z.enum(['user', 'guest', 'anonymous']).optional(),
  tenantId: z.guid().optional(),
});
const NewGroup = z.strictObject({ name, members: z.array(name).optional() });
const Members = z.strictObject({ members: z.array(name) });
const NewWorkflow = z.strictObject({ channel: name });

export const showChannel = ({ directory }: Service, channel: Channel) => ({
  ...channel,
  bot: directory.hasBot(channel),
});

/** Teams, channels, people and workflows: to read, and to change from outside the bot. */
export const addOrganisationControls = (
  app: Hono<StandInEnv>,
  service: Service,
  handles: Handles,
  knownChannel: (channelId: string) => Channel,
): void => {
  const { directory, identity, workflows } = service;
  const showTeam = ({ members, consents, ...team }: Team) => ({
    ...team,
    members: [...members],
    consents: [...consents],
    channels: directory.channelsOf(team.id),
  });
  const knownTeam = (teamId: string): Team =>
    directory.teams.get(teamId) ?? refuse(`There is no team ${teamId}.`);

  app.get('/organisation', (c) =>
    c.json({ app_id: identity.appId, tenant_id: identity.tenantId, bot_id: identity.botId }),
  );
  app.get('/teams', (c) => c.json({ teams: [...directory.teams.values()].map(showTeam) }));
  app.post('/teams/:team', async (c) => {
    const { id } = knownTeam(c.req.param('team'));
    const { join, leave, archived, reading } = await readBody(c, TeamChange);
    if (join !== undefined) handles.join(id, join);
    if (leave !== undefined) handles.leave(id, leave);
    if (reading !== undefined) handles.consent(id, reading);
    if (archived !== undefined) await handles.archiveTeam(id, archived);
    return c.json(showTeam(knownTeam(id)));
  });
  app.post('/channels', async (c) => {
    const wanted = await readBody(c, NewChannel);
    const { teamId = [...directory.teams.keys()][0] ?? '', ...fields } = wanted;
    return c.json(showChannel(service, handles.addChannel(knownTeam(teamId).id, fields)), 201);
  });
  app.post('/channels/:channel', async (c) => {
    const channel = knownChannel(c.req.param('channel'));
    handles.archive(channel.id, (await readBody(c, ChannelChange)).archived);
    return c.json(showChannel(service, channel));
  });
  app.delete('/channels/:channel/messages/:id', (c) => {
    handles.deleteMessage(knownChannel(c.req.param('channel')).id, c.req.param('id'));
    return c.json({});
  });
  app.post('/users', async (c) => c.json(handles.addUser(given(await readBody(c, NewUser))), 201));
  app.get('/groups', (c) => c.json({ groups: [...directory.groups.values()] }));
  app.post('/groups', async (c) => c.json(handles.addGroup(given(await readBody(c, NewGroup))), 201));
  app.post('/groups/:group', async (c) => {
    handles.setGroupMembers(c.req.param('group'), (await readBody(c, Members)).members);
    return c.json(directory.groups.get(c.req.param('group')) ?? {});
  });

  app.get('/workflows', (c) => c.json({ workflows: [...workflows.values()] }));
  app.post('/workflows', async (c) => {
    const { channel } = await readBody(c, NewWorkflow);
    return c.json(handles.addWorkflow(knownChannel(channel).id), 201);
  });
  app.delete('/workflows/:id', (c) => {
    if (!handles.removeWorkflow(c.req.param('id'))) refuse('There is no such workflow.');
    return c.json({});
  });
};
