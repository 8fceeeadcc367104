import type { z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';

/** The first problem of a failed check as one sentence. */
export const sentenceOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'the request is not acceptable';
  return `${place === '' ? '' : `${place}: `}${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
};

/** Ends a control request with 400 and the sentence. */
export const refuse = (sentence: string): never => {
  throw new HTTPException(400, { message: sentence });
};
