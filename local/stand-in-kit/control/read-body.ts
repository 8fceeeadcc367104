import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { parseJson } from '../fields.ts';

/** Ends a request with this status and a sentence for the person who sent it. */
export function refuse(sentence: string, status: 400 | 404 = 400): never {
  throw new HTTPException(status, { message: sentence });
}

/** The first problem of a failed check, as one sentence. */
export const sentenceOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'the request is not acceptable';
  return `${place === '' ? '' : `${place}: `}${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
};

/** The body as JSON; an empty body counts as an empty object. */
export const readBody = async <Schema extends z.ZodType>(
  c: { readonly req: Pick<Context['req'], 'text'> },
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const text = await c.req.text();
  const body = text.trim() === '' ? {} : parseJson(text);
  if (body === undefined) refuse('The body is not JSON.');
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : refuse(sentenceOf(parsed.error));
};
