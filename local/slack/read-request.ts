import type { Context } from 'hono';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import { type Fields, isFields, parseJson } from '../stand-in-kit/fields.ts';
import type { Args } from './methods/arguments.ts';
import { SlackError } from './slack-error.ts';

export type SlackRequest = {
  readonly kind: 'form' | 'json';
  readonly args: Args;
  readonly token: string | undefined;
  readonly warnings: readonly string[];
};

const readJson = (text: string): Fields => {
  const body = parseJson(text);
  if (body === undefined) throw new SlackError('invalid_json');
  if (!isFields(body)) throw new SlackError('json_not_object');
  return body;
};

const bearer = (header: string | undefined): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];

/** The arguments and the token, from wherever Slack accepts them. */
export const readRequest = async (c: Context<StandInEnv>): Promise<SlackRequest> => {
  const header = bearer(c.req.header('Authorization'));
  const query = c.req.query();
  const type = (c.req.header('Content-Type') ?? '').toLowerCase();
  const text = c.req.method === 'GET' ? '' : await c.req.text();
  if (type.startsWith('application/json') && text !== '') {
    // With JSON the token has to be in the header; one in the body is ignored.
    const warnings = type.includes('charset') ? [] : ['missing_charset'];
    return { kind: 'json', args: { ...query, ...readJson(text) }, token: header, warnings };
  }
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw new SlackError(type === '' ? 'missing_post_type' : 'invalid_post_type');
  const args = { ...query, ...Object.fromEntries(new URLSearchParams(text)) };
  return { kind: 'form', args, token: header ?? args.token, warnings: [] };
};
