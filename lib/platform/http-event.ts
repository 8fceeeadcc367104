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

/** The request as it came, byte for byte, since it is signed. Null when its body is not what the event says it is. */
function toRequest(event: HttpEvent): Request | null {
  const { method } = event.requestContext.http;
  const headers = new Headers();
  for (const [name, value] of Object.entries(event.headers ?? {}))
    if (value !== undefined) headers.append(name, value);
  const query = event.rawQueryString ? `?${event.rawQueryString}` : '';
  const body = event.body ?? '';
  const bytes = Buffer.from(body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (event.isBase64Encoded && bytes.toString('base64') !== body) return null;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`https://function.invalid${event.rawPath}${query}`, {
    method,
    headers,
    ...(hasBody && { body: new Uint8Array(bytes) }),
  });
}

/** The Lambda handler for an HTTP API, for an app that speaks requests and responses. */
export const httpHandler =
  (fetch: Fetch) =>
  async (event: HttpEvent): Promise<HttpEventResult> => {
    const request = toRequest(event);
    if (!request) return { statusCode: 400, headers: {}, body: '' };
    const response = await fetch(request);
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
