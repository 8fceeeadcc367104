import { randomUUID } from 'node:crypto';
import type { Transport } from '../../lib/base/http/http-transport.ts';
import { parseJson } from '../../lib/base/http/parse-json.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type ParameterNames, UNCONFIRMED_NAMES } from '../../lib/posture/filters.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The API of a domain as it answers, without the client that mends and filters what it is told. It is only read. */
export interface AskApi {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  /** The same without a key. */
  getWithoutKey(path: string): Promise<ApiAnswer>;
  /** What the bridge calls the parameters that the contract does not name. */
  readonly names: ParameterNames;
  /** A value that nothing has. */
  readonly nothing: () => string;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

export function createAskApi(
  { baseUrl, auth, parameterNames = {} }: BridgeConfig['domains'][string],
  apiKey: string,
  transport: Pick<Transport, 'send'>,
): AskApi {
  const ask = async (
    path: string,
    query: Readonly<Record<string, string>>,
    headers: Record<string, string>,
  ) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await transport.send({
      method: 'GET',
      url,
      headers,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
    });
    return { ...answer, body: Object(parseJson(answer.body)) as ApiAnswer['body'] };
  };
  const key: Record<string, string> =
    auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey };
  const { threats, users, nhi } = UNCONFIRMED_NAMES;
  const asked = new Map<string, Promise<ApiAnswer>>();
  return {
    // Several beliefs look at the same page, and the key's requests a minute are the bridge's.
    get(path, query = {}) {
      const name = JSON.stringify([path, query]);
      const answer = asked.get(name) ?? ask(path, query, key);
      asked.set(name, answer);
      return answer;
    },
    getWithoutKey: (path) => ask(path, {}, {}),
    names: {
      threats: { ...threats, ...given(parameterNames.threats) },
      users: { ...users, ...given(parameterNames.users) },
      nhi: { ...nhi, ...given(parameterNames.nhi) },
    },
    nothing: randomUUID,
  };
}

const given = (names: Readonly<Record<string, string | undefined>> = {}) =>
  Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
