import type { HttpAnswer } from '../../base/http/http-transport.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { busyAfter } from '../../outbox/chat-call.ts';
import { errorKind } from './refusals.ts';

export type SlackAnswer =
  | { readonly is: 'ok'; readonly body: Readonly<Record<string, unknown>> }
  /** Not taken: too many calls. */
  | { readonly is: 'busy'; readonly retryAfterMs: number }
  /** Not taken, Slack said so and why. */
  | { readonly is: 'refused'; readonly code: string; readonly permanent: boolean; readonly reason: string }
  /** Certainly not taken: it never got there, or not to Slack. */
  | { readonly is: 'failed'; readonly reason: string }
  /** It was sent, and the bridge does not know whether Slack carried it out. */
  | { readonly is: 'unknown'; readonly reason: string };

/** What an answer of the Web API means. `name` is the call as people would say it: `chat.postMessage`. */
export function readAnswer(name: string, { status, headers, body }: HttpAnswer, nowMs: number): SlackAnswer {
  if (status === 429) return busyAfter(headers, nowMs);
  // A gateway may give up on a request that is being carried out behind it.
  if (status >= 500) return { is: 'unknown', reason: `${name} was answered with ${status}` };

  const said = readObject(body);
  if (said?.ok === true && status < 300) return { is: 'ok', body: said };
  if (said?.ok === false) {
    const code = readCode(said.error);
    const kind = errorKind(code);
    if (kind === 'busy') return busyAfter(headers, nowMs);
    const reason = `${name}: ${code}${detailsOf(said)}`;
    if (kind === 'uncertain') return { is: 'unknown', reason };
    return { is: 'refused', code, permanent: kind === 'permanent', reason };
  }
  if (status === 413) {
    return { is: 'refused', code: 'http_413', permanent: true, reason: `${name}: the request is too large` };
  }
  if (status < 300) return { is: 'unknown', reason: `${name} got an answer that is not Slack's` };
  const hint = status < 400 ? ', and redirects are not followed' : '';
  return { is: 'failed', reason: `${name} was answered with ${status}${hint}` };
}

function readObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A code is one word. Anything else is not repeated in a log, since it could hold anything. */
const readCode = (error: unknown): string =>
  typeof error === 'string' && /^[a-z0-9_.:-]{1,80}$/i.test(error) ? error : 'unknown_error';

const MOST_POINTERS = 5;

/** Which scope or which blocks. Not Slack's own sentences: they may quote the message. */
function detailsOf(said: Readonly<Record<string, unknown>>): string {
  const needed =
    typeof said.needed === 'string' && /^[a-z:.,_ ]{1,100}$/.test(said.needed) ? said.needed : null;
  if (needed) return ` (needs ${needed})`;
  const text = JSON.stringify([said.errors, said.response_metadata]);
  const pointers = [...text.matchAll(/json-pointer:(\/[a-z0-9_/]{1,80})/g)].map((match) => match[1]);
  return pointers.length > 0 ? ` (at ${[...new Set(pointers)].slice(0, MOST_POINTERS).join(', ')})` : '';
}
