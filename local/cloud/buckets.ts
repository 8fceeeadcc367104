import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join, relative, sep } from 'node:path';
import type { Answer } from './answering-server.ts';
import { refusal } from './aws-answer.ts';
import type { KnownResource } from './template.ts';

type BucketResource = KnownResource<'AWS::S3::Bucket'>;

interface Version {
  readonly id: string;
  readonly body: Buffer;
  readonly atMs: number;
}

interface Bucket {
  readonly lock: BucketResource['properties']['ObjectLockConfiguration']['Rule']['DefaultRetention'];
  /** By key, newest last. */
  readonly objects: Map<string, Version[]>;
}

export interface ObjectCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const DAY_MS = 86_400_000;
/** S3 accepts no longer key. */
const MAX_KEY_BYTES = 1_024;

/**
 * The parts of S3 that the archive needs, and stricter: every bucket locks its objects. In a folder, each version of an
 * object is a file under its number and its key.
 */
export function createBuckets(dataDir?: string, now: () => number = Date.now) {
  const buckets = new Map<string, Bucket>();

  function put({ objects }: Bucket, name: string, key: string, { headers, body }: ObjectCall): Answer {
    const refused = refuteChecksum(headers, body);
    if (refused) return refused;
    if (Buffer.byteLength(key) > MAX_KEY_BYTES)
      return refusal('s3', 'KeyTooLongError', 'Your key is too long');
    for (const header of Object.keys(headers).filter((one) => one.startsWith('x-amz-object-lock-')))
      return refusal('s3', 'InvalidRequest', `${header} is not understood here`);
    const versions = objects.get(key) ?? [];
    const version = { id: String(Number(versions.at(-1)?.id ?? 0) + 1), body, atMs: now() };
    if (dataDir !== undefined) keep(fileOf(dataDir, name, version.id, key), body);
    objects.set(key, [...versions, version]);
    return whole(200, Buffer.alloc(0), { 'x-amz-version-id': version.id, etag: etagOf(body) });
  }

  function remove({ objects, lock }: Bucket, name: string, key: string, call: ObjectCall): Answer {
    const { versionId } = call.input;
    if (versionId === undefined)
      return refusal('s3', 'InvalidRequest', 'A delete marker is not understood here: name a version.');
    const versions = objects.get(key) ?? [];
    const version = versions.find(({ id }) => id === versionId);
    if (!version) return refusal('s3', 'NoSuchVersion', 'The specified version does not exist.');
    // Even with the header that bypasses governance: nobody here has that right.
    if (now() < version.atMs + lock.Days * DAY_MS)
      return refusal('s3', 'AccessDenied', 'Access Denied because object protected by object lock.');
    if (dataDir !== undefined) rmSync(fileOf(dataDir, name, version.id, key), { force: true });
    objects.set(
      key,
      versions.filter((one) => one !== version),
    );
    return whole(204, Buffer.alloc(0));
  }

  function get({ objects, lock }: Bucket, key: string, { operation, input }: ObjectCall): Answer {
    const versions = objects.get(key) ?? [];
    const { versionId } = input;
    const version = versionId === undefined ? versions.at(-1) : versions.find(({ id }) => id === versionId);
    if (!version)
      return versionId === undefined
        ? refusal('s3', 'NoSuchKey', 'The specified key does not exist.')
        : refusal('s3', 'NoSuchVersion', 'The specified version does not exist.');
    return whole(200, operation === 'HeadObject' ? Buffer.alloc(0) : version.body, {
      'x-amz-version-id': version.id,
      'x-amz-object-lock-mode': lock.Mode,
      'x-amz-object-lock-retain-until-date': new Date(version.atMs + lock.Days * DAY_MS).toISOString(),
      'last-modified': new Date(version.atMs).toUTCString(),
      etag: etagOf(version.body),
    });
  }

  /** In the order of their keys; fewer on a page than S3, so that a reader has to go on. */
  function list({ objects }: Bucket, { input }: ObjectCall): Answer {
    const { prefix, after } = input as Record<'prefix' | 'after', string>;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, LISTED);
    const versions = page.flatMap((key) =>
      (objects.get(key) ?? []).map(
        ({ id }) => `<Version><Key>${escaped(key)}</Key><VersionId>${id}</VersionId></Version>`,
      ),
    );
    const more =
      keys.length > page.length ? `<NextKeyMarker>${escaped(page.at(-1) ?? '')}</NextKeyMarker>` : '';
    const xml = `<ListVersionsResult><IsTruncated>${more !== ''}</IsTruncated>${more}${versions.join('')}</ListVersionsResult>`;
    return whole(200, Buffer.from(xml), { 'content-type': 'application/xml' });
  }

  return {
    create({ identity: { ref: name }, properties }: BucketResource): void {
      const lock = properties.ObjectLockConfiguration.Rule.DefaultRetention;
      const objects = dataDir === undefined ? new Map() : readKept(join(dataDir, 'buckets', name));
      buckets.set(name, { lock, objects });
    },
    answer(call: ObjectCall): Answer {
      const { bucket: name, key } = call.input as Record<'bucket' | 'key', string>;
      const bucket = buckets.get(name);
      if (!bucket) return refusal('s3', 'NoSuchBucket', 'The specified bucket does not exist');
      if (call.operation === 'ListObjectVersions') return list(bucket, call);
      if (call.operation === 'PutObject') return put(bucket, name, key, call);
      if (call.operation === 'DeleteObject') return remove(bucket, name, key, call);
      return get(bucket, key, call);
    },
    /** The keys of a bucket, with how many versions each has. */
    keys: (name: string): ReadonlyMap<string, number> =>
      new Map([...(buckets.get(name)?.objects ?? [])].map(([key, versions]) => [key, versions.length])),
  };
}

const LISTED = 3;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export type LocalBuckets = ReturnType<typeof createBuckets>;

/** A bucket with object lock accepts nothing without a checksum, and no bucket accepts a wrong one. */
function refuteChecksum(headers: IncomingHttpHeaders, body: Buffer): Answer | undefined {
  const digestOf = (algorithm: string) => createHash(algorithm).update(body).digest('base64');
  const { 'content-md5': md5, 'x-amz-checksum-sha256': sha256 } = headers;
  if (md5 === undefined && (sha256 === undefined || headers['x-amz-sdk-checksum-algorithm'] !== 'SHA256'))
    return refusal(
      's3',
      'InvalidRequest',
      'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
    );
  const wrong =
    (md5 !== undefined && md5 !== digestOf('md5')) || (sha256 !== undefined && sha256 !== digestOf('sha256'));
  return wrong
    ? refusal('s3', 'BadDigest', 'The checksum you specified did not match the calculated checksum.')
    : undefined;
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
const whole = (status: number, body: Buffer, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body,
});

const fileOf = (dataDir: string, bucket: string, version: string, key: string): string =>
  join(dataDir, 'buckets', bucket, version, ...key.split('/').map(encodeURIComponent));

/** Written completely or not at all, however this process ends. */
function keep(file: string, body: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, body, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readKept(folder: string): Map<string, Version[]> {
  const objects = new Map<string, Version[]>();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const one of files) {
    const file = join(one.parentPath ?? one.path, one.name);
    if (file.endsWith('.new')) continue;
    const [id = '', ...parts] = relative(folder, file).split(sep);
    const key = parts.map(decodeURIComponent).join('/');
    const version = { id, body: readFileSync(file), atMs: statSync(file).mtimeMs };
    const versions = [...(objects.get(key) ?? []), version];
    objects.set(
      key,
      versions.toSorted((a, b) => Number(a.id) - Number(b.id)),
    );
  }
  return objects;
}
