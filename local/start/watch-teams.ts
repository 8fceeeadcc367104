import type { Change } from '../stand-in-kit/changes.ts';
import type { Teams } from '../teams/server.ts';
import { decisionIn } from './decision-in.ts';
import { isDigest } from './is-digest.ts';

type Watched = Pick<Teams, 'message' | 'messages' | 'directory'>;
type Message = NonNullable<ReturnType<Teams['message']>>;

/** Reports what a reader of the channels sees: what the bridge posted, and what people decided. */
export function createTeamsWatch({ message, messages, directory }: Watched, say: (text: string) => void) {
  const { channels, people } = directory;
  const decided = new Map<string, string>();

  // What an earlier run showed is no news, even when its card changes once more.
  for (const channel of channels.keys()) for (const found of messages(channel)) newDecision(found);

  function sayDecision(where: string, found: Message): void {
    const words = newDecision(found);
    if (words !== undefined) say(`${where}: ${words}`);
  }

  /** What was decided, if that was not said yet. */
  function newDecision(found: Message): string | undefined {
    const names = [...people.values()].map(({ name }) => name);
    const words = decisionIn(found.summary ?? '', names);
    // A card changes for other reasons too.
    if (words === undefined || decided.get(found.id) === words) return undefined;
    decided.set(found.id, words);
    return words;
  }

  return function watch(change: Change): void {
    const { type, channel, id } = change as Change & Readonly<Record<string, string>>;
    if (type !== 'message.posted' && type !== 'message.changed') return;
    const found = message(channel ?? '', id ?? '');
    // The parent message covers what is in its thread.
    if (found === undefined || found.root !== found.id) return;
    if (found.from !== 'bot' && found.from !== 'workflow') return;
    const where = channels.get(found.channel)?.name ?? found.channel;
    if (type === 'message.posted') say(`${where}: ${kindOf(found)} posted`);
    else sayDecision(where, found);
  };
}

/** The small print at the end: `case 7f3e2a10  ·  acme`. */
const kindOf = ({ shown, summary }: Message): string =>
  /\b(case|threat) \W*[0-9a-f]{8}/.exec(shown.join('\n'))?.[1] ??
  (isDigest(summary ?? '') ? 'digest' : 'message');
