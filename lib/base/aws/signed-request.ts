import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Part of credentials that expire, like those of a function. */
  readonly sessionToken?: string | undefined;
}

export interface Unsigned {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** The path as sent. S3 wants it escaped once; any other service would want the escaped path escaped again. */
  readonly path?: string;
  /** Sorted by name, and escaped. */
  readonly query?: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly nowMs: number;
}

export interface SignerParts {
  readonly service: string;
  readonly region: string;
  readonly host: string;
  readonly credentials: AwsCredentials;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signs a request (Signature Version 4): the given headers, and those that say who sends it and when. */
export function createAwsSigner({ service, region, host, credentials }: SignerParts) {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  let today = { day: '', scope: '', key: Buffer.alloc(0) };

  /** Equal for a whole day, and four of the five steps of a signature. */
  function keyOf(day: string): typeof today {
    if (today.day === day) return today;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const key = scope.split('/').reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`));
    today = { day, scope, key };
    return today;
  }

  return function sign({
    method = 'POST',
    path = '/',
    query = '',
    headers: given,
    body,
    nowMs,
  }: Unsigned): Record<string, string> {
    const at = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
    const { scope, key } = keyOf(at.slice(0, 8));
    const headers: Record<string, string> = { ...given, host, 'x-amz-date': at };
    if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;

    const names = Object.keys(headers).sort();
    const signedNames = names.join(';');
    const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
    const canonical = `${method}\n${path}\n${query}\n${lines}\n${signedNames}\n${hex(body)}`;
    const signature = hmac(key, `${ALGORITHM}\n${at}\n${scope}\n${hex(canonical)}`).toString('hex');
    headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`;
    return headers;
  };
}
