/** The parts of an API Gateway HTTP API event (payload format 2.0) that make a request. */
export interface HttpEvent {
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly method: string } };
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

export interface HttpEventResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The bytes as they were sent: signatures cover these, and `Request` would copy them twice. */
export interface SentRequest {
  readonly rawBody: Uint8Array;
  readonly sentHeaders: Readonly<Record<string, string | undefined>>;
}

/** Headers in the forms of API Gateway, Node or `fetch`. */
export type RequestHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** The single value of a header, whatever the case of its name. If it was sent twice, none counts. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = entries.flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  return values.length === 1 ? values[0] : undefined;
}

type Fetch = (request: Request, sent: SentRequest) => Response | Promise<Response>;

/** No chat sends this much. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The bytes that were sent, because they are signed; or a status for an event that is not a request. */
function rawBodyOf({ body, isBase64Encoded }: HttpEvent): Uint8Array | 400 | 413 {
  const text = body ?? '';
  const encoding = isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(text, encoding) > MAX_BODY_BYTES) return 413;
  const bytes = Buffer.from(text, encoding);
  // Node reads as much of broken base64 as it can, so this checks that all of it was read.
  return isBase64Encoded && bytes.toString('base64') !== text ? 400 : bytes;
}

function requestOf({ rawPath, rawQueryString, requestContext }: HttpEvent): Request | 400 {
  const query = rawQueryString ? `?${rawQueryString}` : '';
  try {
    return new Request(`https://function.invalid${rawPath}${query}`, { method: requestContext.http.method });
  } catch {
    // Anybody can send a method or a path that `Request` does not accept. That is not our failure.
    return 400;
  }
}

/**
 * The Lambda handler for an HTTP API, for an app that takes requests and returns responses. Passes headers and body along
 * beside the request.
 */
export const httpHandler =
  (fetch: Fetch) =>
  async (event: HttpEvent): Promise<HttpEventResult> => {
    const [request, rawBody] = [requestOf(event), rawBodyOf(event)];
    if (typeof rawBody === 'number') return { statusCode: rawBody, headers: {}, body: '' };
    if (typeof request === 'number') return { statusCode: request, headers: {}, body: '' };
    const response = await fetch(request, { rawBody, sentHeaders: event.headers ?? {} });
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body === null ? '' : await response.text(),
    };
  };
