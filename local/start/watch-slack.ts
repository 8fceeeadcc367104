import type { Slack } from '../slack/server.ts';
import type { Change } from '../stand-in-kit/changes.ts';
import { decisionIn } from './decision-in.ts';
import { isDigest } from './is-digest.ts';

type Watched = Pick<Slack, 'message' | 'messages' | 'directory' | 'ephemeral'>;
type Message = NonNullable<ReturnType<Slack['message']>>;
type Fields = Readonly<Record<string, unknown>>;

/** Reports what a reader of the channels sees: what the bridge posted, what people decided, and what it told them. */
export function createSlackWatch(
  { message, messages, directory, ephemeral }: Watched,
  say: (text: string) => void,
) {
  const { channels, people } = directory;
  const decided = new Map<string, string>();
  const nameOf = (userId: string) => people.get(userId)?.displayName ?? userId;

  // What an earlier run showed is no news, even when its message changes once more.
  for (const channel of channels.keys()) for (const found of messages(channel)) newDecision(found);

  function sayDecision(channel: string, found: Message): void {
    const words = newDecision(found);
    if (words !== undefined) say(`${channel}: ${words}`);
  }

  /** What was decided, if that was not said yet. */
  function newDecision(found: Message): string | undefined {
    const names = [...people.values()].flatMap(({ realName, displayName }) => [realName, displayName]);
    const words = decisionIn(found.text, names);
    // A message changes for other reasons too, and each channel with the case shows the same decision.
    const about = subjectOf(found);
    if (words === undefined || decided.get(about) === words) return undefined;
    decided.set(about, words);
    return words;
  }

  return function watch(change: Change): void {
    const { type, channel, ts, user, what, detail } = change as Change & Readonly<Record<string, string>>;
    if (type === 'user.saw' && what === 'error') say(`${nameOf(user ?? '')} was told: ${detail}`);
    if (type === 'user.saw' && what === 'ephemeral') {
      const told = ephemeral(user).find((one) => one.ts === detail);
      say(`${nameOf(user ?? '')} was told: ${told?.text ?? 'something'}`);
    }
    if (type !== 'message.posted' && type !== 'message.changed') return;
    const found = message(channel ?? '', ts ?? '');
    // The parent message covers what is in its thread.
    if (!found || found.onlyFor !== null || 'parent_user_id' in found) return;
    const where = channels.get(found.channel)?.name ?? found.channel;
    if (type === 'message.posted') say(`${where}: ${kindOf(found)} posted`);
    else sayDecision(where, found);
  };
}

/** The line at the end: `case 7f3e2a10-...  ·  acme`. */
const subjectOf = (found: Message): string =>
  sectionsIn(found)
    .map((section) => section.map(plain).join(''))
    .findLast((words) => KIND.test(words)) ?? `${found.channel} ${found.ts}`;

const KIND = /^(case|threat) /;
const kindOf = (message: Message): string =>
  KIND.exec(subjectOf(message))?.[1] ?? (isDigest(message.text) ? 'digest' : 'message');

const sectionsIn = ({ blocks }: Message): readonly Fields[][] =>
  blocks
    .filter(({ type }) => type === 'rich_text')
    .flatMap(({ elements }) => elements as Fields[])
    .map(({ elements }) => elements as Fields[]);

const plain = ({ text }: Fields): string => (typeof text === 'string' ? text : '');
