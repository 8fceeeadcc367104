/** As much of an API Gateway HTTP API event (payload format 2.0) as a request is made of. */
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

type Fetch = (request: Request) => Response | Promise<Response>;

/** No chat sends as much. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The request as it came, byte for byte, since it is signed; or the status for an event that is none. */
function toRequest(event: HttpEvent): Request | 400 | 413 {
  const { method } = event.requestContext.http;
  const body = event.body ?? '';
  const encoding = event.isBase64Encoded ? 'base64' : 'utf8';
  if (Buffer.byteLength(body, encoding) > MAX_BODY_BYTES) return 413;
  const bytes = Buffer.from(body, encoding);
  // Node reads as much of broken base64 as it can.
  if (event.isBase64Encoded && bytes.toString('base64') !== body) return 400;
  const query = event.rawQueryString ? `?${event.rawQueryString}` : '';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(`https://function.invalid${event.rawPath}${query}`, {
      method,
      headers: toHeaders(event.headers),
      ...(hasBody && { body: new Uint8Array(bytes) }),
    });
  } catch {
    // Anybody can send a header that `Headers` does not take. It is their mistake, and no failure of ours.
    return 400;
  }
}

function toHeaders(given: HttpEvent['headers'] = {}): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.append(name, value);
  return headers;
}

/** The Lambda handler for an HTTP API, for an app that speaks requests and responses. */
export const httpHandler =
  (fetch: Fetch) =>
  async (event: HttpEvent): Promise<HttpEventResult> => {
    const request = toRequest(event);
    if (typeof request === 'number') return { statusCode: request, headers: {}, body: '' };
    const response = await fetch(request);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
