import type { Slack } from '../slack/server.ts';
import type { Change } from '../stand-in-kit/changes.ts';
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
    const words = decisionIn(found, nameOf);
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
    .map((section) => section.map((inline) => plain(inline, String)).join(''))
    .findLast((words) => KIND.test(words)) ?? `${found.channel} ${found.ts}`;

const KIND = /^(case|threat) /;
const kindOf = (message: Message): string =>
  KIND.exec(subjectOf(message))?.[1] ?? (isDigest(message.text) ? 'digest' : 'message');

/** A line that begins with a known person says what they did; without its times. */
function decisionIn(found: Message, nameOf: (userId: string) => string): string | undefined {
  const line = sectionsIn(found).find(([first]) => first?.type === 'user');
  if (!line) return undefined;
  const [first, ...rest] = line;
  return `${nameOf(String(first?.user_id))}${rest.map((inline) => plain(inline, nameOf)).join('')}`
    .replace(/\s+/g, ' ')
    .trim();
}

const sectionsIn = ({ blocks }: Message): readonly Fields[][] =>
  blocks
    .filter(({ type }) => type === 'rich_text')
    .flatMap(({ elements }) => elements as Fields[])
    .map(({ elements }) => elements as Fields[]);

/** As a reader sees it, without the marks that keep names in other scripts from changing the text direction. */
function plain({ type, text, user_id, timestamp }: Fields, nameOf: (userId: string) => string): string {
  if (type === 'user') return nameOf(String(user_id));
  if (type === 'date') return new Date(Number(timestamp) * 1_000).toLocaleTimeString('en-GB');
  return typeof text === 'string' ? text.replace(/[\u2066-\u2069]/g, '') : '';
}
