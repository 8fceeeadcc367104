export const NOW = Date.UTC(2026, 10, 15, 9, 0, 0);

// Answers are read loosely on purpose: the tests say what is in them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

type App = { request(path: string, init?: RequestInit): Response | Promise<Response> };

/** Asks an app without a socket, and reads the answer. */
export const createAsk = (app: App, controlPath: string) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await app.request(path, init);
    const text = await answer.text();
    const body: Loose = text === '' ? null : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, body };
  };
  return {
    ask,
    control: (method: string, path: string, body?: object) =>
      ask(`${controlPath}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
};

/** The program opposite to a chat: what it was sent, and what it answers. */
export const createOpposite = () => {
  const received: { url: string; headers: Record<string, string>; body: string }[] = [];
  let answers: (() => Response | Promise<Response>)[] = [];
  return {
    received,
    /** The answers to the next requests; after them an empty 200. */
    answer: (...next: (() => Response | Promise<Response>)[]) => {
      answers = next;
    },
    deliver: async (url: string, init: RequestInit): Promise<Response> => {
      const headers = init.headers as Record<string, string>;
      received.push({ url, headers, body: String(init.body) });
      return (await answers.shift()?.()) ?? new Response('');
    },
    last: () => {
      const last = received.at(-1);
      if (last === undefined) throw new Error('nothing was delivered');
      return last;
    },
  };
};
