import type { Hono } from 'hono';
import { refuse } from '../../local/stand-in-kit/control/read-body.ts';
import type { Earlier } from '../wire.ts';
import type { Chats, KnownPerson } from './chats.ts';

/** Messages before those that the page has, as this person sees them. */
export function addEarlier(app: Hono, chats: Chats, people: readonly KnownPerson[]): void {
  app.get('/earlier/:chat', (c) => {
    const name = c.req.param('chat');
    if (name !== 'slack' && name !== 'teams') refuse('The chats are slack and teams.', 404);
    const chat = chats[name];
    if (!('state' in chat)) refuse('why' in chat ? chat.why : 'This page does not read that chat.', 404);
    const { channel = '', before = '', person } = c.req.query();
    if (!/^\d+(?:\.\d+)?$/.test(before)) refuse('before has to be the key of a message.');
    const found = people.find(({ id }) => id === person);
    const userId = name === 'slack' ? found?.slackId : found?.teamsId;
    return c.json({ messages: chat.earlier({ channel, key: before }, userId) } satisfies Earlier);
  });
}
