import { createHash } from 'node:crypto';
import { openService, type SignedAwsParts, twice } from './signed-aws.ts';
import type { AwsAnswer } from './signed-exchange.ts';

export interface PutObject {
  readonly key: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Puts objects into one bucket without the SDK, which is large for one call. An existing key gets another version, if the
 * bucket keeps versions.
 */
export function createSignedBucket(parts: SignedAwsParts, bucket: string) {
  const { endpoint, clock } = parts;
  // On AWS the bucket's name is part of the host. A custom endpoint has one host for all buckets.
  const { sign, exchange } = openService('s3', parts, `${bucket}.s3`);
  const folder = endpoint === undefined ? '' : `/${escaped(bucket)}`;

  return {
    /** Resolves only when S3 has all of it. */
    async put({ key, contentType, body }: PutObject): Promise<void> {
      const digest = createHash('sha256').update(body).digest();
      const line = { method: 'PUT', path: `${folder}/${key.split('/').map(escaped).join('/')}` } as const;
      const headers = {
        'content-type': contentType,
        'x-amz-content-sha256': digest.toString('hex'),
        // A bucket with object lock accepts nothing without a checksum.
        'x-amz-sdk-checksum-algorithm': 'SHA256',
        'x-amz-checksum-sha256': digest.toString('base64'),
      };
      await twice('PutObject', parts, async () =>
        readFault(await exchange(sign({ ...line, headers, body, nowMs: clock.now() }), body, line)),
      );
    },
  };
}

export type SignedBucket = ReturnType<typeof createSignedBucket>;

/** The escaping of Signature Version 4: everything except letters, digits and `-._~`. */
export const escaped = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** S3 reports errors in XML. */
export function readFault({ status, body }: AwsAnswer): void {
  if (status === 200) return;
  const part = (name: string) => new RegExp(`<${name}>([^<]{1,500})</${name}>`).exec(body)?.[1];
  const fault = new Error(part('Message') ?? '');
  fault.name = part('Code')?.replace(/\W/g, '') ?? `HTTP ${status}`;
  throw Object.assign(fault, { $metadata: { httpStatusCode: status } });
}
