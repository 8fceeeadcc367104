import { MAX_BODY_BYTES } from './verify.ts';

/** What matters here of an API Gateway HTTP API event, payload format 2.0. */
export interface BodyEvent {
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

export type RawBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly status: 400 | 413; readonly reason: string };

/** The bytes that were sent. API Gateway hands forms over in base64, other text as it is. */
export function rawBodyOf({ body, isBase64Encoded = false }: BodyEvent): RawBody {
  const text = body ?? '';
  // Before decoding: four characters of base64 are three bytes, and one of UTF-8 is at least one.
  if (text.length > (isBase64Encoded ? MAX_BODY_BYTES * (4 / 3) + 4 : MAX_BODY_BYTES)) {
    return { ok: false, status: 413, reason: 'the body is too large' };
  }
  const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
  if (isBase64Encoded && bytes.toString('base64') !== text) {
    return { ok: false, status: 400, reason: 'the body is said to be base64 and is not' };
  }
  return { ok: true, bytes };
}
