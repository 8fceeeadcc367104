import type { Change, ChatChange, Message, MessageKey, Snapshot } from '../../console/wire.ts';

/** A page of the console without a browser: it listens, and has everything that the real one could show. */
export interface ConsolePage {
  now(): Snapshot;
  /** Events so far. */
  count(): number;
  /** Waits until something is found in what the page has. */
  until<Found>(find: (now: Snapshot) => Found | undefined, longestMs: number): Promise<Found>;
  get<Answer>(path: string): Promise<Answer>;
  /** As the page itself would. */
  post<Answer>(path: string, body: object): Promise<Answer>;
  close(): Promise<void>;
}

export async function openPage(url: string, person: string): Promise<ConsolePage> {
  const { origin } = new URL(url);
  const base = url.replace(/\/$/, '');
  const ended = new AbortController();
  const answer = await fetch(`${base}/events?person=${person}`, { signal: ended.signal });
  let now: Snapshot | undefined;
  let count = 0;
  let waiting: (() => void)[] = [];

  async function listen(): Promise<void> {
    for await (const { event, data } of readEvents(answer)) {
      count += 1;
      if (event === 'snapshot') now = data as Snapshot;
      if (event === 'change' && now) now = apply(now, data as Change);
      for (const wake of waiting.splice(0)) wake();
    }
  }
  const listening = listen().catch(() => {});
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve));
  while (!now) await changed();

  const current = (): Snapshot => now as Snapshot;
  return {
    now: current,
    count: () => count,
    async until(find, longestMs) {
      const late = AbortSignal.timeout(longestMs);
      const stopped = new Promise<never>((_, reject) => {
        late.onabort = () => reject(new Error(`nothing was found: ${find}`));
      });
      stopped.catch(() => {});
      for (;;) {
        const found = find(current());
        if (found !== undefined) return found;
        await Promise.race([changed(), stopped]);
      }
    },
    get: async (path) => (await fetch(`${base}${path}`)).json() as Promise<never>,
    post: async (path, body) => {
      const headers = { Origin: origin, 'Content-Type': 'application/json' };
      const sent = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return sent.json() as Promise<never>;
    },
    async close() {
      ended.abort();
      await listening;
      waiting = [];
    },
  };
}

async function* readEvents(answer: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event = ''] = /^event: (.*)$/m.exec(text.slice(0, end)) ?? [];
      const [, data = 'null'] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      yield { event, data: JSON.parse(data) };
    }
  }
}

const apply = (now: Snapshot, { slack, teams, activity = [], ...rest }: Change): Snapshot => ({
  ...now,
  ...rest,
  slack: { ...now.slack, messages: merge(now.slack.messages, slack) },
  teams: { ...now.teams, messages: merge(now.teams.messages, teams) },
  activity: [...now.activity, ...activity],
});

function merge(before: readonly Message[], { messages = [], removed = [] }: ChatChange = {}): Message[] {
  const nameOf = ({ channel, key }: MessageKey) => `${channel} ${key}`;
  const all = new Map([...before, ...messages].map((message) => [nameOf(message), message]));
  for (const key of removed) all.delete(nameOf(key));
  return [...all.values()];
}
