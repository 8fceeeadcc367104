import { ASK_VERB } from '../../../lib/chats/document/case-questions.ts';
import { EVIDENCE_VERB } from '../../../lib/chats/document/press.ts';
import { NOT_TAKEN } from '../../../lib/chats/document/texts.ts';
import type { Slack } from '../../../local/slack/server.ts';
import type { Result } from '../../../local/stand-in-kit/deliver.ts';
import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';
import type { Teams } from '../../../local/teams/server.ts';
import { ADA, ANNA, BEN, BO } from '../bridge/people.ts';
import { verbsOf } from '../bridge/posted-case.ts';
import { pick } from '../random.ts';

/** What came of a press: the chat was answered as if all were well, or the analyst was told otherwise. */
export interface Press {
  readonly chat: 'slack' | 'teams';
  readonly channel: string;
  readonly userId: string;
  readonly atMs: number;
  /** What the message said, line by line. */
  readonly text: string;
  /** `gone`: the button went away under their finger. */
  readonly answer: 'taken' | 'told' | 'gone';
}

/** A message that somebody could decide on. */
export interface Pressable {
  readonly key: string;
  readonly edits: number;
  /** Null when it has nothing to press after all. */
  press(random: () => number): Promise<Press | null>;
}

/** What analysts see of one chat. */
export interface Desk {
  open(): readonly Pressable[];
}

interface Element {
  readonly type: string;
  readonly action_id: string;
  readonly options?: readonly { readonly value: string }[];
}

export type Shown = ReturnType<Slack['messages']>[number];

const elementsOf = ({ blocks }: Pick<Shown, 'blocks'>): Element[] =>
  blocks.flatMap((block) => (block.type === 'actions' ? (block.elements as Element[]) : []));

/** What somebody could press on a message, by its name; of a menu, what decides without a form. */
export function choicesOn(message: Pick<Shown, 'blocks'>): { actionId: string; optionValue?: string }[] {
  return elementsOf(message).flatMap(({ action_id: actionId, type, options = [] }) => {
    if (actionId === EVIDENCE_VERB || actionId === ASK_VERB) return [];
    if (type !== 'overflow') return [{ actionId }];
    return options
      .filter(({ value }) => value !== 'FORM')
      .map(({ value }) => ({ actionId, optionValue: value }));
  });
}

/** One that failed is left as it is: to send it again is for somebody who has looked at the platform. */
const isUndecided = (actions: readonly string[]): boolean =>
  actions.some((id) => id.startsWith('verdict:')) && !actions.includes('decision:retry');

const isReply = (message: Shown & { thread_ts?: unknown }): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** Not what stands in a thread; of each channel all of it, or so many of the last. */
export const casesIn = (slack: Slack, channels: readonly string[], latest?: number): Shown[] =>
  channels.flatMap((channel) => slack.messages(channel, latest).filter((message) => !isReply(message)));

/** `click` throws NotPossible when the button is not there any more. */
async function answerOf(
  click: () => Promise<Result>,
  isTaken: (result: Result) => boolean,
): Promise<Press['answer']> {
  try {
    const result = await click();
    const { outcome } = result;
    return outcome.kind === 'answered' && outcome.status === 200 && isTaken(result) ? 'taken' : 'told';
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error;
    return 'gone';
  }
}

export const createSlackDesk = (slack: Slack, channels: readonly string[], latest?: number): Desk => ({
  open: () =>
    casesIn(slack, channels, latest)
      .filter((message) => isUndecided(choicesOn(message).map(({ actionId }) => actionId)))
      .map((message) => ({
        key: message.ts,
        edits: message.edits,
        async press(random) {
          const deciding = choicesOn(message).filter(({ actionId }) => actionId.startsWith('verdict:'));
          const choice = pick(random, deciding);
          if (!choice) return null;
          const { channel, ts } = message;
          const userId = random() < 0.5 ? ANNA : BEN;
          const at = {
            chat: 'slack',
            channel,
            userId,
            atMs: Date.now(),
            text: message.shown.join('\n'),
          } as const;
          const answer = await answerOf(
            () => slack.click({ channel, ts, userId, ...choice }),
            ({ seen }) => seen.length === 0,
          );
          return { ...at, answer };
        },
      })),
});

export const createTeamsDesk = (teams: Teams, channels: readonly string[], latest?: number): Desk => ({
  open: () =>
    channels
      .flatMap((channel) => teams.messages(channel, latest))
      .filter((message) => isUndecided(verbsOf(message)))
      .map((message) => ({
        key: message.id,
        edits: message.edits,
        async press(random) {
          const verbs = verbsOf(message).filter((verb) => /^verdict:[A-Z_]+$/.test(verb));
          const verb = pick(random, verbs);
          if (!verb) return null;
          const { channel, id } = message;
          const userId = random() < 0.5 ? ADA : BO;
          const at = {
            chat: 'teams',
            channel,
            userId,
            atMs: Date.now(),
            text: message.shown.join('\n'),
          } as const;
          const answer = await answerOf(
            () => teams.click({ channel, id, userId, verb }),
            ({ seen }) => !seen.some(({ what, detail }) => what === 'error' || detail === NOT_TAKEN),
          );
          return { ...at, answer };
        },
      })),
});
