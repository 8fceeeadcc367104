import { type Clock, systemClock } from '../../base/clock.ts';
import { createHttpTransport, type HttpAnswer, type Transport } from '../../base/http/http-transport.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { ANSWER_BYTES, busyAfter, callChat, JSON_BODY, refused } from '../../outbox/chat-call.ts';
import type { ChatAnswer } from '../../outbox/chat-port.ts';
import { CLOUDS } from './clouds.ts';
import type { SlackMessage } from './message.ts';
import { allowedResponseUrl } from './response-url.ts';
import { createTableFallback } from './table-fallback.ts';

type Content = Pick<SlackMessage, 'text'> & Partial<SlackMessage>;

export interface Responder {
  /** Replaces the message that was clicked, for everybody. */
  replace(responseUrl: string, message: SlackMessage): Promise<ChatAnswer<null>>;
  /** Tells something to the analyst who clicked and to nobody else. */
  tell(
    responseUrl: string,
    content: Content,
    where?: { threadTs?: string | undefined },
  ): Promise<ChatAnswer<null>>;
}

export interface ResponderParts {
  /** `https://hooks.slack.com` unless given. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly transport?: Transport | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Answers a click through its `response_url`, which needs no token: the address is all it takes to write, so it is
 * in no message here. It came from outside and through a queue: where it points to is checked each time.
 */
export function createResponder({
  allowedOrigins = CLOUDS.public.responseOrigins,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  transport = createHttpTransport(),
  clock = systemClock,
}: ResponderParts = {}): Responder {
  async function post(responseUrl: string, body: object): Promise<ChatAnswer<null>> {
    const url = allowedResponseUrl(responseUrl, allowedOrigins);
    if (!url) {
      return refused('response_url_not_allowed', 'place', 'the response_url is not an address of Slack');
    }
    return callChat(
      transport,
      {
        method: 'POST',
        url,
        headers: JSON_BODY,
        body: JSON.stringify(body),
        timeoutMs,
        mostBytes: ANSWER_BYTES,
      },
      (answer) => readResponse(answer, clock.now()),
      // Not the error's own words: they could name the address.
      () => 'the response_url got no answer',
    );
  }

  const send = createTableFallback();

  return {
    replace: (responseUrl, { text, ...content }) =>
      send(content, (blocks) => post(responseUrl, { replace_original: true, text, blocks })),
    tell: (responseUrl, { text, ...content }, { threadTs } = {}) =>
      send(content, (blocks) =>
        post(responseUrl, {
          response_type: 'ephemeral',
          replace_original: false,
          text,
          blocks,
          thread_ts: threadTs,
        }),
      ),
  };
}

/** Slack says so with 404, and sometimes with 200, when the address had its five uses or its thirty minutes. */
const SPENT = /\b(expired_url|used_url|expired_trigger_id|no_active_hooks)\b/;

function readResponse({ status, headers, body }: HttpAnswer, nowMs: number): ChatAnswer<null> {
  if (status === 429) return busyAfter(headers, nowMs);
  if (status >= 500) return { is: 'unknown', reason: `the response_url was answered with ${status}` };
  const spent = SPENT.exec(body)?.[1];
  const said = parseJson(body) as { ok?: unknown; error?: unknown } | null | undefined;
  if (status >= 200 && status < 300 && (body.trim() === 'ok' || said?.ok === true))
    return { is: 'ok', value: null };
  if (status >= 200 && status < 300 && !spent && said?.ok !== false) {
    return { is: 'unknown', reason: "the response_url got an answer that is not Slack's" };
  }
  const code =
    spent ??
    (typeof said?.error === 'string' && /^\w{1,80}$/.test(said.error) ? said.error : `http_${status}`);
  return refused(code, 'place', `the response_url was refused: ${code}`);
}
