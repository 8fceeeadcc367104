import { type Clock, systemClock } from '../../base/clock.ts';
import { createHttpTransport, type Transport } from '../../base/http/http-transport.ts';
import { redactor } from '../../base/http/redactor.ts';
import { secretAddress } from '../../base/http/secret-address.ts';
import { callChat } from '../../outbox/chat-call.ts';
import { readAnswer, type SlackAnswer } from './api-answer.ts';
import { encodeCall, type SlackArguments } from './api-methods.ts';
import { CLOUDS } from './clouds.ts';
import { SlackSetupError } from './refusals.ts';

export type { SlackAnswer } from './api-answer.ts';

export interface SlackApi {
  /** One try. Whether and when to try again is for the caller to know. */
  call(method: string, args?: SlackArguments): Promise<SlackAnswer>;
}

export interface SlackApiParts {
  /** The bot's token, `xoxb-...`. */
  readonly token: string;
  readonly baseUrl?: string | undefined;
  /** For one whole call. */
  readonly timeoutMs?: number | undefined;
  readonly transport?: Transport | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** The largest answer: a page of a thread, or of the members of a group. A small function holds it in memory several times. */
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * The Web API, without an SDK and without `fetch`: what matters most here is whether a call that got no answer
 * may have been taken, and both hide it. See docs/decisions/0001-http-without-sdks.md.
 */
export function createSlackApi({
  token: givenToken,
  baseUrl = CLOUDS.public.apiUrl,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  transport = createHttpTransport(),
  clock = systemClock,
}: SlackApiParts): SlackApi {
  const token = givenToken.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SlackSetupError('the Slack token is empty or has characters that a header cannot carry');
  }
  const base = checkedBaseUrl(baseUrl);
  const redact = redactor(token);

  return {
    async call(method, args = {}) {
      const { query, headers, ...call } = encodeCall(method, args);
      const url = new URL(`${base}${method}${query}`);
      return callChat<SlackAnswer>(
        transport,
        {
          ...call,
          url,
          headers: { authorization: `Bearer ${token}`, ...headers },
          timeoutMs,
          mostBytes: MOST_BYTES,
        },
        (answer) => readAnswer(method, { ...answer, body: redact(answer.body) }, clock.now()),
        (message) => `${method} got no answer: ${redact(message)}`,
      );
    },
  };
}

/** Every call carries the token, so the address has to be safe. */
function checkedBaseUrl(text: string): string {
  const url = secretAddress(text);
  if (!url || url.search || url.hash) {
    throw new SlackSetupError('the address of the Slack API must be a plain https address');
  }
  return `${url.href.replace(/\/+$/, '')}/`;
}
