import { createPostureApp } from '../../../../local/posture-api/app.ts';
import type { PostureApiOptions } from '../../../../local/posture-api/settings.ts';

export const BASE = '/api/v1/external';
/** A Tuesday noon, so that every run sees the same world. */
export const NOW = Date.UTC(2025, 2, 4, 12);

/** Answers are read as loosely as a foreign client would read them; the schemas have a test of their own. */
export type Loose = ReturnType<typeof JSON.parse>;
export type Answer = { status: number; headers: Headers; body: Loose };

/** The app without a socket, with a key per domain named after it: `acme-key`, `globex-key`. */
export const createHarness = (options: PostureApiOptions = {}, domains = ['acme']) => {
  const { app, service, controlPath } = createPostureApp({
    seed: 7,
    now: NOW,
    cases: 60,
    threats: 400,
    users: 24,
    nhi: 40,
    control: true,
    readLimit: 0,
    writeLimit: 0,
    keys: domains.map((domain) => ({ domain, key: `${domain}-key` })),
    ...options,
  });
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await app.request(path, init);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  const get = (path: string, domain = 'acme'): Promise<Answer> =>
    send(`${BASE}${path}`, { headers: { 'X-API-Key': `${domain}-key` } });
  const post = (path: string, body: unknown, domain = 'acme'): Promise<Answer> =>
    send(`${BASE}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': `${domain}-key`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const control = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`${controlPath}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const readAll = async (path: string, pageSize = 200, domain = 'acme'): Promise<Loose[]> => {
    const found: Loose[] = [];
    let cursor: string | undefined;
    do {
      const query = `page_size=${pageSize}${cursor === undefined ? '' : `&next_cursor=${cursor}`}`;
      const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, domain);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      found.push(...(body.items ?? body.data));
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  const samples = async (domain = 'acme'): Promise<Loose> =>
    (await control('GET', '/samples')).body.domains[domain];
  return { app, service, controlPath, send, get, post, control, readAll, samples };
};
