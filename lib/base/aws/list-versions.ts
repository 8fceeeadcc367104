import { createHash } from 'node:crypto';
import { openService, type SignedAwsParts, twice } from './signed-aws.ts';
import { escaped, readFault } from './signed-bucket.ts';

const EMPTY = createHash('sha256').update('').digest('hex');
/** More than any archive has, so that a server that leads in circles ends. */
const MOST_PAGES = 10_000;

/** The keys in a folder of a bucket, also those that a delete marker hides. `from`: only from this key on. */
export async function listVersions(
  parts: SignedAwsParts,
  bucket: string,
  prefix: string,
  from = '',
): Promise<string[]> {
  const { sign, exchange } = openService('s3', parts, `${bucket}.s3`);
  const path = parts.endpoint === undefined ? '/' : `/${escaped(bucket)}`;
  const headers = { 'x-amz-content-sha256': EMPTY };
  const keys = new Set<string>();
  let marker: readonly [key: string, version: string] = [from, ''];
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = [
      ...(marker[0] ? [`key-marker=${escaped(marker[0])}`] : []),
      `prefix=${escaped(prefix)}`,
      ...(marker[1] ? [`version-id-marker=${escaped(marker[1])}`] : []),
      'versions=',
    ].join('&');
    const xml = await twice('ListObjectVersions', parts, async () => {
      const asked = { method: 'GET', path, query, headers, body: '', nowMs: parts.clock.now() } as const;
      const answer = await exchange(sign(asked), '', { method: 'GET', path: `${path}?${query}` });
      readFault(answer);
      return answer.body;
    });
    for (const [, version = ''] of xml.matchAll(/<Version>([\s\S]*?)<\/Version>/g))
      keys.add(textIn(version, 'Key'));
    if (textIn(xml, 'IsTruncated') !== 'true') return [...keys];
    marker = [textIn(xml, 'NextKeyMarker'), textIn(xml, 'NextVersionIdMarker')];
  }
  throw new Error(`the list of ${bucket} does not end`);
}

const textIn = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|apos|#39|#x27);/g,
    (_, entity: string) => ENTITIES[entity] ?? '',
  );
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ '#39': "'", '#x27': "'" },
};
