import { decodeProtectedHeader } from 'jose';
import { headerOf, type RequestHeaders } from '../../base/http/http-event.ts';

export interface ReadToken {
  readonly token: string;
  readonly kid: string;
}

/** Genuine ones have about 1,500 characters. */
const LONGEST = 16_384;
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.([\w-]+))$/;

/** The token of a request, and which key it says it is signed with; else what is wrong with it. */
export function readToken(headers: RequestHeaders): ReadToken | string {
  const value = headerOf(headers, 'authorization');
  if (value === undefined || value.length > LONGEST) return 'the token is missing, given twice or too long';
  const [, token, signature] = BEARER.exec(value) ?? [];
  if (token === undefined || signature === undefined) return 'the token is not a signed bearer token';
  // The last character has spare bits: without this, one token could be written in sixteen ways.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) {
    return 'the signature is not written as it should be';
  }
  const header = decodeHeader(token);
  if (!header) return 'the header of the token cannot be read';
  const { alg, typ, kid } = header;
  if (alg !== 'RS256') return 'the token is not signed with RS256';
  if (typ !== undefined && typ !== 'JWT') return 'the token is of another kind';
  if (typeof kid !== 'string' || kid === '') return 'the token does not name its key';
  return { token, kid };
}

function decodeHeader(token: string): Readonly<Record<string, unknown>> | null {
  try {
    return decodeProtectedHeader(token) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
