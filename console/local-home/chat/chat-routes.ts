import type { Hono } from 'hono';
import { readBody, refuse } from '../../../local/stand-in-kit/control/read-body.ts';
import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';
import type { KnownPerson } from '../../chat/chats.ts';
import {
  SlackClick,
  SlackClose,
  SlackCommand,
  SlackSubmit,
  TeamsClick,
  TeamsWriting,
} from '../../requests.ts';
import type { Acted } from '../../wire.ts';
import type { StandIns } from '../stand-ins.ts';

/** What people do in the chats. The stand-in sends it on like the real chat: signed, to the action function. */
export function addChatRoutes(app: Hono, { slack, teams }: StandIns, people: readonly KnownPerson[]): void {
  const idIn = (chat: 'Slack' | 'Teams', person: string): string => {
    const found = people.find((one) => one.id === person) ?? refuse(`There is nobody called ${person}.`);
    const id = chat === 'Slack' ? found.slackId : found.teamsId;
    return id ?? refuse(`This person is not in ${chat}.`);
  };

  if (slack) {
    app.post('/slack/click', async (c) => {
      const { person, option, ...click } = await readBody(c, SlackClick);
      const chosen = option === undefined ? {} : { optionValue: option };
      return c.json(
        await act(() => slack.click({ userId: idIn('Slack', person), ...click, ...chosen, mayBeOld: true })),
      );
    });
    app.post('/slack/submit', async (c) => {
      const { person, ...form } = await readBody(c, SlackSubmit);
      return c.json(await act(() => slack.submit({ userId: idIn('Slack', person), ...form })));
    });
    app.post('/slack/command', async (c) => {
      const { person, channel, text } = await readBody(c, SlackCommand);
      const [, command, words = ''] = /^(\/\S+)\s*(.*)$/s.exec(text) ?? [];
      if (command === undefined)
        return c.json({ told: [{ kind: 'error', text: NO_COMMAND }] } satisfies Acted);
      const typed = { command, text: words, userId: idIn('Slack', person), channelId: channel };
      return c.json(await act(() => slack.command(typed)));
    });
    app.post('/slack/close', async (c) => {
      const { person, viewId } = await readBody(c, SlackClose);
      return c.json(await act(() => slack.closeView({ userId: idIn('Slack', person), viewId })));
    });
  }
  if (teams) {
    app.post('/teams/click', async (c) => {
      const { person, ...press } = await readBody(c, TeamsClick);
      return c.json(
        await act(() => teams.click({ userId: idIn('Teams', person), ...press, mayBeOld: true })),
      );
    });
    app.post('/teams/write', async (c) => {
      const { person, text } = await readBody(c, TeamsWriting);
      return c.json(await act(() => teams.write({ userId: idIn('Teams', person), text })));
    });
  }
}

/** What is wrong with a form, which also says so next to its fields. */
const errorsIn = (detail: string): string => Object.values(JSON.parse(detail) as object).join(' ');
const NO_COMMAND = 'People do not chat here. A command begins with /, as in /posture help.';

interface Seen {
  readonly what: string;
  readonly detail: string;
}

/** Changes in a channel or a form arrive through the events; this is the rest. */
async function act(what: () => Promise<{ readonly seen: readonly Seen[] }>): Promise<Acted> {
  try {
    const { seen } = await what();
    return {
      told: seen.flatMap(({ what: kind, detail }): Acted['told'] => {
        if (kind === 'error') return [{ kind, text: detail }];
        if (kind === 'toast') return [{ kind: 'message', text: detail }];
        return kind === 'view-errors' ? [{ kind: 'message', text: errorsIn(detail) }] : [];
      }),
    };
  } catch (error) {
    // The page may be behind by more than the chats remember, or the pressed message was deleted.
    if (error instanceof NotPossible) return { told: [{ kind: 'error', text: error.message }] };
    throw error;
  }
}
