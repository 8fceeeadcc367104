import type { Slack } from '../slack/server.ts';
import type { Change } from '../stand-in-kit/changes.ts';

type Watched = Pick<Slack, 'message' | 'directory' | 'ephemeral'>;
type Message = NonNullable<ReturnType<Slack['message']>>;
type Fields = Readonly<Record<string, unknown>>;

/** Says what a reader of the channels sees: what the bridge posted, what people decided, and what it told them. */
export function createSlackWatch({ message, directory, ephemeral }: Watched, say: (text: string) => void) {
  const { channels, people } = directory;
  const decided = new Map<string, string>();
  const nameOf = (userId: string) => people.get(userId)?.displayName ?? userId;

  function sayDecision(channel: string, found: Message): void {
    // An app is told the short names only, and so it is those that it shows.
    const names = new Map([...people.values()].map(({ name, displayName }) => [name, displayName]));
    const words = decisionIn(found, names);
    // A message changes for other reasons too, and the same decision is shown on each channel that has the case.
    const about = subjectOf(found);
    if (words === undefined || decided.get(about) === words) return;
    decided.set(about, words);
    say(`${channel}: ${words}`);
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
    // What is in a thread is told by the message above it.
    if (!found || found.onlyFor !== null || 'parent_user_id' in found) return;
    const where = channels.get(found.channel)?.name ?? found.channel;
    if (type === 'message.posted') say(`${where}: ${kindOf(found)} posted`);
    else sayDecision(where, found);
  };
}

/** The small print at the end: `case 7f3e2a10  ·  acme`. */
function subjectOf({ blocks, channel, ts }: Message): string {
  const last = blocks.findLast((block) => block.type === 'context') as Fields | undefined;
  const [first] = (last?.elements ?? []) as Fields[];
  return typeof first?.text === 'string' ? first.text : `${channel} ${ts}`;
}

const kindOf = (message: Message): string => /^(case|threat) /.exec(subjectOf(message))?.[1] ?? 'message';

/** A line that begins with the name of a person here says what they did; without its times. */
function decisionIn({ blocks }: Message, names: ReadonlyMap<string, string>): string | undefined {
  const sections = blocks
    .filter(({ type }) => type === 'rich_text')
    .flatMap(({ elements }) => elements as Fields[])
    .map(({ elements }) => elements as Fields[]);
  for (const [first, ...rest] of sections) {
    const name = names.get(bare(first));
    if (name) return `${name}${rest.map(bare).join('')}`.replace(/\s+/g, ' ').trim();
  }
  return undefined;
}

/** Without the marks that keep names in foreign scripts from turning what follows around. */
const bare = (inline: Fields | undefined): string =>
  typeof inline?.text === 'string' ? inline.text.replace(/[\u2066-\u2069]/g, '') : '';
