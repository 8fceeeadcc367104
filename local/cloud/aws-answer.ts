import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answering-server.ts';
import type { Refused, RefusedBecause } from './signature.ts';

const json = (status: number, value: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID(), ...headers },
  body: Buffer.from(JSON.stringify(value)),
});
export const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(text),
});
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const success = (value: object): Answer => json(200, value);

export const publishSuccess = (messageId: string): Answer =>
  xml(
    200,
    `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${messageId}` +
      `</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>` +
      '</PublishResponse>',
  );

/** An error in the service's own form: its name, and where each protocol looks for it. */
export function refusal(service: string, code: string, message: string): Answer {
  if (service === 'sns') {
    return xml(
      403,
      `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}` +
        `</Code><Message>${escaped(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    );
  }
  if (service === 's3') return objectRefusal(code, message);
  const body = { __type: `com.amazon.coral.service#${code}`, message, Message: message };
  // SQS still answers with the names of its older protocol, which its clients read first.
  if (service === 'sqs') return json(403, body, { 'x-amzn-query-error': `${code};Sender` });
  return json(400, body);
}

/** The same for unknown operations, in the protocol of the request: forms get XML, others JSON. */
export function notKnown(service: string, headers: IncomingHttpHeaders, message: string): Answer {
  if (service === 's3') return objectRefusal('UnknownOperationException', message);
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm && !REST_XML.has(service)) {
    const code = 'UnknownOperationException';
    const body = { __type: `com.amazon.coral.service#${code}`, message, Message: message };
    return json(400, body, { 'x-amzn-errortype': code });
  }
  const error = `<Error><Type>Sender</Type><Code>InvalidAction</Code><Message>${escaped(message)}</Message></Error>`;
  return xml(
    400,
    service === 'ec2'
      ? `<Response><Errors>${error}</Errors><RequestID>${randomUUID()}</RequestID></Response>`
      : `<ErrorResponse>${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );
}
const REST_XML = new Set(['cloudfront', 'route53', 's3-outposts', 's3express']);

/** S3's callers decide by the status whether to retry. */
const OF_OBJECTS: Readonly<Record<string, number>> = {
  BadDigest: 400,
  InvalidRequest: 400,
  UnknownOperationException: 501,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchVersion: 404,
  ServiceUnavailable: 503,
};

const objectRefusal = (code: string, message: string): Answer =>
  xml(
    OF_OBJECTS[code] ?? 403,
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped(message)}</Message>` +
      `<RequestId>${randomUUID()}</RequestId></Error>`,
  );

/** The same refusals in the words of each service. SQS and SNS have kept the names of their older protocol. */
const OLDER = {
  denied: 'AccessDenied',
  missing: 'MissingAuthenticationToken',
  incomplete: 'IncompleteSignature',
  unknown: 'InvalidClientTokenId',
  invalid: 'SignatureDoesNotMatch',
};
const OF_S3: Record<RefusedBecause | 'denied', string> = {
  denied: 'AccessDenied',
  missing: 'AccessDenied',
  incomplete: 'AuthorizationHeaderMalformed',
  unknown: 'InvalidAccessKeyId',
  invalid: 'SignatureDoesNotMatch',
};
const NAMES: Readonly<Record<string, Record<RefusedBecause | 'denied', string>>> = {
  s3: OF_S3,
  sqs: OLDER,
  sns: { ...OLDER, denied: 'AuthorizationError' },
};
const OTHERS: Record<RefusedBecause | 'denied', string> = {
  denied: 'AccessDeniedException',
  missing: 'MissingAuthenticationTokenException',
  incomplete: 'IncompleteSignatureException',
  unknown: 'UnrecognizedClientException',
  invalid: 'InvalidSignatureException',
};

export const accessDenied = (service: string, message: string): Answer =>
  refusal(service, (NAMES[service] ?? OTHERS).denied, message);

export const notSigned = ({ refused, service, message }: Refused): Answer =>
  refusal(service, (NAMES[service] ?? OTHERS)[refused], message);
