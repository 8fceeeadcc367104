import type { Change } from '../stand-in-kit/changes.ts';
import type { Teams } from '../teams/server.ts';

type Watched = Pick<Teams, 'message' | 'directory'>;
type Message = NonNullable<ReturnType<Teams['message']>>;

/** Reports what a reader of the channels sees: what the bridge posted, and what people decided. */
export function createTeamsWatch({ message, directory }: Watched, say: (text: string) => void) {
  const { channels, people } = directory;
  const decided = new Map<string, string>();

  function sayDecision(where: string, found: Message): void {
    const names = [...people.values()].map(({ name }) => name);
    const words = decisionIn(found, names);
    // A card changes for other reasons too.
    if (words === undefined || decided.get(found.id) === words) return;
    decided.set(found.id, words);
    say(`${where}: ${words}`);
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
const kindOf = ({ shown }: Message): string =>
  /\b(case|threat) \W*[0-9a-f]{8}/.exec(shown.join('\n'))?.[1] ?? 'message';

/** A part of the summary that begins with the name of a known person says what they decided. */
const decisionIn = ({ summary }: Message, names: readonly string[]): string | undefined =>
  (summary ?? '').split(' · ').find((part) => names.some((name) => part.startsWith(`${name}:`)));
