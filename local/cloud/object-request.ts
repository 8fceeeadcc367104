import type { Need } from './row-needs.ts';

export interface ObjectRequest {
  readonly service: 's3';
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly needs: readonly Need[];
}

/** By the method, and whether a version is named, for which S3 has separate rights. */
const OPERATIONS: Readonly<Record<string, readonly [operation: string, right: string, ofVersion?: string]>> =
  {
    PUT: ['PutObject', 's3:PutObject'],
    GET: ['GetObject', 's3:GetObject', 's3:GetObjectVersion'],
    HEAD: ['HeadObject', 's3:GetObject', 's3:GetObjectVersion'],
    DELETE: ['DeleteObject', 's3:DeleteObject', 's3:DeleteObjectVersion'],
  };

/** What S3 is asked for: one object, by the name of its bucket and its key. Nothing else is understood here. */
export function readObjectRequest(method: string, target: string): ObjectRequest | undefined {
  const listed = readListRequest(method, target);
  if (listed) return listed;
  const known = OPERATIONS[method];
  if (!known || !URL.canParse(target, 'http://s3')) return undefined;
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const [, bucket = '', ...parts] = path.split('/');
  const asked = new URLSearchParams(query);
  const versionId = asked.get('versionId');
  // The SDK names its operation with it, and S3 ignores it.
  const unknown = [...asked.keys()].filter((name) => name !== 'versionId' && name !== 'x-id');
  if (unknown.length > 0 || !bucket || parts.join('/') === '') return undefined;
  const [operation, right, ofVersion] = known;
  const action = versionId === null ? right : ofVersion;
  if (action === undefined) return undefined;
  const key = keyOf(parts);
  if (key === undefined) return undefined;
  return {
    service: 's3',
    operation,
    input: { bucket, key, ...(versionId !== null && { versionId }) },
    needs: [{ action, resource: `arn:aws:s3:::${bucket}/${key}` }],
  };
}

/** All versions in a folder: `GET /bucket?prefix=audit%2F&versions=`. */
function readListRequest(method: string, target: string): ObjectRequest | undefined {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const asked = new URLSearchParams(query);
  const [, bucket = '', ...others] = path.split('/');
  if (method !== 'GET' || !asked.has('versions') || !bucket || others.length > 0) return undefined;
  const names = ['versions', 'prefix', 'key-marker', 'version-id-marker', 'x-id'];
  if ([...asked.keys()].some((name) => !names.includes(name))) return undefined;
  return {
    service: 's3',
    operation: 'ListObjectVersions',
    input: { bucket, prefix: asked.get('prefix') ?? '', after: asked.get('key-marker') ?? '' },
    needs: [{ action: 's3:ListBucketVersions', resource: `arn:aws:s3:::${bucket}` }],
  };
}

/** Undefined for wrong escaping, and for a key that could name another file than it seems in the folder. */
function keyOf(parts: readonly string[]): string | undefined {
  try {
    const key = parts.map(decodeURIComponent).join('/');
    return key.split('/').some((part) => ['', '.', '..'].includes(part)) ? undefined : key;
  } catch {
    return undefined;
  }
}
