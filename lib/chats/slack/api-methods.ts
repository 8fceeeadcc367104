import { JSON_BODY } from '../../outbox/chat-call.ts';

/** Reading methods take no JSON. As GETs they also share kept connections, which a write must not. */
const READS = new Set([
  'auth.test',
  'conversations.history',
  'conversations.info',
  'conversations.replies',
  'usergroups.users.list',
  'users.info',
]);

export type SlackArguments = Readonly<Record<string, unknown>>;

export interface EncodedCall {
  readonly method: 'GET' | 'POST';
  readonly query: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call the way Slack takes it. What is undefined is left out. */
export function encodeCall(method: string, args: SlackArguments): EncodedCall {
  if (!READS.has(method)) {
    return { method: 'POST', query: '', body: JSON.stringify(args), headers: JSON_BODY };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined)
      query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return { method: 'GET', query: query.size > 0 ? `?${query}` : '' };
}
