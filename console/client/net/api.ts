/** Shown to the person as it is. */
export class Refused extends Error {}

const NO_ANSWER = 'The bridge does not answer. Is it still running?';

async function answerOf<T>(request: Promise<Response>): Promise<T> {
  const answer = await request.catch(() => {
    throw new Refused(NO_ANSWER);
  });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body as T;
  const { error } = (body ?? {}) as { readonly error?: unknown };
  throw new Refused(typeof error === 'string' ? error : `The bridge answered ${answer.status}.`);
}

// Relative to the page, whose address contains the key.
export const ask = <T>(path: string): Promise<T> =>
  answerOf<T>(fetch(`.${path}`, { headers: { Accept: 'application/json' } }));

export const tell = <T>(path: string, body: object): Promise<T> =>
  answerOf<T>(
    fetch(`.${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
