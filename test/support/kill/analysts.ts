import { setTimeout as sleep } from 'node:timers/promises';
import type { Slack } from '../../../local/slack/server.ts';
import { NotPossible } from '../../../local/stand-in-kit/not-possible.ts';
import { ANNA, BEN } from '../bridge/people.ts';
import { pick } from '../random.ts';
import { CHANNELS } from './kill-bridge.ts';

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
    if (type !== 'overflow') return [{ actionId }];
    return options
      .filter(({ value }) => value !== 'FORM')
      .map(({ value }) => ({ actionId, optionValue: value }));
  });
}

/** One that failed is left as it is: to send it again is for somebody who has looked at the platform. */
const isUndecided = (message: Shown): boolean => {
  const actions = choicesOn(message).map(({ actionId }) => actionId);
  return actions.some((id) => id.startsWith('verdict:')) && !actions.includes('decision:retry');
};

const isReply = (message: Shown & { thread_ts?: unknown }): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** Not what stands in a thread. */
export const casesIn = (slack: Slack): Shown[] =>
  CHANNELS.flatMap((channel) => slack.messages(channel).filter((message) => !isReply(message)));

/** People who look at the channels and press what they see, again when Slack tells them that it did not work. */
export function startAnalysts(slack: Slack, random: () => number) {
  const counts = { presses: 0, lost: 0 };
  /** What somebody has pressed, and was told that it was taken: they wait for the message to change. */
  const waiting = new Map<string, number>();
  let stopped = false;

  async function press(message: Shown): Promise<void> {
    const choice = pick(
      random,
      choicesOn(message).filter(({ actionId }) => actionId.startsWith('verdict:')),
    );
    if (!choice) return;
    counts.presses++;
    const { channel, ts } = message;
    const userId = random() < 0.5 ? ANNA : BEN;
    try {
      const { outcome, seen } = await slack.click({ channel, ts, userId, ...choice });
      const taken = outcome.kind === 'answered' && outcome.status === 200 && seen.length === 0;
      if (taken) waiting.set(ts, message.edits);
      else counts.lost++;
    } catch (error) {
      // The button went away under their finger.
      if (!(error instanceof NotPossible)) throw error;
    }
  }

  const isWaiting = ({ ts, edits }: Shown) => waiting.get(ts) === edits;

  const working = (async () => {
    while (!stopped) {
      const open = casesIn(slack).filter((message) => isUndecided(message) && !isWaiting(message));
      const message = pick(random, open);
      // Two at once now and then: they may even press on the same one.
      if (message) await Promise.all([press(message), random() < 0.2 ? press(message) : undefined]);
      await sleep(50);
    }
  })();
  working.catch(() => {});
  return {
    counts,
    async stop() {
      stopped = true;
      await working;
    },
  };
}
