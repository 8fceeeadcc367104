import { harmless } from '../../../lib/base/terminal.ts';
import type { News } from './news-of-line.ts';

export interface NarratorOptions {
  /** A line for a terminal, and the same without its time. */
  readonly write: (line: string, text: string) => void;
  readonly now: () => Date;
  /** Never shown, in any line. */
  readonly secrets: readonly string[];
  /** Calls back a moment later, once all lines of one poll have arrived. */
  readonly soon: (then: () => void) => void;
}

const REPEAT_MS = 60_000;
const LONGEST = 400;
/** Chats use it to keep addresses from becoming links. It is not a blank. */
const WORD_JOINER = '\u2060';

/** Summarizes what happens in a few lines: the news of one poll together, and an unchanged state only once. */
export function createNarrator({ write, now, secrets, soon }: NarratorOptions) {
  const states = new Map<string, string>();
  const saidAt = new Map<string, number>();
  const polled = new Set<string>();
  const waiting = new Map<string, { counts: Map<string, number>; messages: number }>();

  function say(text: string): void {
    const safe = secrets.reduce((left, secret) => left.replaceAll(secret, '(secret)'), text);
    // Text from outside is shown, never obeyed: no escape sequence reaches the terminal.
    const plain = harmless(safe.replaceAll(WORD_JOINER, '').slice(0, LONGEST).replace(/\s+/g, ' '));
    write(`${now().toTimeString().slice(0, 8)}  ${plain}`, plain);
  }

  function sayOnce(text: string): void {
    const nowMs = now().getTime();
    for (const [known, atMs] of saidAt) if (nowMs - atMs >= REPEAT_MS) saidAt.delete(known);
    if (saidAt.has(text)) return;
    saidAt.set(text, nowMs);
    say(text);
  }

  function gather(domain: string, feed: string, announced: number, messages: number): void {
    let one = waiting.get(domain);
    if (!one) {
      one = { counts: new Map(), messages: 0 };
      waiting.set(domain, one);
      soon(() => sayNews(domain));
    }
    one.counts.set(feed, (one.counts.get(feed) ?? 0) + announced);
    one.messages += messages;
  }

  function sayNews(domain: string): void {
    const { counts = new Map<string, number>(), messages = 0 } = waiting.get(domain) ?? {};
    waiting.delete(domain);
    const items = [...counts]
      .toSorted()
      .map(([feed, count]) => counted(count, `new ${feed.replace(/s$/, '')}`));
    // The notifiers report how many messages that makes: a case covers its threats, too.
    say(`${domain}: ${items.join(' and ')}${messages > 0 ? '' : ', which no route sends anywhere'}`);
  }

  return {
    tell(news: News) {
      if (news.kind === 'trouble') return sayOnce(news.text);
      if (news.kind === 'event') return say(news.text);
      if (news.kind === 'state') {
        const { about, text, because, well } = news;
        const before = states.get(about);
        if (text === before) return;
        if (text === undefined) states.delete(about);
        else states.set(about, text);
        const told = text !== undefined && because !== undefined ? `${text}: ${because}` : (text ?? well);
        if (told !== undefined) say(told);
        return;
      }
      const { domain, feed, announced, messages } = news;
      if (!polled.has(domain)) {
        polled.add(domain);
        say(`${domain}: looked for the first time. From now on you read here what is new.`);
      }
      if (announced > 0) gather(domain, feed, announced, messages);
    },
  };
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
