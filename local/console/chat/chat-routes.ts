import type { Hono } from 'hono';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import type { KnownPerson } from '../people.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { SlackClick, SlackClose, SlackSubmit, TeamsClick } from '../requests.ts';
import type { StandIns } from '../stand-ins.ts';
import type { Acted } from '../wire.ts';

/** What people do in the chats. The stand-in sends it on as the real one would: signed, to the action function. */
export function addChatRoutes(app: Hono, { slack, teams }: StandIns, people: readonly KnownPerson[]): void {
  const find = (person: string): KnownPerson => {
    const found = people.find((one) => one.id === person);
    if (!found) throw new Refusal(`There is nobody called ${person}.`);
    return found;
  };
  const slackIdOf = (person: string) => idOf(find(person).slackId, 'Slack');
  const teamsIdOf = (person: string) => idOf(find(person).teamsId, 'Teams');

  if (slack) {
    app.post('/slack/click', async (c) => {
      const { person, option, ...click } = await readBody(c, SlackClick);
      const chosen = option === undefined ? {} : { optionValue: option };
      return c.json(await act(() => slack.click({ userId: slackIdOf(person), ...click, ...chosen })));
    });
    app.post('/slack/submit', async (c) => {
      const { person, ...form } = await readBody(c, SlackSubmit);
      return c.json(await act(() => slack.submit({ userId: slackIdOf(person), ...form })));
    });
    app.post('/slack/close', async (c) => {
      const { person, viewId } = await readBody(c, SlackClose);
      return c.json(await act(() => slack.closeView({ userId: slackIdOf(person), viewId })));
    });
  }
  if (teams) {
    app.post('/teams/click', async (c) => {
      const { person, ...press } = await readBody(c, TeamsClick);
      return c.json(await act(() => teams.click({ userId: teamsIdOf(person), ...press })));
    });
  }
}

function idOf(found: string | undefined, where: string): string {
  if (found === undefined) throw new Refusal(`This person is not in ${where}.`);
  return found;
}

interface Seen {
  readonly what: string;
  readonly detail: string;
}

/** What appears in a channel or as a form arrives by the events; this is the rest. */
async function act(what: () => Promise<{ readonly seen: readonly Seen[] }>): Promise<Acted> {
  try {
    const { seen } = await what();
    return {
      told: seen.flatMap(({ what: kind, detail }) =>
        kind === 'error' || kind === 'toast'
          ? [{ kind: kind === 'error' ? ('error' as const) : ('message' as const), text: detail }]
          : [],
      ),
    };
  } catch (error) {
    // The page may be a moment behind: the button was there when it was pressed.
    if (error instanceof NotPossible) {
      return { told: [{ kind: 'error', text: error.message }] };
    }
    throw error;
  }
}
