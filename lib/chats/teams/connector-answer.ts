import type { HttpAnswer } from '../../base/http/http-transport.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { busyAfter, refused } from '../../outbox/chat-call.ts';
import type { ChatAnswer } from '../../outbox/chat-port.ts';
import { kindOfRefusal, UNAUTHORIZED } from './refusals.ts';

export type ConnectorBody = Readonly<Record<string, unknown>>;

/** `new`: there is no message yet that could be gone. */
export type About = 'new' | 'existing';

/** What an answer of the connector means. `name` is the call as people would say it: `post`. */
export function readConnectorAnswer(
  name: string,
  about: About,
  { status, headers, body }: HttpAnswer,
  nowMs: number,
): ChatAnswer<ConnectorBody> {
  if (status >= 200 && status < 300) return { is: 'ok', value: objectIn(body) };
  if (status === 429) return busyAfter(headers, nowMs);
  // Two that wanted to write at once: this one did not.
  if (status === 412) return { is: 'failed', reason: `${name} was answered with 412` };
  // A gateway may give up on a request that is being carried out behind it.
  if (status >= 500 || status === 408)
    return { is: 'unknown', reason: `${name} was answered with ${status}` };
  if (status < 400) {
    return { is: 'failed', reason: `${name} was answered with ${status}, and redirects are not followed` };
  }
  const code = status === 401 ? UNAUTHORIZED : (codeIn(body) ?? `http_${status}`);
  const messageGone = about === 'existing' && (status === 404 || status === 410 || GONE.has(code));
  return refused(code, kindOfRefusal(code), `${name}: ${code} (${status})`, messageGone);
}

/** Said with 400 or 403 too. */
const GONE = new Set(['ActivityNotFoundInConversation', 'MessageNotFound', 'ConversationNotFound']);

function objectIn(text: string): ConnectorBody {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ConnectorBody) : {};
}

/** A code is one word. Anything else is not repeated in a log, since it could hold anything. */
function codeIn(body: string): string | null {
  const { error } = objectIn(body) as { error?: { code?: unknown } | null };
  const code = error?.code;
  return typeof code === 'string' && /^[A-Za-z0-9_.-]{1,80}$/.test(code) ? code : null;
}
