import type { Hono } from 'hono';
import { readBody, refuse } from '../../../local/stand-in-kit/control/read-body.ts';
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
import { acted } from './acted.ts';

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
      const told = await acted(() =>
        slack.click({ userId: idIn('Slack', person), ...click, ...chosen, mayBeOld: true }),
      );
      return c.json(slack.isUp() ? told : alsoTold(told, whileDown('Slack')));
    });
    app.post('/slack/submit', async (c) => {
      const { person, ...form } = await readBody(c, SlackSubmit);
      const submit = () => slack.submit({ userId: idIn('Slack', person), ...form });
      const told = await acted(submit, { isFormShown: true });
      return c.json(slack.isUp() ? told : alsoTold(told, whileDown('Slack')));
    });
    app.post('/slack/command', async (c) => {
      const { person, channel, text } = await readBody(c, SlackCommand);
      const [, command, words = ''] = /^(\/\S+)\s*(.*)$/s.exec(text) ?? [];
      if (command === undefined)
        return c.json({ told: [{ kind: 'error', text: NO_COMMAND }] } satisfies Acted);
      const typed = { command, text: words, userId: idIn('Slack', person), channelId: channel };
      return c.json(await acted(() => slack.command(typed)));
    });
    app.post('/slack/close', async (c) => {
      const { person, viewId } = await readBody(c, SlackClose);
      return c.json(await acted(() => slack.closeView({ userId: idIn('Slack', person), viewId })));
    });
  }
  if (teams) {
    app.post('/teams/click', async (c) => {
      const { person, ...press } = await readBody(c, TeamsClick);
      return c.json(
        await acted(() => teams.click({ userId: idIn('Teams', person), ...press, mayBeOld: true })),
      );
    });
    app.post('/teams/write', async (c) => {
      const { person, text } = await readBody(c, TeamsWriting);
      return c.json(await acted(() => teams.write({ userId: idIn('Teams', person), text })));
    });
  }
}

/** Nothing in the chat says what became of a press. The platform gets it all the same, and others show that. */
const whileDown = (chat: string): string =>
  `${chat} is down and can't show the outcome. A decision or a claim still counts: Cases and the other chat show what the platform gets, and ${chat} does once it is back. A form can't open now.`;
const NO_COMMAND = 'People do not chat here. A command begins with /, as in /posture help.';

/** Nothing more, where the press itself failed. */
const alsoTold = (acted: Acted, text: string): Acted =>
  acted.told.some(({ kind }) => kind === 'error')
    ? acted
    : { told: [...acted.told, { kind: 'message', text }] };
